#include "core/lanes/pass_lanes.h"

#include <algorithm>

#include "core/scenario/plan_schedule.h"
#include "core/traffic/shared_links.h"
#include "core/traffic/unit_gathers.h"

namespace shardscope {

namespace {

/// The runs of a stage's blocks, with whether each one's forward runs again.
bool runs_again(const BlockRun& run, const BlockCosts& blocks, const Plan& plan, const StageContent& stage) {
  if (run.kind == BlockKind::mtp_layer) return redone_layers(stage, plan).mtp;
  return run.cost == &blocks.dense_redone || run.cost == &blocks.moe_redone;
}

/// Layers as they are numbered: dense ones first, in each the recomputed ones.
std::int64_t first_layer_of(const std::array<BlockRun, block_runs_max>& runs, std::size_t run,
                            const StageContent& stage) {
  double before = 0;
  for (std::size_t i = 0; i < run; ++i)
    if (runs[i].kind == BlockKind::dense_layer || runs[i].kind == BlockKind::moe_layer) before += runs[i].count;
  return stage.first_layer + static_cast<std::int64_t>(before);
}

class StagePass {
 public:
  StagePass(const StageContent& stage, const Scenario& scenario, const MachineSpeed& speed, LanePass pass)
      : stage_(stage),
        scenario_(scenario),
        blocks_(block_costs(scenario, {stage}, speed)),
        runs_(block_runs(stage, blocks_, scenario.plan)) {
    lanes_.pass = pass;
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      if (!(runs_[r].count > 0)) continue;
      lanes_of_run_[r] = lanes_.layers.size();
      lanes_.layers.push_back(
          layer_lanes(runs_[r].kind, scenario, speed, runs_again(runs_[r], blocks_, scenario.plan, stage), pass));
    }
  }

  PassLanes made() {
    const bool gathers = gathers_in_passes(scenario_.plan);
    Contention contention;
    UnitTasks units;
    if (gathers) {
      StageCost cost;
      for (const BlockRun& run : runs_)
        if (run.count != 0) cost += run.count * *run.cost;
      contention = contention_beside(cost, Seconds{}, blocks_.beside_gathers);
    }
    units = unit_tasks(unit_runs(gathers), direction(), scenario_.plan.prefetch_layers.value_or(1));
    const std::vector<LaneSpan> spans = run_lanes(units.tasks, contention);
    lanes_.slowdown = contention.passes, lanes_.length = makespan_of(spans);
    number_layers(units);
    const std::vector<double> slack = slack_of(units.tasks, spans);
    for (std::size_t u = 0; u < units.units.size(); ++u) add(units, u, spans, slack);
    return std::move(lanes_);
  }

 private:
  const StageContent& stage_;
  const Scenario& scenario_;
  BlockCosts blocks_;
  std::array<BlockRun, block_runs_max> runs_;
  std::array<std::size_t, block_runs_max> lanes_of_run_{};
  std::vector<std::int64_t> layer_of_unit_;
  PassLanes lanes_;

  [[nodiscard]] UnitPass direction() const {
    return lanes_.pass == LanePass::forward ? UnitPass::forward : UnitPass::backward;
  }

  /// The stage's units, with what their lanes take.
  [[nodiscard]] std::array<UnitRun, block_runs_max> unit_runs(bool gathers) const {
    const StageUnits units = stage_units(runs_, scenario_.plan);
    std::array<UnitRun, block_runs_max> runs = lanes_.pass == LanePass::backward_weight ? units.weights : units.main;
    for (std::size_t r = 0; r < runs.size(); ++r) {
      if (!gathers) runs[r].gather = runs[r].scatter = Seconds{};
      if (runs[r].count > 0) runs[r].forward = runs[r].backward = Seconds{lanes_.layers[lanes_of_run_[r]].length};
    }
    return runs;
  }

  void number_layers(const UnitTasks& units) {
    std::array<std::int64_t, block_runs_max> next{};
    for (std::size_t r = 0; r < runs_.size(); ++r) next[r] = first_layer_of(runs_, r, stage_);
    layer_of_unit_.assign(units.units.size(), -1);
    const auto number = [&](std::size_t u) {
      const std::size_t run = units.units[u].run;
      const BlockKind kind = runs_[run].kind;
      if (kind == BlockKind::dense_layer || kind == BlockKind::moe_layer) layer_of_unit_[u] = next[run]++;
    };
    for (std::size_t i = 0; i < units.units.size(); ++i)
      number(direction() == UnitPass::forward ? i : units.units.size() - 1 - i);
  }

  void add(const UnitTasks& units, std::size_t u, const std::vector<LaneSpan>& spans,
           const std::vector<double>& slack) {
    const UnitTasks::Unit& unit = units.units[u];
    const auto kernels = static_cast<std::size_t>(unit.kernels);
    const double alone = units.tasks[kernels].alone.value;
    const LaneSpan& at = spans[kernels];
    const double slower = lanes_.slowdown - 1;
    const double slowed = slower > 0 ? std::clamp((at.end - at.start - alone) / slower, 0.0, alone) : 0;
    lanes_.spans.push_back({lanes_of_run_[unit.run], layer_of_unit_[u], at.start, at.end, slowed, slack[kernels]});
    for (const std::int32_t task : {unit.gather, unit.scatter}) {
      if (task < 0 || !(units.tasks[static_cast<std::size_t>(task)].alone.value > 0)) continue;
      const LaneTask& exchange = units.tasks[static_cast<std::size_t>(task)];
      const LaneSpan& when = spans[static_cast<std::size_t>(task)];
      const StageCost& cost = *runs_[unit.run].cost;
      const bool in = exchange.lane == LaneKind::data_in;
      lanes_.traffic.push_back({exchange.lane, lanes_.spans.size() - 1, when.start, when.end, exchange.alone,
                                in ? cost.communication.gather_once_sent
                                   : cost.communication.gather_sent.sent - 2 * cost.communication.gather_once_sent,
                                slack[static_cast<std::size_t>(task)]});
    }
  }
};

}  // namespace

double PassLanes::moment(const LayerSpan& span, double of_layer) const {
  return span.start + of_layer + std::min(of_layer, span.slowed) * (slowdown - 1);
}

PassLanes pass_lanes(const StageContent& stage, const Scenario& scenario, const MachineSpeed& speed, LanePass pass) {
  return StagePass(stage, scenario, speed, pass).made();
}

Seconds exposed_gathers(const PassLanes& lanes) {
  double kernels = 0;
  for (const LayerSpan& span : lanes.spans) kernels += lanes.layers[span.lanes].length;
  return Seconds{std::max(0.0, lanes.length - kernels)};
}

}  // namespace shardscope
