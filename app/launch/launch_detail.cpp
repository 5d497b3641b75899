#include "app/launch/launch_detail.h"

#include "core/changes/first_changes.h"

namespace shardscope {

namespace {

LaunchDetail detail_of(const ViewFrame& frame) {
  const LaunchFramework* rules = find_framework(frame.presets.frameworks, frame.launch.rules);
  const LaunchFramework* form = find_framework(frame.presets.frameworks, frame.launch.form);
  const bool same = rules == form;
  LaunchDetail detail;
  if (form != nullptr)
    detail.exported =
        export_launch(frame.launched(), *form, frame.launch.launcher, frame.presets, same ? &frame.rules : nullptr);
  detail.rules = same ? detail.exported.rules : frame.rules;
  if (rules != nullptr)
    static_cast<FrameworkFindings&>(detail) =
        framework_findings(std::move(detail.rules), frame.launched(), *rules, frame.presets);
  return detail;
}

std::vector<MemorySaving> savings_of(const ViewFrame& frame) {
  return framework_savings(frame.launched(), frame.report, find_framework(frame.presets.frameworks, frame.launch.rules),
                           frame.presets, frame.holds);
}

std::map<std::string, PlanMend> rule_mends_of(const ViewFrame& frame) {
  std::map<std::string, PlanMend> mends;
  const LaunchFramework* framework = find_framework(frame.presets.frameworks, frame.launch.rules);
  if (framework == nullptr) return mends;
  for (const BrokenRule& rule : frame.rules.broken)
    if (rule.severity != RuleSeverity::adjust)
      if (auto mend = mend_of_rule(frame.launched(), rule, *framework, frame.presets, frame.holds))
        mends.emplace(rule.id, *std::move(mend));
  return mends;
}

}  // namespace

void refresh_launch(LaunchState& state, const ViewFrame& frame, bool hand_is_down) {
  if (frame.presets.frameworks.empty()) return;
  state.detail.of(frame.launched(), frame.launch, [&] { return detail_of(frame); });
  const auto follow = [&](auto& memo, auto make) {
    if (!hand_is_down)
      memo.of(frame.launched(), frame.launch.rules, frame.holds, [&] { return make(frame); });
    else if (!memo.is_of(frame.launched(), frame.launch.rules, frame.holds))
      memo.forget();
  };
  follow(state.savings, savings_of);
  follow(state.rule_mends, rule_mends_of);
}

std::vector<std::string> unsaid_lines(const ExportedLaunch& exported) {
  std::vector<std::string> lines;
  for (const auto& [key, value] : exported.cannot_express) {
    std::string words = value;
    std::erase(words, '"');
    lines.push_back(key + " = " + words);
  }
  return lines;
}

}  // namespace shardscope
