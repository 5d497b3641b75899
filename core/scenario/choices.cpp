#include "core/scenario/choices.h"

namespace shardscope {

namespace {

// Schedules, in the order of ScheduleKind. Each one's paper and bounds: core/pipeline.
constexpr Choice schedule_choices[] = {
    {"gpipe", "GPipe", "All forwards, then all backwards; every rank holds all micro-batches."},
    {"1f1b", "1F1B", "One forward, one backward in turn; GPipe's bubble with at most pp micro-batches held."},
    {"interleaved", "Interleaved 1F1B",
     "1F1B over several chunks a rank: a smaller bubble, more transfers and memory."},
    {"breadth-first", "Breadth-first",
     "Chunk by chunk over all micro-batches, so that sharded weights are gathered once."},
    {"zb-h1", "ZB-H1", "Backward split in two: weight gradients fill the bubble within 1F1B's memory."},
    {"zb-h2", "ZB-H2", "Zero bubble in the steady state for about twice 1F1B's activations."},
    {"zb-auto", "ZB-auto", "A zero-bubble order searched for the pass times, under a memory limit."},
    {"zb-v", "ZB-V", "Zero bubble with two chunks a rank laid out as a V, within 1F1B's memory."},
    {"v-half", "V-Half", "A V layout that holds half of 1F1B's activations."},
    {"v-min", "V-Min", "A V layout that holds about a third of 1F1B's activations, for a larger bubble."},
    {"1f1b-v", "1F1B-V", "1F1B over the V layout, backward not split."},
    {"dualpipe", "DualPipe", "Micro-batches from both ends; forward and backward overlap to hide communication."},
    {"dualpipe-v", "DualPipeV", "DualPipe folded into a V: one copy of the weights instead of two."},
    {"chimera", "Chimera", "Two pipelines in opposite directions, each filling the other's bubble."},
};
static_assert(std::size(schedule_choices) == static_cast<std::size_t>(ScheduleKind::chimera) + 1);

}  // namespace

template <>
std::span<const Choice> choices<ScheduleKind>() {
  return schedule_choices;
}

}  // namespace shardscope
