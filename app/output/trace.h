// A simulated step as a trace that ui.perfetto.dev and chrome://tracing open, and as rows for a spreadsheet.
// Chrome's trace event format, JSON object form: one process a pipeline rank; a thread for its passes and one for the
// gradient exchange and the optimizer; complete events ("X") in microseconds with micro-batch, chunk and stage; an
// arrow ("s", "f") a transfer between ranks; a counter ("C") of the activations that the rank holds.
#pragma once

#include <iosfwd>

#include "core/report.h"

namespace shardscope {

/// The report has a timeline. Times are whole nanoseconds, so that events of a thread never overlap by rounding.
void write_trace(std::ostream& out, const Report& report);

/// A header and a row a pass, rank by rank in the order of time: rank, kind, chunk, micro_batch, start_seconds,
/// end_seconds. A backward's recomputation is part of it. The report has a timeline.
void write_timeline_csv(std::ostream& out, const Report& report);

}  // namespace shardscope
