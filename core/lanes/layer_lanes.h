// core/lanes: a pass down to its operations and collectives, each on the lane that it runs on, as a profiler shows
// them. In: blocks (core/transformer), what they cost (core/step), the rules of what travels beside what
// (core/traffic). Out: the lanes of a layer (this file), of a stage's pass with its gathers (pass_lanes.h), of a rank's
// step (rank_lanes.h). A pass's lanes end when the step's own pass does: picture and number are one model, held by
// tests. Made on demand for what is looked at; evaluate() doesn't.
//
// This file: one block's pass. What a kernel takes up of its pass is more than it takes alone where launches bind it
// too (core/traffic/hiding_time.h); the rest of a block's kernels share what is left of the pass.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/inspect/operation_table.h"
#include "core/step/stage_cost.h"
#include "core/traffic/lane_simulation.h"
#include "core/transformer/operations.h"

namespace shardscope {

struct LaneWorkEntry {
  std::string_view json;
  std::string_view words;
  std::string_view kernel;  // as a profiler of PyTorch names it
};
// clang-format off
#define SHARDSCOPE_LANE_WORK(entry) \
  entry(operation, "operation", "operation", "") \
  entry(copies, "copies", "copies of gathered weights", "split_with_sizes_copy") \
  entry(host_wait, "host_wait", "token counts to the host, experts' launches", "cudaStreamSynchronize") \
  entry(gather, "gather", "all-gather over TP", "ncclDevKernel_AllGather") \
  entry(scatter, "scatter", "reduce-scatter over TP", "ncclDevKernel_ReduceScatter_Sum") \
  entry(all_reduce, "all_reduce", "all-reduce over TP", "ncclDevKernel_AllReduce_Sum") \
  entry(gather_of_rows, "gather_of_rows", "all-gather of experts' rows", "ncclDevKernel_AllGather") \
  entry(scatter_of_rows, "scatter_of_rows", "reduce-scatter of experts' rows", "ncclDevKernel_ReduceScatter_Sum") \
  entry(ring, "ring", "ring of keys and values", "ncclDevKernel_SendRecv") \
  entry(dispatch, "dispatch", "dispatch to the experts", "ncclDevKernel_SendRecv") \
  entry(combine, "combine", "combine of the experts' rows", "ncclDevKernel_SendRecv") \
  entry(gather_of_weights, "gather_of_weights", "all-gather of weights", "ncclDevKernel_AllGather") \
  entry(scatter_of_gradients, "scatter_of_gradients", "reduce-scatter of gradients", "ncclDevKernel_ReduceScatter_Sum")
// clang-format on
SHARDSCOPE_TABLE(LaneWork, LaneWorkEntry, SHARDSCOPE_LANE_WORK)

/// The passes that a block has, as JSON has them; `backward` is input and weight gradient together, with recomputation.
// clang-format off
#define SHARDSCOPE_LANE_PASS(entry) \
  entry(forward, "forward") entry(backward, "backward") entry(backward_input, "backward_input") \
  entry(backward_weight, "backward_weight")
// clang-format on
SHARDSCOPE_TABLE(LanePass, std::string_view, SHARDSCOPE_LANE_PASS)

struct LaneBar {
  LaneKind lane = LaneKind::compute;
  LaneWork work = LaneWork::operation;
  OperationPhase phase = OperationPhase::forward;  // of an operation
  std::int32_t operation = -1;                     // of the block's, where it is one
  double start = 0, end = 0;                       // seconds from the layer's start
  double share = 1;                                // of the operation or collective that this piece is
  Seconds alone;                                   // what the piece takes with nothing beside it and no launches
  Seconds elsewhere;  // beside another micro-batch's pass, of a collective that its own pass doesn't wait for whole
  Flops flops;
  Bytes bytes;                  // moved to and from memory, or sent by the GPU
  std::int32_t waits_for = -1;  // the bar whose end lets it start
  double slack = 0;             // seconds by which it could end later, and the layer's pass as it does
};

/// One block's pass; seconds from its start.
struct LayerLanes {
  Block block;
  bool redone = false;  // its forward runs again whole
  LanePass pass = LanePass::forward;
  std::vector<LaneBar> bars;  // as they are launched: of each lane in the order of time
  double length = 0;
};
[[nodiscard]] LayerLanes layer_lanes(BlockKind kind, const Scenario& scenario, const MachineSpeed& speed, bool redone,
                                     LanePass pass);

/// By how much each lane's traffic makes the layer's pass longer: what kernels wait for, and what they lose beside it.
[[nodiscard]] std::array<Seconds, lane_kinds> exposed_by_lane(const LayerLanes& lanes, const Contention& contention);

}  // namespace shardscope
