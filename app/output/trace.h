// A simulated step as a trace that ui.perfetto.dev and chrome://tracing open, and as rows for a spreadsheet.
// Chrome's trace event format, JSON object form: one process a pipeline rank; a thread for its passes and one for the
// gradient exchange and the optimizer; complete events ("X") in microseconds with micro-batch, chunk and stage; an
// arrow ("s", "f") a transfer between ranks; a counter ("C") of what the rank holds. Of a rank down to its operations
// a thread for its layers and one for each stream that has work, as PyTorch's profiler has them: "stream 7" computes,
// collectives run on others, each a kernel with layer, shape, FLOPs and bytes. Of a schedule alone a unit of time is
// written as a millisecond.
#pragma once

#include <iosfwd>

#include "app/output/timeline_source.h"

namespace shardscope {

/// Times are whole nanoseconds, so that events of a thread never overlap by rounding.
void write_trace(std::ostream& out, const TimelineSource& source);

/// A header and a row per pass, rank by rank in the order of time: rank, kind, chunk, micro_batch, start_seconds,
/// end_seconds, recompute_seconds. A backward's recomputation is part of it. Of a schedule alone the last columns are
/// start and end, in its units.
void write_timeline_csv(std::ostream& out, const TimelineSource& source);

}  // namespace shardscope
