// core/frameworks/rules: a plan against what a framework itself refuses. In: a scenario, and the framework with its
// rules as expressions. Out: the rules that it breaks, with the numbers that they hang on and the changes that make
// them hold, as values.
//
// Pure: a plan is written as the framework's flags (frameworks/write_flags.h), read back as the framework would read
// them, and each rule that is an expression is computed on what is then there.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/problem.h"
#include "core/frameworks/framework.h"
#include "core/frameworks/rules/rule_terms.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

struct BrokenRule {
  std::string id, message, requires_words, source;  // the message begins with the plan's own numbers
  RuleSeverity severity = RuleSeverity::error;
  std::vector<std::string> keys;       // fields concerned: "plan.tp"
  std::vector<std::string> flags;      // flags concerned: "--tensor-model-parallel-size"
  std::vector<RuleChange> wants = {};  // what makes it hold; none: it can't be named
  std::string headline = {};           // "Heads 44, TP 8: don't divide"; empty where no number says it
  std::string sentence = {};           // the message without the numbers, as the framework's table has it

  bool operator==(const BrokenRule&) const = default;
};

struct RulesReport {
  std::string framework, title, release;  // "megatron", "Megatron-LM", "d98e8a6 of 2026-08-22"
  int checked = 0;                        // rules that were computed
  int unchecked = 0;                      // rules in words alone, or on something that isn't known here
  std::vector<BrokenRule> broken;
  // Where the framework lacks the plan's schedule, its flags run another one: rules about schedules that this other
  // breaks. They say nothing of the plan, only of a text that is launched as it stands.
  std::vector<BrokenRule> broken_instead;
  std::string runs_instead;  // "1F1B", where the framework lacks the plan's schedule

  bool operator==(const RulesReport&) const = default;
};

/// Of a scenario as said or as evaluated.
[[nodiscard]] RulesReport check_rules(const LaunchedScenario& said, const LaunchFramework& framework,
                                      const Catalogue& presets);

/// Whether the plan is one of that framework's: its launch text was, or its software is what such a launch runs.
[[nodiscard]] bool is_plan_of(const LaunchFramework& framework, const LaunchedScenario& said);

/// Whose plan it is: the framework of its launch text, else one whose launches run the plan's software, first the
/// picked one. Code that is nobody's counts as the picked one's, as far as that runs on such a machine; nullptr where
/// no framework is known.
[[nodiscard]] const LaunchFramework* framework_of_plan(const LaunchedScenario& said,
                                                       std::span<const LaunchFramework> frameworks,
                                                       const LaunchFramework* picked);

/// Whose rules judge a launch where a person names the tool: the dialect of it that its text is in, else the tool's own
/// release; nullptr where no framework is called so.
[[nodiscard]] const LaunchFramework* rules_for(const LaunchedScenario& said, std::string_view name,
                                               std::span<const LaunchFramework> frameworks);

/// Broken rules as a report's problems: those that the framework refuses and warns of are warnings, what it adjusts is
/// a hint. The path is the first field concerned, the rule's name the framework's own.
[[nodiscard]] std::vector<Problem> rule_problems(const RulesReport& report);

/// The same problems, each at the first of the rule's fields that a flag of the text gives, else at where it would say
/// the first. `places`: of names, with a line where the text gives them.
[[nodiscard]] std::vector<Problem> at_given_flags(std::vector<Problem> problems, const RulesReport& report,
                                                  const FieldPlaces& places);

/// "refused", "warning", "adjusted".
[[nodiscard]] const char* severity_word(RuleSeverity severity);

/// "63 rules checked, 2 broken; 58 can't be checked from here."
[[nodiscard]] std::string rules_line(const RulesReport& rules);

/// "d98e8a6 of 2026-08-22".
[[nodiscard]] std::string release_words(const LaunchFramework& framework);

}  // namespace shardscope
