#include "core/changes/sensitivity.h"

#include <cmath>
#include <utility>

#include "core/base/number_text.h"
#include "core/changes/cluster_sizes.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario/plan_counts.h"

namespace shardscope {

namespace {

Bytes spare_of(const Report& report) {
  return Bytes{static_cast<double>(report.scenario.cluster.gpu.capacity_bytes())} - report.memory.peak;
}

/// Nothing where the plan can't run.
std::optional<SensitivitySide> side_of(const Report& before, std::string to, SingleChange change) {
  const Report after = evaluate(change.scenario);
  if (!after.valid) return std::nullopt;
  SensitivitySide side{std::move(to), {}, spare_of(after) - spare_of(before), after.fits, std::move(change)};
  if (after.time && before.time) side.step = after.time->step - before.time->step;
  return side;
}

SensitivityRow of_hardware(const Report& before, HardwareFigure figure, double share) {
  SensitivityRow row{std::string(name_of(figure)), true, {}, {}};
  const auto side = [&](double factor, const char* sign) {
    HardwareFactors factors = hardware_as_it_is;
    factors[index_of(figure)] = factor;
    const std::string to = sign + number_text(share * 100) + " %";
    return side_of(before, to, {row.name + " " + to, {}, on_hardware(before.scenario, factors)});
  };
  row.less = side(1 - share, "−"), row.more = side(1 + share, "+");
  return row;
}

SensitivityRow of_degree(const Report& before, PlanDegree degree) {
  const MovedDegree& moved = entry_of(degree);
  const std::int64_t now = before.scenario.plan.*moved.value;
  SensitivityRow row{std::string(moved.name) + " " + std::to_string(now), false, {}, {}};
  for (SingleChange& change : degree_beside(before.scenario, degree)) {
    const std::int64_t to = change.scenario.plan.*moved.value;
    (to < now ? row.less : row.more) = side_of(before, std::to_string(to), std::move(change));
  }
  return row;
}

SensitivityRow of_expert_tensor(const Report& before) {
  const std::int64_t now = expert_tensor_of(before.scenario.plan);
  SensitivityRow row{"ETP " + std::to_string(now), false, {}, {}};
  const auto side = [&](std::int64_t to) {
    const PlanEdit edit{arrow("ETP", static_cast<double>(now), static_cast<double>(to)), "plan.etp",
                        [to](Plan& plan) { plan.etp = to; }};
    return side_of(before, std::to_string(to), with_edit(before.scenario, edit));
  };
  if (!has_experts(before.scenario.model)) return row;
  if (now % 2 == 0) row.less = side(now / 2);
  row.more = side(now * 2);
  return row;
}

SensitivityRow of_replicas(const Report& before) {
  const auto now = static_cast<double>(replicas_of(before.scenario.plan));
  SensitivityRow row{"DP " + number_text(now), false, {}, {}};
  const auto side = [&](double times) -> std::optional<SensitivitySide> {
    const double gpus = static_cast<double>(before.scenario.cluster.gpus) * times;
    const std::optional<Scenario> sized = on_cluster_of(before.scenario, gpus);
    if (!sized || sized->plan.global_batch != before.scenario.plan.global_batch) return std::nullopt;
    const std::string to = std::to_string(replicas_of(sized->plan));
    const std::string words = to + " on " + std::to_string(sized->cluster.gpus) + " GPUs";
    return side_of(before, words, {"DP " + number_text(now) + " → " + words, "plan.dp", *sized});
  };
  row.less = side(0.5), row.more = side(2);
  return row;
}

}  // namespace

SensitivityRow sensitivity_row(const Report& before, std::size_t place, double share) {
  if (place < hardware_figure_count) return of_hardware(before, static_cast<HardwareFigure>(place), share);
  place -= hardware_figure_count;
  if (place < count_of<PlanDegree>) return of_degree(before, static_cast<PlanDegree>(place));
  return place == count_of<PlanDegree> ? of_expert_tensor(before) : of_replicas(before);
}

}  // namespace shardscope
