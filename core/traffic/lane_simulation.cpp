#include "core/traffic/lane_simulation.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace shardscope {

namespace {

class Simulation {
 public:
  Simulation(std::span<const LaneTask> tasks, const Contention& contention)
      : tasks_(tasks), contention_(contention), spans_(tasks.size()), ended_(tasks.size(), false) {
    for (std::size_t i = 0; i < tasks.size(); ++i) queues_[index_of(tasks[i].lane)].push_back(i);
  }

  std::vector<LaneSpan> run() {
    for (;;) {
      start_ready();
      const double step = next_end();
      if (step == std::numeric_limits<double>::infinity()) return std::move(spans_);
      advance(step);
    }
  }

 private:
  struct Head {
    std::size_t place = 0;  // in the lane's queue
    bool running = false;
    double left = 0;  // seconds with nothing beside it
  };
  std::span<const LaneTask> tasks_;
  const Contention& contention_;
  std::vector<LaneSpan> spans_;
  std::vector<bool> ended_;
  std::array<std::vector<std::size_t>, lane_kinds> queues_;
  std::array<Head, lane_kinds> heads_;
  double now_ = 0;

  [[nodiscard]] bool is_ready(const LaneTask& task) const {
    return std::all_of(task.after.begin(), task.after.end(),
                       [&](std::int32_t before) { return before < 0 || ended_[static_cast<std::size_t>(before)]; });
  }

  void start_ready() {
    for (std::size_t lane = 0; lane < lane_kinds; ++lane) {
      Head& head = heads_[lane];
      if (head.running || head.place >= queues_[lane].size()) continue;
      const std::size_t task = queues_[lane][head.place];
      if (!is_ready(tasks_[task])) continue;
      head.running = true, head.left = tasks_[task].alone.value;
      spans_[task].start = now_;
    }
  }

  /// Kernels while any traffic runs, traffic while kernels do.
  [[nodiscard]] double slowdown(std::size_t lane) const {
    constexpr std::size_t compute = index_of(LaneKind::compute), host = index_of(LaneKind::host);
    if (lane == host) return 1;
    bool traffic = false;
    for (std::size_t other = 0; other < lane_kinds; ++other)
      traffic |= other != compute && other != host && heads_[other].running && heads_[other].left > 0;
    const bool kernels = heads_[compute].running && heads_[compute].left > 0;
    if (!traffic || !kernels) return 1;
    return lane == compute ? contention_.passes : contention_.passes * contention_.stretch();
  }

  [[nodiscard]] double next_end() const {
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t lane = 0; lane < lane_kinds; ++lane)
      if (heads_[lane].running) step = std::min(step, heads_[lane].left * slowdown(lane));
    return step;
  }

  void advance(double step) {
    std::array<double, lane_kinds> slow;
    for (std::size_t lane = 0; lane < lane_kinds; ++lane) slow[lane] = slowdown(lane);
    now_ += step;
    for (std::size_t lane = 0; lane < lane_kinds; ++lane) {
      Head& head = heads_[lane];
      if (!head.running) continue;
      const std::size_t task = queues_[lane][head.place];
      head.left = head.left * slow[lane] <= step * (1 + 1e-12) ? 0 : head.left - step / slow[lane];
      if (head.left > 0) continue;
      spans_[task].end = now_, ended_[task] = true;
      head.running = false, ++head.place;
    }
  }
};

}  // namespace

void LaneTask::wait_for(std::int32_t task) {
  if (task < 0 || std::find(after.begin(), after.end(), task) != after.end()) return;
  const auto free = std::find(after.begin(), after.end(), -1);
  assert(free != after.end());
  *free = task;
}

std::vector<LaneSpan> run_lanes(std::span<const LaneTask> tasks, const Contention& contention) {
  return Simulation(tasks, contention).run();
}

std::vector<double> slack_of(std::span<const LaneTask> tasks, std::span<const LaneSpan> spans) {
  std::vector<double> latest(tasks.size(), makespan_of(spans));
  std::array<std::int32_t, lane_kinds> next;  // on each lane, what runs after the tasks that are still to come
  next.fill(-1);
  for (std::size_t i = tasks.size(); i-- > 0;) {
    std::int32_t& after = next[index_of(tasks[i].lane)];
    const auto let = [&](std::size_t before, std::size_t task) {
      latest[before] = std::min(latest[before], latest[task] - (spans[task].end - spans[task].start));
    };
    if (after >= 0) let(i, static_cast<std::size_t>(after));
    after = static_cast<std::int32_t>(i);
    for (const std::int32_t before : tasks[i].after)
      if (before >= 0) let(static_cast<std::size_t>(before), i);
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) latest[i] = std::max(0.0, latest[i] - spans[i].end);
  return latest;
}

double makespan_of(std::span<const LaneSpan> spans) {
  double last = 0;
  for (const LaneSpan& span : spans) last = std::max(last, span.end);
  return last;
}

}  // namespace shardscope
