// What a person has to know of a plan beside the rules that it breaks (core/frameworks/rules/rules.h): what a broken
// rule wants changed, in the framework's flags, and what of the plan the framework can't express at all.
#pragma once

#include <string>
#include <vector>

#include "core/frameworks/rules/rules.h"

namespace shardscope {

/// What makes a rule hold: "add --sequence-parallel", "export CUDA_DEVICE_MAX_CONNECTIONS=1"; empty of no changes.
[[nodiscard]] std::string change_words(const std::vector<RuleChange>& wants, const LaunchFramework& framework);

/// What a framework's flags can't say of a plan, as a setting: "plan.zero = 3"; of the precision with what is taken
/// instead, "plan.precision = fp8-rowwise (it takes fp8-cs)".
struct Inexpressible {
  std::string path;  // "plan.zero"; of a plan that it can't take at all "plan"
  std::string words;

  bool operator==(const Inexpressible&) const = default;
};

/// Settings of the plan that the framework's flags don't read back as. A schedule that it lacks is among its broken
/// rules.
[[nodiscard]] std::vector<Inexpressible> inexpressible(const LaunchedScenario& said, const LaunchFramework& framework,
                                                       const Catalogue& presets);

/// What a framework says of a plan.
struct FrameworkFindings {
  RulesReport rules;
  std::vector<std::string> changes;   // that it asks for before it starts, one a rule that refuses the plan
  std::vector<Inexpressible> unsaid;  // of the plan, what it can't express
};
[[nodiscard]] FrameworkFindings framework_findings(RulesReport rules, const LaunchedScenario& said,
                                                   const LaunchFramework& framework, const Catalogue& presets);

[[nodiscard]] std::vector<std::string> words_of(const std::vector<Inexpressible>& settings);

/// Problem::rule of what a framework can't express.
inline constexpr std::string_view cannot_express_rule = "cannot-express";

/// The same as warnings.
[[nodiscard]] std::vector<Problem> inexpressible_problems(const std::vector<Inexpressible>& settings,
                                                          const LaunchFramework& framework);

}  // namespace shardscope
