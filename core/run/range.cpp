#include "core/run/range.h"

namespace shardscope {

std::optional<RunRange> time_range_of(const std::optional<TimeReport>& time) {
  if (!time || !(time->step.value > 0) || !(time->range.low.value > 0)) return std::nullopt;
  return RunRange{time->range.low / time->step, time->range.high / time->step};
}

std::optional<RunRange> range_of(const RunReport& run, const std::optional<double>& figure) {
  if (!run.time_range || !figure) return std::nullopt;
  return RunRange{*figure * run.time_range->low, *figure * run.time_range->high};
}

std::optional<RunRange> range_of(const RunReport& run, const Cost& cost) {
  if (!run.time_range) return std::nullopt;
  const double total = cost.total();
  double moving = total;
  if (cost.way == CostWay::buy) moving = run.energy_usd.value_or(0);
  if (cost.way == CostWay::split) moving = 0;
  return RunRange{total + moving * (run.time_range->low - 1), total + moving * (run.time_range->high - 1)};
}

}  // namespace shardscope
