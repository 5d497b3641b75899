// The lab's charts to files: both as a picture as they are seen, or one schedule as a drawing, a table, a trace or
// text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab_state.h"
#include "app/output/timeline_source.h"

namespace shardscope {

/// What can be written now: of each schedule that runs, once.
[[nodiscard]] std::vector<ChartExport> chart_exports(const LabState& state);

/// Where to write it; the name proposed says the schedule, its ranks and micro-batches.
[[nodiscard]] SaveQuestion choose_export(LabState& state, const ChartExport& chosen);

/// The schedule that was chosen last, or the first that runs; none where no schedule does.
[[nodiscard]] std::optional<TimelineSource> exported_timeline(const LabState& state);

/// A schedule that was run, as files have it.
[[nodiscard]] TimelineSource timeline_source(const LabRun& run);

}  // namespace shardscope
