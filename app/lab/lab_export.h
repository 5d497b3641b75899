// The lab's charts to files: both as a picture as they are seen, or one schedule as a drawing, a table, a trace or
// text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab.h"
#include "app/output/timeline_source.h"

namespace shardscope {

struct LabExport {
  std::string label;
  std::string_view ending, help;
  std::optional<std::size_t> chart = {};  // none: both
};
/// What can be written now: of each schedule that runs, once.
[[nodiscard]] std::vector<LabExport> lab_exports(const Lab& lab);

/// Where to write it; the name proposed says the schedule, its ranks and micro-batches.
[[nodiscard]] SaveQuestion lab_file_question(const Lab& lab, const LabExport& chosen);

/// The chart that was asked for last, or the first that runs; none where no schedule does.
[[nodiscard]] const LabRun* exported_run(const Lab& lab);

/// A schedule that was run, as files have it.
[[nodiscard]] TimelineSource timeline_source(const LabRun& run);

}  // namespace shardscope
