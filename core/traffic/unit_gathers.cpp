#include "core/traffic/unit_gathers.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace shardscope {

Seconds shown_beside(Seconds kernels, Seconds traffic, const Contention& contention) {
  // In the kernels' own clock the traffic is slower by stretch() while both run; what the kernels lose is added.
  const Seconds together = min(kernels, traffic * contention.stretch());
  const Seconds left = traffic - together / contention.stretch();
  return left + together * (contention.passes - 1);
}

namespace {

/// By how much a pass's lanes take longer than its kernels alone.
Seconds shown_on_lanes(std::span<const UnitRun> runs, UnitPass pass, std::int64_t ahead, const Contention& contention) {
  const UnitTasks lanes = unit_tasks(runs, pass, ahead);
  double kernels = 0;
  for (const UnitTasks::Unit& unit : lanes.units)
    kernels += lanes.tasks[static_cast<std::size_t>(unit.kernels)].alone.value;
  return Seconds{std::max(0.0, makespan_of(run_lanes(lanes.tasks, contention)) - kernels)};
}

/// Each unit of the runs in the order in which the pass comes to it; of a share of one, that share.
std::vector<std::pair<std::size_t, double>> units_in_order(std::span<const UnitRun> runs, UnitPass pass) {
  std::vector<std::pair<std::size_t, double>> order;
  for (std::size_t r = 0; r < runs.size(); ++r)
    for (double left = runs[r].count; left > 1e-9; left -= 1) order.emplace_back(r, std::min(1.0, left));
  if (pass == UnitPass::backward) std::reverse(order.begin(), order.end());
  return order;
}

class UnitEmitter {
 public:
  UnitEmitter(std::span<const UnitRun> runs, UnitPass pass, std::int64_t ahead)
      : runs_(runs),
        pass_(pass),
        order_(units_in_order(runs, pass)),
        count_(static_cast<std::int64_t>(order_.size())),
        ahead_(std::min(ahead, count_)) {
    lanes_.units.resize(order_.size());
  }

  UnitTasks made() {
    for (std::int64_t j = 0; j < count_; ++j) {
      lanes_.units[static_cast<std::size_t>(j)].run = order_[static_cast<std::size_t>(j)].first;
      for (std::int64_t next = j; next <= j + ahead_; ++next) add_gather(next);
      if (pass_ == UnitPass::backward && j > 0)
        add_scatter(j - 1, task(std::min(j + ahead_, count_ - 1), &UnitTasks::Unit::gather));
      const Seconds kernels = pass_ == UnitPass::forward ? run(j).forward : run(j).backward;
      add(LaneKind::compute, kernels, &UnitTasks::Unit::kernels, j,
          {task(j, &UnitTasks::Unit::gather), task(j - 2, &UnitTasks::Unit::scatter)});
    }
    if (pass_ == UnitPass::backward && count_ > 0) add_scatter(count_ - 1, -1);
    return std::move(lanes_);
  }

 private:
  std::span<const UnitRun> runs_;
  UnitPass pass_;
  std::vector<std::pair<std::size_t, double>> order_;
  std::int64_t count_, ahead_;
  UnitTasks lanes_;

  [[nodiscard]] bool is_unit(std::int64_t j) const { return j >= 0 && j < count_; }
  [[nodiscard]] const UnitRun& run(std::int64_t j) const { return runs_[order_[static_cast<std::size_t>(j)].first]; }
  /// A unit's task of a kind, as far as there is one.
  [[nodiscard]] std::int32_t task(std::int64_t j, std::int32_t UnitTasks::Unit::*what) const {
    return is_unit(j) ? lanes_.units[static_cast<std::size_t>(j)].*what : -1;
  }

  void add(LaneKind lane, Seconds alone, std::int32_t UnitTasks::Unit::*what, std::int64_t j,
           std::initializer_list<std::int32_t> after) {
    LaneTask made{lane, alone * order_[static_cast<std::size_t>(j)].second};
    for (const std::int32_t before : after) made.wait_for(before);
    lanes_.units[static_cast<std::size_t>(j)].*what = static_cast<std::int32_t>(lanes_.tasks.size());
    lanes_.tasks.push_back(made);
  }
  void add_gather(std::int64_t j) {
    if (!is_unit(j) || task(j, &UnitTasks::Unit::gather) >= 0) return;
    add(LaneKind::data_in, run(j).gather, &UnitTasks::Unit::gather, j,
        {task(j - ahead_ - 1, &UnitTasks::Unit::kernels), task(j - ahead_ - 2, &UnitTasks::Unit::scatter)});
  }
  void add_scatter(std::int64_t j, std::int32_t gather) {
    add(LaneKind::data_out, run(j).scatter, &UnitTasks::Unit::scatter, j, {task(j, &UnitTasks::Unit::kernels), gather});
  }
};

}  // namespace

UnitTasks unit_tasks(std::span<const UnitRun> runs, UnitPass pass, std::int64_t ahead) {
  return UnitEmitter(runs, pass, ahead).made();
}

GatherExposure gather_exposure(std::span<const UnitRun> units, std::int64_t ahead, const Contention& contention) {
  if (ahead > 1)
    return {shown_on_lanes(units, UnitPass::forward, ahead, contention),
            shown_on_lanes(units, UnitPass::backward, ahead, contention)};
  const bool prefetch = ahead > 0;
  GatherExposure exposure;
  std::vector<UnitRun> runs;
  for (const UnitRun& unit : units)
    if (unit.count > 0) runs.push_back(unit);
  if (runs.empty()) return exposure;
  const auto shown = [&](double times, Seconds kernels, Seconds traffic) {
    return times * shown_beside(kernels, traffic, contention);
  };
  exposure.forward = runs.front().gather;
  exposure.backward = runs.back().gather + runs.front().scatter;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const UnitRun& run = runs[i];
    const double inner = std::max(0.0, run.count - 1), ends = std::min(1.0, run.count);
    const Seconds before = i > 0 ? runs[i - 1].gather : Seconds{};  // the model's order: backward comes to it next
    const Seconds after = i + 1 < runs.size() ? runs[i + 1].gather : Seconds{};
    const Seconds whole = i + 1 < runs.size() ? runs[i + 1].scatter : Seconds{};  // whole when this one's backward runs
    if (!prefetch) {
      exposure.forward += inner * run.gather + ends * after;
      exposure.backward += inner * run.gather + ends * before + shown(inner, run.backward, run.scatter) +
                           shown(ends, run.backward, whole);
      continue;
    }
    exposure.forward += shown(inner, run.forward, run.gather) + shown(ends, run.forward, after);
    if (run.count >= 2) {
      // The last of the run is beside what is behind it, the first beside what is before it.
      exposure.backward += shown(inner - 1, run.backward, run.gather + run.scatter) +
                           shown(1, run.backward, run.gather + whole) + shown(1, run.backward, before + run.scatter);
    } else {
      exposure.backward +=
          shown(inner, run.backward, run.gather + run.scatter) + shown(ends, run.backward, before + whole);
    }
  }
  return exposure;
}

}  // namespace shardscope
