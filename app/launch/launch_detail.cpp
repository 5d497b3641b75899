#include "app/launch/launch_detail.h"

#include "app/output/check_page.h"
#include "core/launch/verdict.h"

namespace shardscope {

namespace {

LaunchDetail detail_of(const Scenario& scenario, const LaunchChoice& choice, const Presets& presets) {
  const LaunchFramework& rules = framework_named(presets, choice.rules);
  const LaunchFramework& form = framework_named(presets, choice.form);
  LaunchDetail detail;
  detail.exported = export_launch(scenario, form, choice.launcher, presets);
  detail.rules = &rules == &form ? detail.exported.rules : check_rules(scenario, rules, presets);
  detail.changes = wanted_changes(detail.rules, rules);
  detail.unsaid = inexpressible(scenario, rules, presets);
  return detail;
}

std::vector<MemorySaving> room_of(const ViewFrame& frame) {
  if (!frame.report.valid || frame.report.fits) return {};
  std::vector<MemorySaving> room = memory_savings(frame.scenario(), frame.report, frame.holds);
  keep_expressible(room, frame.scenario(), framework_named(frame.presets, frame.launch.rules), frame.presets);
  return room;
}

}  // namespace

void refresh_launch(LaunchState& state, const ViewFrame& frame, bool hand_is_down) {
  if (frame.presets.frameworks.empty()) return;
  state.detail.of(frame.scenario(), frame.launch,
                  [&] { return detail_of(frame.scenario(), frame.launch, frame.presets); });
  if (!hand_is_down)
    state.room.of(frame.scenario(), frame.launch.rules, frame.holds, [&] { return room_of(frame); });
  else if (!state.room.is_of(frame.scenario(), frame.launch.rules, frame.holds))
    state.room.forget();
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
