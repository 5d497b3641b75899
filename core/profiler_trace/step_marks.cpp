#include "core/profiler_trace/step_marks.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Where the GPU's work begins and ends.
std::pair<double, double> extent_of(const TraceReading& reading, std::int32_t device) {
  std::pair<double, double> extent{0, 0};
  bool first = true;
  for (const GpuWork& work : reading.work) {
    if (work.device != device) continue;
    extent.first = first ? work.start : std::min(extent.first, work.start);
    extent.second = first ? work.end : std::max(extent.second, work.end);
    first = false;
  }
  return extent;
}

/// One mark a step: a GPU's streams may each have their own.
std::vector<StepMark> joined(std::vector<StepMark> marks) {
  std::sort(marks.begin(), marks.end(), [](const StepMark& a, const StepMark& b) { return a.number < b.number; });
  std::vector<StepMark> steps;
  for (const StepMark& mark : marks) {
    if (steps.empty() || steps.back().number != mark.number) {
      steps.push_back(mark);
      continue;
    }
    steps.back().start = std::min(steps.back().start, mark.start);
    steps.back().end = std::max(steps.back().end, mark.end);
  }
  std::sort(steps.begin(), steps.end(), [](const StepMark& a, const StepMark& b) { return a.start < b.start; });
  return steps;
}

/// Each step until the next begins, the last until `end`.
void close_gaps(std::vector<StepMark>& steps, double end) {
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) steps[i].end = steps[i + 1].start;
  if (!steps.empty()) steps.back().end = std::max(steps.back().end, end);
}

/// Without those in which the GPU does nothing.
std::vector<StepMark> with_work(const std::vector<StepMark>& steps, const TraceReading& reading, std::int32_t device) {
  std::vector<bool> works(steps.size());
  for (const GpuWork& work : reading.work) {
    if (work.device != device) continue;
    for (std::size_t i = first_step_after(steps, work.start); i < steps.size() && steps[i].start < work.end; ++i)
      works[i] = true;
  }
  std::vector<StepMark> kept;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (works[i] && steps[i].end > steps[i].start) kept.push_back(steps[i]);
  return kept;
}

}  // namespace

std::size_t first_step_after(const std::vector<StepMark>& steps, double moment) {
  const auto found =
      std::partition_point(steps.begin(), steps.end(), [&](const StepMark& step) { return !(step.end > moment); });
  return static_cast<std::size_t>(found - steps.begin());
}

MarkedSteps marked_steps(const TraceReading& reading, std::int32_t device) {
  const auto [begin, end] = extent_of(reading, device);
  std::vector<StepMark> host = joined(reading.host_steps), gpu = joined(reading.gpu_steps);
  const bool by_gpu = !gpu.empty() && gpu.size() >= host.size();
  std::vector<StepMark>& steps = by_gpu ? gpu : host;
  close_gaps(steps, end);
  steps = with_work(steps, reading, device);
  if (!steps.empty()) return {by_gpu ? StepsBy::gpu : StepsBy::host, std::move(steps)};
  if (!(end > begin)) return {};
  return {StepsBy::none, {{0, begin, end}}};
}

}  // namespace shardscope
