#include "core/profiler_trace/predicted_profile.h"

#include "core/cluster/rank_mapping.h"
#include "core/hardware/operation_time.h"
#include "core/inspect/operation_table.h"

namespace shardscope {

namespace {

/// The pipeline rank of a global one; nothing where the trace's world isn't the plan's.
std::optional<std::int32_t> pipeline_rank_of(const Report& report, const TraceFacts& facts) {
  if (!facts.rank || !facts.world_size) return std::nullopt;
  const RankMapping mapping = map_ranks(report.scenario.plan, report.scenario.cluster);
  if (*facts.world_size != mapping.dense.ranks || *facts.rank < 0 || *facts.rank >= mapping.dense.ranks)
    return std::nullopt;
  return static_cast<std::int32_t>(mapping.dense.coordinates(*facts.rank)[index_of(GroupKind::pp)]);
}

void add_row(KindSeconds& seconds, const OperationRow& row, const MachineSpeed& speed) {
  switch (row.operation.kind) {
    case OperationKind::matrix:
    case OperationKind::grouped_matrix: {
      const Seconds product = each_without_casts(row, speed);
      seconds[index_of(KernelKind::products)] += product * row.runs;
      seconds[index_of(KernelKind::others)] += (row.each - product) * row.runs;  // casts are kernels of their own
      return;
    }
    case OperationKind::attention:
      seconds[index_of(KernelKind::attention)] += row.in_step();
      return;
    case OperationKind::memory_bound:
      seconds[index_of(KernelKind::others)] += row.in_step();
      return;
  }
}

}  // namespace

std::optional<PredictedProfile> predicted_profile(const Report& report, const TraceFacts& facts) {
  const std::optional<MachineSpeed> speed = machine_speed(report.scenario);
  if (!report.time || !speed) return std::nullopt;
  const std::optional<std::int32_t> of_trace = pipeline_rank_of(report, facts);
  PredictedProfile predicted;
  predicted.of_the_trace = of_trace.has_value();
  predicted.plan_ranks = map_ranks(report.scenario.plan, report.scenario.cluster).dense.ranks;
  predicted.pipeline_rank = of_trace.value_or(report.time->critical_rank);
  predicted.step = report.time->step;
  const OperationTable table = operation_table(report, predicted.pipeline_rank);
  KindSeconds& seconds = predicted.seconds;
  for (const OperationRow& row : table.rows) add_row(seconds, row, *speed);
  const StepBreakdown& step = report.time->breakdown;
  seconds[index_of(KernelKind::optimizer)] = step.optimizer;
  seconds[index_of(KernelKind::idle)] = table.beside + step.other;
  Seconds told;
  for (const Seconds each : seconds) told += each;
  seconds[index_of(KernelKind::communication)] = max(Seconds{}, report.time->step - told);
  return predicted;
}

}  // namespace shardscope
