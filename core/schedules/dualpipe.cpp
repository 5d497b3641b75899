// DualPipe: two copies of the model in opposite directions; forwards overlap with backwards, so that the all-to-all of
// one runs beside the matrix products of the other.
// DeepSeek-AI 2024, "DeepSeek-V3 Technical Report", section 3.2.1, figure 5 and table 2; steps in dual_steps.h.
// Bubble by table 2: (p/2 - 1)(FB + B - 3W), with FB the time of an overlapped pair and B of a whole backward. Weights
// twice; each rank holds p+1 micro-batch-chunks at most. Valid where p is even, m is even and at least 2p; m counts
// both directions, half for each.
#include "core/schedules/dual_steps.h"
#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

std::vector<Pass> dualpipe_order(const ScheduleRequest& request, std::int32_t rank) {
  const std::int32_t ranks = request.ranks, row = ranks / 2, half = request.micro_batches / 2;
  const DualChunk down{0, 0}, up{1, half};
  if (rank < row) return dual_order(rank, row, half, {down, up});
  return dual_order(ranks - 1 - rank, row, half, {up, down});
}

}  // namespace

const ScheduleWays schedules::dualpipe = {
    .choice = {"dualpipe", "DualPipe",
               "Micro-batches from both ends; forward and backward overlap to hide communication."},
    .bubble_words = "(p/2−1)(FB+D−3W), with FB an overlapped pair and D a whole backward",
    .memory_words = "p+1 micro-batches on a rank, and the weights twice",
    .valid_words = "p and m even, m ≥ 2p, both directions counted",
    .paper = "DeepSeek-AI 2024, DeepSeek-V3 Technical Report",
    .placement = StagePlacement::mirrored,
    .splits_backward = true,
    .overlaps_passes = true,
    .counts = {.even = true, .micro_batches_per_rank_min = 2},
    .orders = rank_by_rank<dualpipe_order>,
    .held = [](ScheduleSize of, double) { return of.p + 1; },
};

}  // namespace shardscope
