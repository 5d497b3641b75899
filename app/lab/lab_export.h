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

struct Explorer;

struct LabExport {
  std::string label;
  std::string_view ending, help;
  std::optional<std::size_t> chart = {};  // none: both
};
/// What can be written now: of each schedule that runs, once.
[[nodiscard]] std::vector<LabExport> lab_exports(const Lab& lab);

/// Asks where to; the name proposed says the schedule, its ranks and micro-batches.
void ask_where_to_export(Explorer& explorer, const LabExport& chosen);

/// Writes by the file's ending what was asked for last; of a picture only that it is due. False with a notice that says
/// why not.
bool export_lab(Explorer& explorer, const std::string& file);

/// A schedule that was run, as files have it.
[[nodiscard]] TimelineSource timeline_source(const LabRun& run);

}  // namespace shardscope
