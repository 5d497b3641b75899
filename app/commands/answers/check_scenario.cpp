#include "app/commands/answers/check_scenario.h"

#include <nlohmann/json.hpp>

#include "app/files/scenario_source.h"
#include "core/frameworks/rules/rules_json.h"
#include "core/script/evaluate_loaded.h"

namespace shardscope {

Checked check_scenario(const std::string& source, ParsedScenario loaded, const Presets& presets,
                       const std::string& rules) {
  Report report = evaluate_loaded(loaded);
  Checked checked{{source, std::move(report)}, std::move(loaded), {}};
  const LaunchedScenario& said = checked.loaded.said;
  const LaunchFramework* framework = rules_for(said, rules.empty() ? said.launch.framework : rules, presets.frameworks);
  if (framework == nullptr) return checked;
  const FrameworkFindings& findings =
      checked.findings.emplace(framework_findings(check_rules(said, *framework, presets), said, *framework, presets));
  std::vector<Problem> more = at_given_flags(rule_problems(findings.rules), findings.rules, checked.loaded.places);
  if (!rules.empty())  // a launch read back is the framework's own
    for (Problem& problem : inexpressible_problems(findings.unsaid, *framework)) more.push_back(std::move(problem));
  std::vector<Problem>& problems = checked.named.report.problems;
  problems.insert(problems.end(), more.begin(), more.end());
  return checked;
}

nlohmann::ordered_json json_of(const Checked& checked, TensorLists tensors) {
  nlohmann::ordered_json json = report_json(checked.named.report, tensors, checked.loaded.said.launch);
  if (const auto& findings = checked.findings)
    json["rules"] = rules_json(findings->rules, findings->changes, words_of(findings->unsaid));
  return json;
}

}  // namespace shardscope
