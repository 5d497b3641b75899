// core/fields: every field of a scenario, described once: JSON path, label, unit, help, range, how to read and write
// it. The parser, --set, the writer, the window's controls and their tooltips all read this table. fields_model.cpp,
// fields_cluster.cpp, fields_plan*.cpp with fields_buffers.cpp, and fields_run.cpp hold it, a section each, generated
// from member pointers.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/unit.h"
#include "core/scenario/scenario.h"

namespace shardscope {

enum class FieldKind {
  count,   // std::int64_t
  real,    // double
  toggle,  // bool
  choice,  // std::int64_t, an index into Field::choices
  text,    // std::string
  list,    // std::vector<std::int64_t>
  names    // std::vector<std::int64_t>, indices into Field::choices, ascending
};

/// monostate: absent, so that the default derived from other fields holds (only where Field::optional).
using FieldValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::int64_t>>;

/// What JSON may say in the place of a value: "auto", false.
struct FieldWord {
  std::string_view json = {};                // as JSON writes it; empty: there is none
  std::string_view help = {};                // of the field, the word included; empty: the field's own
  void (*take)(Scenario&) = nullptr;         // null: the field is absent then
  bool (*holds)(const Scenario&) = nullptr;  // whether it is written; null: an absent field is written as null
};

/// How much a field moves memory or time.
struct FieldWeight {
  int place = 0;            // 1 where people name it first; 0: it hardly moves either, as switches of overlap
  bool asked_first = true;  // what a person wants to know of any plan, said or not
};

struct Field {
  std::string_view path = {};   // "plan.tp", as in the JSON and for --set
  std::string_view label = {};  // "Tensor"
  std::string_view brief = {};  // "TP", where the label has no room; empty: it has nothing shorter
  Unit unit = Unit::none;
  std::string_view help = {};  // what it is, a sentence
  std::string_view cost = {};  // what turning it up costs and gains, a sentence; may be empty
  std::string_view term = {};  // the glossary's that explains it, where its label isn't one
  FieldKind kind = FieldKind::count;
  double min = 0, max = 0;       // of a count, a real, each entry of a list
  bool optional = false;         // may be absent
  std::string when_absent = {};  // the derived default in words: "gpus / (tp·pp·cp), rounded down"
  std::string_view shown_absent =
      {};                        // where a value stands: "none"; empty: when_absent if that is short, else "unknown"
  std::string_view source = {};  // where the default comes from, where it is a figure; may be empty
  std::span<const Choice> choices = {};
  FieldValue (*get)(const Scenario&) = nullptr;
  void (*set)(Scenario&, const FieldValue&) = nullptr;  // a value of another kind changes nothing
  // What JSON may write as an object too: the key of the field's own value in it, and fields of their own for its other
  // keys. Without a key of its own the first part has to be there. Setting the field clears its parts.
  std::string_view own_key = {};
  std::vector<Field> parts = {};
  // Whether a part does anything in a mode of recomputation, where the plan says how many layers or not; null: always.
  bool (*counts)(RecomputeMode, bool says_layers) = nullptr;
  FieldWord word = {};
  FieldWeight weight = {};
  bool caption = false;              // what a thing is called or whence it is: nothing depends on it
  std::string_view no_control = {};  // why the window has no control for it; empty: it has one
};

/// What a path says something of, a field's or another: names of rules and keys of flags have "plan.ac_mode" too.
[[nodiscard]] constexpr bool is_of_plan(std::string_view path) {
  return path.starts_with("plan.");
}
[[nodiscard]] constexpr bool is_of_model(std::string_view path) {
  return path.starts_with("model.");
}
[[nodiscard]] constexpr bool is_of_plan_or_model(std::string_view path) {
  return is_of_plan(path) || is_of_model(path);
}

/// Whether the field says which layers are on which stage.
[[nodiscard]] constexpr bool is_layout(std::string_view path) {
  return path == "plan.stage_layers" || path == "plan.pipeline_layout";
}

/// The degrees whose product is the GPUs at work, and those of one replica (core/scenario/plan_counts.h).
inline constexpr std::array<std::string_view, 4> degrees_at_work = {"plan.tp", "plan.pp", "plan.cp", "plan.dp"};
inline constexpr std::span<const std::string_view> degrees_of_replica = std::span(degrees_at_work).first(3);
/// Whether the path is one of them.
[[nodiscard]] bool holds_path(std::span<const std::string_view> paths, std::string_view path);

/// In the order in which the JSON is written; parts are inside theirs.
[[nodiscard]] std::span<const Field> fields();

/// A field or a part of one; nullptr where there is none.
[[nodiscard]] const Field* find_field(std::string_view path);

/// The value in words as the JSON has it: 8, 0.5, true, "bf16", [4,4]; "default" where absent.
[[nodiscard]] std::string text_of(const Field& field, const FieldValue& value);

/// The words that the glossary may explain.
[[nodiscard]] std::string_view term_of(const Field& field);

/// "TP", "chunks", "micro-batch"; the label where the field has nothing shorter, the path where it is no field's.
[[nodiscard]] std::string_view brief_label(std::string_view path);
/// The same where it stands by itself: "Chunks".
[[nodiscard]] std::string brief_title(std::string_view path);

/// Those of some weight, by their places.
[[nodiscard]] std::span<const Field* const> weighty_fields();

/// A text that holds a JSON object, which JSON writes as one.
[[nodiscard]] bool holds_object(const Field& field);

/// Why the field can't take the value, in words ("0 is below 1"); empty where it can.
[[nodiscard]] std::string refusal(const Field& field, const FieldValue& value);

// Implementation detail of the table: its sections.
[[nodiscard]] std::span<const Field> model_fields();
[[nodiscard]] std::span<const Field> cluster_fields();
[[nodiscard]] std::span<const Field> gpu_fields();
[[nodiscard]] std::span<const Field> plan_fields();
[[nodiscard]] std::span<const Field> run_fields();

}  // namespace shardscope
