// A launch's text with what each of its flags set: the spans that a view lights, and those that are broken.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/frameworks/rules/rules.h"
#include "core/launch/flag_places.h"
#include "core/launch_text/launch_text.h"
#include "core/script/launch_lines.h"

namespace shardscope {

/// What a flag set; how long it trains counts as the plan's, as its batch does.
#define SHARDSCOPE_LIT_PART(name) name(model) name(plan) name(machine) name(none)
SHARDSCOPE_NAMED(LitPart, SHARDSCOPE_LIT_PART)

struct LitSpan {
  TextSpan place;
  std::string file = {};  // in which that is; empty: the launch's own text
  std::string flag;       // as the text has it; of a variable that a flag's value comes from, the flag's
  LitPart part = LitPart::none;
  std::vector<std::string> fields;   // that it set: "plan.tp"
  std::string why;                   // without effect: why that is, where more is known
  std::optional<std::size_t> fault;  // of LitScript::faults
  bool is_flag = true;               // else a variable's assignment

  bool operator==(const LitSpan&) const = default;
};

/// What is wrong: a rule that the launch breaks, or why it can't be read.
struct LitFault {
  Severity severity = Severity::error;
  std::string rule, message, source;
  std::string headline = {};           // of a rule: the message in a few words, with the plan's numbers
  std::vector<TextPlace> places;       // flags concerned, or lines alone
  std::vector<std::string> fields;     // concerned
  std::vector<RuleChange> wants = {};  // of a rule: what makes it hold
  Remedy remedy = {};
  bool placed = false;  // a span of the text shows it

  bool operator==(const LitFault&) const = default;
};

struct LitScript {
  std::vector<LitSpan> spans;  // text by text, the launch's own first, in each one's order, apart from each other
  std::vector<LitFault> faults;

  bool operator==(const LitScript&) const = default;

  /// Flags that set something of a part, or nothing; variables aside.
  [[nodiscard]] std::size_t count(LitPart part) const;
  [[nodiscard]] std::size_t refused() const;
};

/// The spans of a launch that was read. A flag that its own text doesn't have stands in another one.
[[nodiscard]] LitScript lit_script(std::span<const LaunchLines> texts, const LaunchText& launch);

/// The same with what is wrong: each fault at the flags concerned, those of the plan first, since they are what
/// a person changes; a line alone where no flag is known there.
[[nodiscard]] LitScript with_faults(LitScript lit, std::span<const LaunchLines> texts, std::vector<LitFault> faults);

[[nodiscard]] std::vector<LitFault> faults_of(const RulesReport& rules);
/// Of problems at places of flags or of fields; without hints.
[[nodiscard]] std::vector<LitFault> faults_of(std::span<const Problem> problems);

/// The scenario's fields that a flag of this kind sets, by itself or as the framework works out its defaults:
/// "plan.recompute" of its key "plan.recompute.mode", "run.tokens" of "run.samples"; "model" of a model's name.
[[nodiscard]] std::vector<std::string> fields_of_flag(const FlagSpec& spec, const LaunchFramework& framework);

}  // namespace shardscope
