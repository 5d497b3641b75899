#include "core/report_json/critical_path_json.h"

#include <nlohmann/json.hpp>

#include "core/pipeline/critical_path.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// Which pass it is.
Json pass_json(const Timeline& timeline, PassAt at) {
  const Pass pass = timeline.lane(at.rank)[at.bar].pass;
  return {{"rank", at.rank}, {"pass", name_of(pass.kind)}, {"chunk", pass.chunk}, {"micro_batch", pass.micro_batch}};
}

/// What follows the passes on the path.
Json step_end_json(const Report& report, const CriticalPath& path) {
  Json step_end = Json::array();
  for (const CriticalEnd& part : path.step_end)
    step_end.push_back({{"rank", part.rank},
                        {"part", step_end_name(part.kind)},
                        {"start_seconds", part.range.start},
                        {"end_seconds", part.range.end}});
  if (report.time && !path.steps.empty()) {  // what no bar shows: the step's overhead, the sites' outer exchange
    const CriticalStep& last = path.steps.back();
    const std::int32_t rank = path.step_end.empty() ? last.pass.rank : path.step_end.back().rank;
    const double end = path.step_end.empty() ? report.timeline->lane(last.pass.rank)[last.pass.bar].end
                                             : path.step_end.back().range.end;
    const double step = report.time->step.value;
    if (step > end)
      step_end.push_back({{"rank", rank}, {"part", "other"}, {"start_seconds", end}, {"end_seconds", step}});
  }
  return step_end;
}

}  // namespace

Json critical_path_json(const Report& report) {
  if (!report.timeline) return nullptr;
  const Timeline& timeline = *report.timeline;
  const auto step_ends = report.time ? std::span(report.time->step_ends) : std::span<const StepEnd>();
  const CriticalPath path = critical_path(timeline, build_timeline_index(timeline, step_ends));
  Json steps = Json::array();
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const CriticalStep& step = path.steps[i];
    const PassRecord& record = timeline.lane(step.pass.rank)[step.pass.bar];
    Json entry = pass_json(timeline, step.pass);
    entry["start_seconds"] = record.start;
    entry["end_seconds"] = record.end;
    Json before = nullptr;
    if (i > 0) {
      before = pass_json(timeline, path.steps[i - 1].pass);
      before["kind"] = name_of(step.after);
      before["transfer_seconds"] = step.transfer;
    }
    entry["waited_for"] = std::move(before);
    steps.push_back(std::move(entry));
  }
  return {{"passes_seconds", path.passes.value},
          {"transfers_seconds", path.transfers.value},
          {"transfers", path.transfer_count},
          {"steps", std::move(steps)},
          {"step_end", step_end_json(report, path)}};
}

}  // namespace shardscope
