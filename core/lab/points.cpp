#include "core/lab/points.h"

#include <algorithm>

#include "core/pipeline/totals.h"

namespace shardscope {

LabPoint lab_point(const LabScenario& lab, ScheduleKind kind) {
  LabPoint point;
  point.kind = kind;
  LabRequest made = lab_request(lab, kind);
  made.request.times = &made.times;
  const Outcome<Schedule> schedule = make_schedule(made.request);
  if (!succeeded(schedule)) {
    point.problem = lab_problem_words(problems_of(schedule));
    return point;
  }
  const StepTotals totals = simulate_totals(value_of(schedule), made.times, lab.stragglers);
  point.makespan = totals.makespan.value;
  point.bubble = bubble_fraction(totals.makespan, totals.busy);
  const std::vector<double> peaks =
      peak_held(value_of(schedule), std::vector<double>(made.times.stages.size(), made.micro_batches_per_chunk));
  point.peak_micro_batches = *std::max_element(peaks.begin(), peaks.end());
  return point;
}

void mark_front(std::vector<LabPoint>& points) {
  constexpr double same = 1e-9;  // rounding of equal schedules
  const auto beats = [](const LabPoint& a, const LabPoint& b) {
    const double bubble = b.bubble - a.bubble, peak = b.peak_micro_batches - a.peak_micro_batches;
    return ways_of(a.kind).runs_backward && bubble >= -same && peak >= -same && (bubble > same || peak > same);
  };
  for (LabPoint& point : points)
    point.on_front = point.runs() && ways_of(point.kind).runs_backward &&
                     std::none_of(points.begin(), points.end(),
                                  [&](const LabPoint& other) { return other.runs() && beats(other, point); });
}

std::string lab_problem_words(const std::vector<Problem>& problems) {
  return problems.empty() ? std::string() : problems.front().message;
}

}  // namespace shardscope
