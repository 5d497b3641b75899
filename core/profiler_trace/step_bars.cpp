#include "core/profiler_trace/step_bars.h"

#include <algorithm>
#include <map>

#include "core/profiler_trace/step_marks.h"
#include "core/profiler_trace/step_profile.h"

namespace shardscope {

namespace {

const StepMark& median_step(std::vector<StepMark>& steps) {
  const auto length = [](const StepMark& step) { return step.end - step.start; };
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>((steps.size() - 1) / 2);
  std::nth_element(steps.begin(), middle, steps.end(),
                   [&](const StepMark& a, const StepMark& b) { return length(a) < length(b); });
  return *middle;
}

/// Where none of the kinds runs.
std::vector<TracedBar> idle_bars(const StepBars& step) {
  std::vector<TracedBar> all;
  for (const std::vector<TracedBar>& bars : step.bars) all.insert(all.end(), bars.begin(), bars.end());
  std::sort(all.begin(), all.end(), [](const TracedBar& a, const TracedBar& b) { return a.start < b.start; });
  std::vector<TracedBar> idle;
  double busy_until = 0;
  for (const TracedBar& bar : all) {
    if (bar.start > busy_until) idle.push_back({busy_until, bar.start, 0});
    busy_until = std::max(busy_until, bar.end);
  }
  if (step.length > busy_until) idle.push_back({busy_until, step.length, 0});
  return idle;
}

}  // namespace

std::optional<StepBars> typical_step_bars(const TraceReading& reading) {
  if (reading.work.empty()) return std::nullopt;
  const std::int32_t device = busiest_device(reading.work).first;
  MarkedSteps marked = marked_steps(reading, device);
  if (marked.by == StepsBy::none || marked.steps.empty()) return std::nullopt;
  const StepMark step = median_step(marked.steps);
  StepBars made{step.number, step.end - step.start, {}, {}};
  std::map<std::uint32_t, std::uint32_t> names;
  std::size_t count = 0;
  for (const GpuWork& work : reading.work) {
    const double from = std::max(work.start, step.start), to = std::min(work.end, step.end);
    if (work.device != device || !(to > from)) continue;
    if (++count > step_bars_max) return std::nullopt;
    const auto [name, is_new] = names.try_emplace(work.name, static_cast<std::uint32_t>(made.names.size()));
    if (is_new) made.names.push_back(reading.names[work.name]);
    made.bars[index_of(work.kind)].push_back({from - step.start, to - step.start, name->second});
  }
  for (std::vector<TracedBar>& bars : made.bars)
    std::sort(bars.begin(), bars.end(), [](const TracedBar& a, const TracedBar& b) { return a.start < b.start; });
  made.bars[index_of(KernelKind::idle)] = idle_bars(made);
  return made;
}

}  // namespace shardscope
