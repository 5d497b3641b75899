// core/scenario_json: a scenario as text: its JSON in (parse.h) and out (write.h), the schema of it, and a short code.
// In: text and a Catalogue of presets. Out: a Scenario or problems, never half of each.
//
// JSON text → Scenario or Model, or every problem with it at once: mistyped, unknown, missing, out of range.
// What no machine could run though it is well formed (heads that don't divide) is core/validate/validate.h's.
// Nothing here throws, reads a file or keeps state. Limits on size, depth and number of values: core/base/limits.h.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/base/setting.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Of the form that scenarios are written in, their "shardscope".
inline constexpr int scenario_version = 1;

struct ParsedScenario {
  LaunchedScenario said;         // absent fields stay absent
  std::vector<Problem> notices;  // warnings: what was read and isn't evaluated yet
  FieldPlaces places;            // of a launch script

  bool operator==(const ParsedScenario&) const = default;
};

struct ParsedModel {
  Model model;
  std::vector<Problem> notices;

  bool operator==(const ParsedModel&) const = default;
};

/// `settings` ("plan.tp=4", "cluster.gpu=h100-sxm", "model=llama3-8b") go into the document before it is read, so that
/// they obey the same rules and a preset can be replaced and then changed.
[[nodiscard]] Outcome<ParsedScenario> parse_scenario(std::string_view json, const Catalogue& presets,
                                                     std::span<const Setting> settings = {});

/// A scenario whose "shardscope" says a newer version than this one, read as far as it is known: what isn't is a
/// notice, the first of which says so. The problems where it is no such text, or what is known of it isn't right.
[[nodiscard]] Outcome<ParsedScenario> parse_newer_scenario(std::string_view text, const Catalogue& presets);

/// A model as the scenario's `model`, or a Hugging Face config.json as it stands (an object with a model_type).
[[nodiscard]] Outcome<ParsedModel> parse_model(std::string_view json, const Catalogue& presets);

/// A Hugging Face config.json, also one without a model_type. Paths start at the file's own keys: "hidden_size".
[[nodiscard]] Outcome<ParsedModel> parse_huggingface(std::string_view json, const Catalogue& presets);

/// One GPU or cluster, as the scenario's `cluster.gpu` and `cluster`; a cluster need not say its GPUs here.
[[nodiscard]] Outcome<Gpu> parse_gpu(std::string_view json, const Catalogue& presets);
[[nodiscard]] Outcome<Cluster> parse_cluster(std::string_view json, const Catalogue& presets);

/// The scenario with one setting more: writes it, sets the path in the document, and parses again.
[[nodiscard]] Outcome<Scenario> apply_setting(const Scenario& scenario, const Setting& setting,
                                              const Catalogue& presets);

}  // namespace shardscope
