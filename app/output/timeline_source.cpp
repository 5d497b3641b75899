#include "app/output/timeline_source.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace shardscope {

TimelineSource timeline_source(const Report& report) {
  TimelineSource source{*report.timeline, report.scenario.name.empty() ? "One step" : report.scenario.name};
  source.kind = report.scenario.plan.schedule;
  source.report = &report;
  if (!report.time) return source;
  source.step_ends = report.time->step_ends;
  source.exchange = report.time->exchange;
  source.step = report.time->step;
  return source;
}

std::vector<Problem> no_timeline(const Report& report) {
  std::vector<Problem> reasons = report.problems;
  constexpr std::array<std::string_view, 5> of_schedule = {"plan.schedule", "plan.virtual_stages", "plan.pp",
                                                           "plan.global_batch", "plan.schedule_memory_limit"};
  std::erase_if(reasons, [&](const Problem& problem) {
    if (!report.valid) return problem.severity != Severity::error;
    return problem.severity != Severity::warning ||
           std::find(of_schedule.begin(), of_schedule.end(), problem.path) == of_schedule.end();
  });
  if (reasons.empty())
    reasons.push_back({Severity::error, "plan",
                       "its step can't be timed: the GPU has no speed for the plan's precision", "has-timeline"});
  return reasons;
}

}  // namespace shardscope
