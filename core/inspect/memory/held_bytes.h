// What every rank of a report's timeline holds, as bytes of memory at every moment: weights, gradients, optimizer and
// buffers all the time, and activations pass by pass. In: a Report. Out: the index that a chart's memory strips ask;
// its most on a rank is the report's total of the stage.
#pragma once

#include "core/pipeline/held_index.h"
#include "core/report/report.h"

namespace shardscope {

/// A forward takes its chunk's bytes when it starts, the pass that frees them gives them back when it ends; what a
/// whole backward recomputes is there while it runs, what an input gradient recomputes until the weight gradient. Empty
/// where the report has no timeline. Linear in passes.
[[nodiscard]] HeldIndex held_bytes(const Report& report);

}  // namespace shardscope
