#include "app/launch/launch_detail.h"

#include "app/output/check_page.h"
#include "core/launch/verdict.h"

namespace shardscope {

namespace {

const LaunchFramework& framework_named(const Explorer& explorer, const std::string& name) {
  const LaunchFramework* found = find_framework(explorer.presets->frameworks, name);
  return found != nullptr ? *found : explorer.presets->frameworks.front();
}

}  // namespace

void refresh_launch(Explorer& explorer, bool hand_is_down) {
  LaunchDetail& detail = explorer.launch_detail;
  if (explorer.presets->frameworks.empty()) return;
  if (detail.made_for.rules != explorer.launch.rules) detail.room_evaluation = 0;  // it is what that one can express
  const Scenario& scenario = explorer.history.present().scenario;
  if (detail.evaluation != explorer.evaluations || !(detail.made_for == explorer.launch)) {
    detail.evaluation = explorer.evaluations;
    detail.made_for = explorer.launch;
    const LaunchFramework& rules = framework_named(explorer, explorer.launch.rules);
    const LaunchFramework& form = framework_named(explorer, explorer.launch.form);
    detail.exported = export_launch(scenario, form, explorer.launch.launcher, *explorer.presets);
    detail.rules = &rules == &form ? detail.exported.rules : check_rules(scenario, rules, *explorer.presets);
    detail.changes = wanted_changes(detail.rules, rules);
    detail.unsaid = inexpressible(scenario, rules, *explorer.presets);
  }
  if (detail.room_evaluation == explorer.evaluations) return;
  detail.room.clear();
  if (hand_is_down) return;
  detail.room_evaluation = explorer.evaluations;
  if (!explorer.report.valid || explorer.report.fits) return;
  detail.room = what_gives_room(scenario, explorer.report, explorer.holds);
  keep_expressible(detail.room, scenario, framework_named(explorer, explorer.launch.rules), *explorer.presets);
}

void say_rules(Explorer& explorer) {
  std::vector<Problem>& problems = explorer.report.problems;
  std::erase_if(problems, [](const Problem& problem) { return problem.origin == Origin::framework; });
  if (explorer.presets->frameworks.empty() || !explorer.report.valid) return;
  const LaunchFramework& framework = framework_named(explorer, explorer.launch.rules);
  std::vector<Problem> broken =
      rule_problems(check_rules(explorer.history.present().scenario, framework, *explorer.presets));
  for (Problem& problem : broken)
    if (problem.severity == Severity::warning) problems.push_back(std::move(problem));
}

void show_taken(Explorer& explorer, TakenIn from) {
  explorer.taken = std::move(from);
  const TakenIn& taken = explorer.taken;
  if (!taken.notices.empty()) explorer.notice = {line_of(taken.notices.front(), taken.name), false};
  if (!taken.framework.empty()) {
    explorer.launch.rules = explorer.launch.form = taken.framework;
    say_rules(explorer);  // it was evaluated with the rules of the one before
  }
  if (!taken.framework.empty() || !taken.notices.empty()) explorer.grown = ViewKind::launch;
}

const char* severity_word(RuleSeverity severity) {
  return severity == RuleSeverity::error ? "refused" : severity == RuleSeverity::warning ? "warning" : "adjusted";
}

std::string rules_line(const RulesReport& rules) {
  const std::string broken = rules.broken.empty() ? "none" : std::to_string(rules.broken.size());
  return std::to_string(rules.checked) + " rules checked, " + broken + " broken; " + std::to_string(rules.unchecked) +
         " can't be checked from here.";
}

std::vector<std::string> unsaid_lines(const ExportedLaunch& exported) {
  std::vector<std::string> lines;
  for (std::string setting : exported.cannot_express) {
    const std::size_t equals = setting.find('=');
    if (equals != std::string::npos) setting.replace(equals, 1, " = ");
    std::erase(setting, '"');
    lines.push_back(std::move(setting));
  }
  return lines;
}

}  // namespace shardscope
