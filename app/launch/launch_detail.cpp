#include "app/launch/launch_detail.h"

#include "app/output/check_page.h"
#include "core/launch/verdict.h"

namespace shardscope {

namespace {

LaunchDetail detail_of(const ViewFrame& frame) {
  const LaunchFramework& rules = framework_named(frame.presets, frame.launch.rules);
  const LaunchFramework& form = framework_named(frame.presets, frame.launch.form);
  const bool same = &rules == &form;
  LaunchDetail detail;
  detail.exported =
      export_launch(frame.scenario(), form, frame.launch.launcher, frame.presets, same ? &frame.rules : nullptr);
  detail.rules = same ? detail.exported.rules : frame.rules;
  detail.changes = wanted_changes(detail.rules, rules);
  detail.unsaid = inexpressible(frame.scenario(), rules, frame.presets);
  return detail;
}

std::vector<MemorySaving> savings_of(const ViewFrame& frame) {
  if (!frame.report.valid || frame.report.fits) return {};
  std::vector<MemorySaving> savings = memory_savings(frame.scenario(), frame.report, frame.holds);
  keep_expressible(savings, frame.scenario(), framework_named(frame.presets, frame.launch.rules), frame.presets);
  return savings;
}

}  // namespace

void refresh_launch(LaunchState& state, const ViewFrame& frame, bool hand_is_down) {
  if (frame.presets.frameworks.empty()) return;
  state.detail.of(frame.scenario(), frame.launch, [&] { return detail_of(frame); });
  if (!hand_is_down)
    state.savings.of(frame.scenario(), frame.launch.rules, frame.holds, [&] { return savings_of(frame); });
  else if (!state.savings.is_of(frame.scenario(), frame.launch.rules, frame.holds))
    state.savings.forget();
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
