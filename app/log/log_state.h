// app/log: the Log view: a training log beside what its plan predicts: its steps over the iterations, what the model
// doesn't explain of them and what may, memory by rank, and the button that calibrates the GPU on it. In: the session's
// open log, the present report. Out: cards; a request to calibrate or to close the log.
//
// What the view derives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/files/log_source.h"
#include "app/panels/view.h"
#include "app/session/memo.h"
#include "core/inspect/time_lost.h"
#include "core/profiler_trace/trace_beside.h"

namespace shardscope {

/// The log beside the present scenario.
struct LogDetail {
  LogBeside set;
  std::vector<LogRecord> records;         // each with why it doesn't count
  LostSeconds lost{};                     // of the predicted step
  std::optional<TraceBeside> trace = {};  // of a profiler's trace, which has nothing of the above
};

struct LogState {
  static constexpr ViewInfo info = {
      .name = "log",
      .title = "Log",
      .help = "A training log or a profiler's trace beside what its plan predicts, and why it differs.",
      .attention = Attention::log};
  Memo<LogDetail, OpenLog, Scenario> detail = {};
  std::size_t cause = 0;  // of the ranked ones, which is unfolded
};

void draw_view(LogState& state, const ViewFrame& frame, const Rect& area);

}  // namespace shardscope
