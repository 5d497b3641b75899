// The embedding and the loss as passes of their own: the embedding before each forward of the first stage, the loss
// behind each forward of the last and its backward before that stage's, the embedding's backward behind the pass that
// makes the first stage's gradients whole. Each runs beside its stage's pass, so the order of the other passes, who
// waits for whom and what is held stay; a pair of overlapped passes has them around it. Megatron-LM's layout strings
// (--pipeline-model-parallel-layout) place them as E and L; Yeung et al. 2024, "Balancing Pipeline Parallelism with
// Vocabulary Parallelism", treats them as passes.
#pragma once

#include "core/pipeline/schedule.h"

namespace shardscope {

[[nodiscard]] Schedule with_end_passes(Schedule schedule);

}  // namespace shardscope
