// DualPipeV: DualPipe cut in half; the two directions are the arms of a V, so that weights are held once.
// Steps in dual_steps.h, as DeepSeek's repository publishes them (github.com/deepseek-ai/DualPipe), after Qi's
// "cut-in-half". Bubble by its README: (p-1)(FB + B - 3W), with FB the time of an overlapped pair and B of a whole
// backward. Each rank holds 2p+1 micro-batch-chunks at most. Valid where m is at least 2p; 2 chunks per rank.
#include "core/schedules/dual_steps.h"
#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

std::vector<Pass> dualpipe_v_order(const ScheduleRequest& request, std::int32_t rank) {
  return dual_order(rank, request.ranks, request.micro_batches, {DualChunk{0, 0}, DualChunk{1, 0}});
}

}  // namespace

const ScheduleWays schedules::dualpipe_v = {
    .choice = {"dualpipe-v", "DualPipeV", "DualPipe folded into a V: one copy of the weights instead of two."},
    .bubble_words = "(p−1)(FB+D−3W), with FB an overlapped pair and D a whole backward",
    .memory_words = "2p+1 chunks on a rank",
    .valid_words = "m ≥ 2p; two chunks per rank",
    .paper = "DeepSeek-AI 2025, DualPipe's repository, after Qi's cut-in-half",
    .placement = StagePlacement::v,
    .splits_backward = true,
    .overlaps_passes = true,
    .counts = {.chunks_max = 2, .micro_batches_per_rank_min = 2},
    .orders = rank_by_rank<dualpipe_v_order>,
    .held = [](ScheduleSize of, double) { return 2 * of.p + 1; },
};

}  // namespace shardscope
