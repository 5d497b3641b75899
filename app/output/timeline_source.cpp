#include "app/output/timeline_source.h"

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

}  // namespace shardscope
