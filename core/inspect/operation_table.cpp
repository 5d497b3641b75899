#include "core/inspect/operation_table.h"

#include <algorithm>
#include <array>

#include "core/hardware/operation_time.h"
#include "core/scenario/plan_schedule.h"
#include "core/step/flops/elementwise_flops.h"
#include "core/transformer/early_stop.h"

namespace shardscope {

namespace {

constexpr std::array<OperationPhase, 4> phases = {OperationPhase::forward, OperationPhase::input_gradient,
                                                  OperationPhase::weight_gradient, OperationPhase::recompute};

/// Blocks of one kind on a rank, those that run their forward pass again apart.
struct BlockRuns {
  BlockKind kind = BlockKind::dense_layer;
  double plain = 0, redone = 0;
};

std::array<BlockRuns, 5> blocks_of(const StageContent& stage, const Plan& plan) {
  const auto dense = static_cast<double>(stage.dense_layers), moe = static_cast<double>(stage.moe_layers);
  const RedoneLayers redone = redone_layers(stage, plan);
  const auto mtp = static_cast<double>(stage.mtp_layers);
  return {{{BlockKind::embedding, stage.embedding ? 1.0 : 0.0, 0},
           {BlockKind::dense_layer, dense - redone.dense, redone.dense},
           {BlockKind::moe_layer, moe - redone.moe, redone.moe},
           {BlockKind::mtp_layer, redone.mtp ? 0 : mtp, redone.mtp ? mtp : 0},
           {BlockKind::head, stage.head ? 1.0 : 0.0, 0}}};
}

/// The rows of one kind of block. `runs` are a step's.
void add_rows(std::vector<OperationRow>& rows, const BlockRuns& runs, const Scenario& scenario,
              const MachineSpeed& speed) {
  const Plan& plan = scenario.plan;
  const Block block = make_block(runs.kind, scenario.model, plan);
  const RedoneShares again(block, scenario, false), again_in_full(block, scenario, true);
  for (std::size_t i = 0; i < block.operations.size(); ++i) {
    const Operation& operation = block.operations[i];
    for (const OperationPhase phase : phases) {
      if (phase != OperationPhase::forward && !runs_backward(plan)) continue;
      OperationRow row{operation, block.kind, phase, runs.plain + runs.redone, {}, {}, {}, {}};
      if (phase == OperationPhase::recompute) row.runs = runs.plain * again[i] + runs.redone * again_in_full[i];
      row.each = operation_time(operation, direction_of(phase), speed);
      if (!(row.in_step().value > 0)) continue;
      row.flops = operation_flops(operation, direction_of(phase));
      row.arithmetic = elementwise_flops(operation, direction_of(phase), scenario.model).value_or(row.flops);
      row.bytes = operation_bytes(operation, direction_of(phase), speed);
      rows.push_back(row);
    }
  }
}

/// The ranks that a table is of: one, or all.
struct Ranks {
  std::int32_t first = 0, count = 0;
};

Ranks ranks_of(const Report& report, std::optional<std::int32_t> rank) {
  const auto all = static_cast<std::int32_t>(ranks_with_stages(report.scenario.plan, report.layout.size()));
  if (!rank) return {0, all};
  return *rank >= 0 && *rank < all ? Ranks{*rank, 1} : Ranks{};
}

}  // namespace

Seconds each_without_casts(const OperationRow& row, const MachineSpeed& speed) {
  MachineSpeed without_casts = speed;
  without_casts.cast_forward_bytes = without_casts.cast_backward_bytes = 0;
  return operation_time(row.operation, direction_of(row.phase), without_casts);
}

OperationTable operation_table(const Report& report, std::optional<std::int32_t> rank) {
  return operation_table(report.scenario, report, rank);
}

OperationTable operation_table(const Scenario& scenario, const Report& report, std::optional<std::int32_t> rank) {
  OperationTable table;
  const Plan& plan = scenario.plan;
  const Ranks ranks = ranks_of(report, rank);
  const std::optional<MachineSpeed> speed = machine_speed(scenario);
  if (!report.time || !report.timeline || !speed || ranks.count == 0) return table;

  const double passes = report.timeline->micro_batches / static_cast<double>(ways_of(plan).copies_of_model()) /
                        static_cast<double>(ranks.count);
  std::array<BlockRuns, 5> runs;
  const BlockCosts blocks = block_costs(scenario, report.layout, *speed);
  for (std::int32_t r = ranks.first; r < ranks.first + ranks.count; ++r)
    for (const std::size_t k : stages_of_rank(plan, r, ranks_of(report, {}).count, report.layout.size())) {
      const std::array<BlockRuns, 5> of_stage = blocks_of(report.layout[k], plan);
      for (std::size_t i = 0; i < runs.size(); ++i) {
        runs[i].kind = of_stage[i].kind;
        runs[i].plain += passes * of_stage[i].plain, runs[i].redone += passes * of_stage[i].redone;
      }
      table.cost += passes * stage_cost(report.layout[k], blocks, plan);
    }
  for (const BlockRuns& of_kind : runs)
    if (of_kind.plain + of_kind.redone > 0) add_rows(table.rows, of_kind, scenario, *speed);
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [](const OperationRow& a, const OperationRow& b) { return a.in_step() > b.in_step(); });
  table.beside = table.cost.all_passes().kernels;
  for (const OperationRow& row : table.rows) table.beside = table.beside - row.in_step();
  return table;
}

std::vector<Communication> exchanges_of(const Report& report, const OperationTable& table,
                                        std::optional<std::int32_t> rank) {
  if (!report.time || ranks_of(report, rank).count == 0) return {};
  if (rank == report.time->critical_rank) return report.communication;
  const CommunicationCost& cost = table.cost.communication;
  std::vector<Communication> rows;
  for (Communication row : report.communication) {
    const bool tp = row.kind == GroupKind::tp, cp = row.kind == GroupKind::cp;
    if (!tp && !cp && row.kind != GroupKind::ep) continue;
    const double shown = row.time.value > 0 ? row.exposed / row.time : 1;
    row.time = row.expert_rows ? cost.expert_rows : tp ? cost.tp - cost.expert_rows : cp ? cost.cp : cost.ep;
    const Bytes of_experts = cost.expert_rows_sent.sent;
    row.bytes_per_gpu_per_step = row.expert_rows ? of_experts
                                 : tp            ? cost.tp_sent.sent - of_experts
                                 : cp            ? cost.cp_sent.sent
                                                 : cost.ep_sent.sent;
    row.exposed = row.time * shown;
    if (row.time.value > 0) rows.push_back(row);
  }
  return rows;
}

std::optional<Roofline> roofline_of(const Scenario& filled) {
  const std::optional<MachineSpeed> speed = machine_speed(filled);
  const double bandwidth = filled.cluster.gpu.memory_bandwidth;
  if (!speed || !(bandwidth > 0)) return std::nullopt;
  return Roofline{speed->peak, speed->peak_16bit, BytesPerSecond{bandwidth}};
}

}  // namespace shardscope
