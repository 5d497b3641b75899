#include "core/lanes/lane_memory.h"

#include <algorithm>

#include "core/memory/activations.h"
#include "core/scenario/plan_schedule.h"

namespace shardscope {

namespace {

constexpr std::size_t points_max = 400'000;

/// When the layer begins an operation's forward, and when it has ended its backward; of an operation that the pass
/// doesn't run the pass's own ends.
struct OperationTimes {
  std::vector<double> begins, ends;
};
OperationTimes times_of(const LayerLanes& layer) {
  const std::size_t count = layer.block.operations.size() + 1;  // and what no operation reads
  OperationTimes times{std::vector<double>(count, layer.length), std::vector<double>(count, 0)};
  for (const LaneBar& bar : layer.bars) {
    if (bar.work != LaneWork::operation || bar.operation < 0) continue;
    const auto at = static_cast<std::size_t>(bar.operation);
    if (bar.phase == OperationPhase::forward) times.begins[at] = std::min(times.begins[at], bar.start);
    if (bar.phase == OperationPhase::input_gradient || bar.phase == OperationPhase::weight_gradient)
      times.ends[at] = std::max(times.ends[at], bar.end);
  }
  for (double& end : times.ends)
    if (end <= 0) end = layer.length;
  return times;
}

/// The tensors of one layer of a pass as steps in the layer's own seconds.
std::vector<RampStep> steps_of(const LayerLanes& layer, const Plan& plan, bool takes) {
  std::vector<RampStep> steps;
  if (layer.redone) steps.push_back({takes ? 0 : layer.length, layer.block.input.value});
  const OperationTimes times = times_of(layer);
  for (const SavedTensor& tensor : layer.block.saved) {
    if (!is_kept(tensor, layer, plan)) continue;
    const std::size_t at = std::min(tensor.read_by, times.begins.size() - 1);
    steps.push_back({takes ? times.begins[at] : times.ends[at], tensor.bytes().value});
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const RampStep& a, const RampStep& b) { return a.moment < b.moment; });
  return steps;
}

/// Of a whole pass, as shares of its time. Steps of one moment are one; all of them sum to `whole`.
std::vector<RampStep> ramp_of(const PassLanes& pass, const Plan& plan, bool takes, double whole) {
  std::vector<std::vector<RampStep>> of_layers;
  for (const LayerLanes& layer : pass.layers) of_layers.push_back(steps_of(layer, plan, takes));
  std::vector<RampStep> ramp;
  double sum = 0;
  for (const LayerSpan& span : pass.spans)
    for (const RampStep& step : of_layers[span.lanes]) {
      const double moment = pass.length > 0 ? std::clamp(pass.moment(span, step.moment) / pass.length, 0.0, 1.0) : 1;
      sum += step.bytes;
      if (!ramp.empty() && moment <= ramp.back().moment)
        ramp.back().bytes += step.bytes;
      else
        ramp.push_back({moment, step.bytes});
    }
  if (!(sum > 0)) return {};
  for (RampStep& step : ramp) step.bytes *= whole / sum;
  return ramp;
}

/// The rank's pass of a stage; nothing where its lanes don't have it.
const PassLanes* pass_of(const RankLanes& lanes, std::size_t stage, LanePass kind) {
  for (std::size_t i = 0; i < lanes.passes.size(); ++i)
    if (lanes.stages[i] == static_cast<std::int64_t>(stage) && lanes.passes[i].pass == kind) return &lanes.passes[i];
  return nullptr;
}

bool is_offloaded(const ChunkHolding& chunk) {
  return chunk.offloaded_dense_layers + chunk.offloaded_moe_layers > 0;
}

}  // namespace

bool is_kept(const SavedTensor& tensor, const LayerLanes& layer, const Plan& plan) {
  return !(tensor.in_layer && layer.redone) && !is_dropped(tensor, plan);
}

std::vector<ChunkRamps> ramps_of_chunks(const Report& report, const RankLanes& lanes) {
  const Plan& plan = report.scenario.plan;
  const StagesOfRank stages = stages_of_rank(plan, lanes.rank, report.timeline->ranks, report.layout.size());
  std::vector<ChunkRamps> ramps(stages.size());
  if (plan.end_passes || !runs_backward(plan)) return ramps;
  const ModelBlocks blocks = make_blocks(report.scenario.model, plan);
  const LanePass frees = splits_backward(plan) ? LanePass::backward_weight : LanePass::backward;
  for (std::size_t c = 0; c < stages.size(); ++c) {
    const ChunkHolding chunk = holding_of(report.layout[stages[c]], plan);
    const PassLanes *forward = pass_of(lanes, stages[c], LanePass::forward), *last = pass_of(lanes, stages[c], frees);
    if (forward == nullptr || last == nullptr || is_offloaded(chunk)) continue;
    const double whole = bytes_of(chunk, blocks).value;
    ramps[c] = {ramp_of(*forward, plan, true, whole), ramp_of(*last, plan, false, whole)};
  }
  return ramps;
}

MemoryCurve memory_by_operation(const Report& report, const RankLanes& lanes) {
  const std::vector<ChunkRamps> ramps = ramps_of_chunks(report, lanes);
  std::size_t most = 0;
  for (const ChunkRamps& chunk : ramps) most = std::max({most, chunk.takes.size(), chunk.frees.size()});
  if (most * lanes.places.size() > points_max) return memory_over_time(report, lanes.rank);
  return memory_along_ramps(report, lanes.rank, ramps);
}

}  // namespace shardscope
