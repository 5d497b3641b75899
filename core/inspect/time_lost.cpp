#include "core/inspect/time_lost.h"

#include <algorithm>

#include "core/hardware/operation_time.h"
#include "core/inspect/operation_table.h"
#include "core/scenario/plan_counts.h"
#include "core/step/step.h"
#include "core/traffic/slowest_replica.h"

namespace shardscope {

namespace {

/// One run of a product: at its precision's peak, what a large one would lose, its casts, and the rest by its shape.
void add_product(LostSeconds& lost, const OperationRow& row, const MachineSpeed& speed) {
  const bool low = row.operation.low_precision && speed.low_precision;
  const Seconds product = each_without_casts(row, speed);
  const Seconds ideal = min(product, row.flops / (low ? speed.peak : speed.peak_16bit));
  const Seconds large = row.flops / (low ? speed.matrix : speed.matrix_16bit) * speed.compute_factor;
  const Seconds reached = std::clamp(large, ideal, product);
  lost[index_of(TimeLost::at_peak)] += ideal * row.runs;
  lost[index_of(TimeLost::below_peak)] += (reached - ideal) * row.runs;
  lost[index_of(TimeLost::shapes)] += (product - reached) * row.runs;
  lost[index_of(TimeLost::casts)] += (row.each - product) * row.runs;
}

/// The kernels' seconds of forward and backward without recomputation.
LostSeconds of_kernels(const OperationTable& table, const MachineSpeed& speed) {
  LostSeconds lost{};
  Seconds rows;
  for (const OperationRow& row : table.rows) {
    if (row.phase == OperationPhase::recompute) continue;
    rows += row.in_step();
    switch (row.operation.kind) {
      case OperationKind::matrix:
      case OperationKind::grouped_matrix:
        add_product(lost, row, speed);
        break;
      case OperationKind::attention: {
        const Seconds ideal = min(row.each, row.flops / speed.peak_16bit);
        lost[index_of(TimeLost::at_peak)] += ideal * row.runs;
        lost[index_of(TimeLost::attention)] += (row.each - ideal) * row.runs;
        break;
      }
      case OperationKind::memory_bound:
        lost[index_of(TimeLost::memory_bound)] += row.in_step();
        break;
    }
  }
  const StageCost& cost = table.cost;
  const Seconds kernels = cost.forward.kernels + cost.backward_input.kernels + cost.backward_weight.kernels;
  lost[index_of(TimeLost::launches)] += max(Seconds{}, kernels - rows);
  return lost;
}

/// What the rank's kernels and its experts' all-to-all take where no expert rank has more rows than another, as shares
/// of what they take.
struct Balanced {
  LostSeconds kernels{};
  double compute = 1, recompute = 1, expert = 1;
};

double share_of(Seconds part, Seconds whole) {
  return whole.value > 0 ? std::clamp(part / whole, 0.0, 1.0) : 1;
}

Balanced balanced_part(const Report& report, const OperationTable& table, const MachineSpeed& speed) {
  Balanced result;
  result.kernels = of_kernels(table, speed);
  if (!has_experts(report.scenario.model) || !(report.scenario.plan.expert_imbalance > 1)) return result;
  Scenario balanced = report.scenario;
  balanced.plan.expert_imbalance = 1;
  const OperationTable even = operation_table(balanced, report, report.time->critical_rank);
  const Seconds all = total_of(result.kernels);
  result.kernels = of_kernels(even, speed);
  result.compute = share_of(total_of(result.kernels), all);
  result.recompute = share_of(even.cost.recompute.kernels, table.cost.recompute.kernels);
  result.expert = share_of(even.cost.all_passes().ep, table.cost.all_passes().ep);
  return result;
}

/// What of the rank's passes its own slowness and jitter make: they are stretched by one factor.
double share_of_stragglers(const Report& report, const OperationTable& table) {
  if (stragglers_of(report.scenario) == Stragglers{}) return 0;
  const Seconds kernels = table.cost.all_passes().kernels;
  const StepBreakdown& step = report.time->breakdown;
  const Seconds stretched = step.compute() + step.recompute;
  return stretched > kernels ? 1 - kernels / stretched : 0;
}

/// What of the bubble all replicas wait for the slowest of them.
Seconds waited(const Report& report) {
  if (!report.timeline) return {};
  return min(report.time->breakdown.bubble,
             wait_for_slowest(*report.timeline, report.time->critical_rank, stragglers_of(report.scenario),
                              static_cast<double>(replicas_of(report.scenario.plan))));
}

/// The breakdown itself, compute in two parts, and the bubble too.
LostSeconds of_breakdown(const Report& report) {
  LostSeconds lost{};
  for (std::size_t i = 0; i < lost.size(); ++i)
    if (const auto part = entry_of(static_cast<TimeLost>(i)).part) lost[i] = report.time->breakdown.*part;
  const Seconds slowest = waited(report);
  lost[index_of(TimeLost::slowest)] = slowest;
  lost[index_of(TimeLost::bubble)] = lost[index_of(TimeLost::bubble)] - slowest;
  return lost;
}

/// Takes compute apart, in the proportions of the operations, and what imbalance and stragglers make of the rest.
void take_apart(LostSeconds& lost, const Report& report, const MachineSpeed& speed) {
  const OperationTable table = operation_table(report, report.time->critical_rank);
  const Balanced balanced = balanced_part(report, table, speed);
  const Seconds kernels = total_of(balanced.kernels);
  if (!(kernels.value > 0)) return;
  const double stragglers = share_of_stragglers(report, table);
  for (const TimeLost part : {TimeLost::at_peak, TimeLost::below_peak, TimeLost::recompute, TimeLost::tensor,
                              TimeLost::context, TimeLost::expert}) {
    lost[index_of(TimeLost::stragglers)] += lost[index_of(part)] * stragglers;
    lost[index_of(part)] = lost[index_of(part)] * (1 - stragglers);
  }
  const auto take = [&](Seconds& from, double share) {
    lost[index_of(TimeLost::imbalance)] += from * (1 - share);
    from = from * share;
  };
  Seconds compute = lost[index_of(TimeLost::at_peak)] + lost[index_of(TimeLost::below_peak)];
  lost[index_of(TimeLost::at_peak)] = lost[index_of(TimeLost::below_peak)] = Seconds{};
  take(compute, balanced.compute);
  take(lost[index_of(TimeLost::recompute)], balanced.recompute);
  take(lost[index_of(TimeLost::expert)], balanced.expert);
  for (std::size_t i = 0; i < lost.size(); ++i) lost[i] += compute * (balanced.kernels[i] / kernels);
}

}  // namespace

Seconds seconds_of(const LostSeconds& lost, TimeLost part) {
  return lost[index_of(part)];
}

Seconds total_of(const LostSeconds& lost) {
  Seconds sum;
  for (const Seconds part : lost) sum += part;
  return sum;
}

LostSeconds time_lost(const Report& report) {
  if (!report.time) return {};
  LostSeconds lost = of_breakdown(report);
  const std::optional<MachineSpeed> speed = machine_speed(report.scenario);
  if (speed) take_apart(lost, report, *speed);
  return lost;
}

}  // namespace shardscope
