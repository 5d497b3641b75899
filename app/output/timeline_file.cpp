#include "app/output/timeline_file.h"

#include <algorithm>
#include <ostream>

#include "app/files/files.h"
#include "app/output/trace.h"
#include "core/pipeline/order_text.h"

namespace shardscope {

namespace {

/// Traces count whole nanoseconds in 64 bits.
constexpr double longest_of_trace = 1e9;  // seconds, or as many units

}  // namespace

const ExportKind* export_kind_of(std::string_view file, bool with_order) {
  const auto ends = [&](const ExportKind& kind) { return file.ends_with(kind.ending); };
  if (with_order && ends(order_kind)) return &order_kind;
  const auto* const found = std::find_if(std::begin(export_kinds), std::end(export_kinds), ends);
  return found == export_kinds.end() ? nullptr : found;
}

std::string timeline_ending_problem(std::string_view file, bool with_order) {
  if (export_kind_of(file, with_order) != nullptr) return {};
  return with_order ? "A schedule is written as .png, .svg, .csv, .json or .txt."
                    : "A timeline is written as .png, .svg, .csv or .json.";
}

std::string write_timeline_file(const std::string& file, const TimelineSource& source) {
  if (!(source.timeline.makespan.value > 0) && file.ends_with(".json")) return std::string(nothing_to_draw);
  if (file.ends_with(".json") && source.timeline.makespan.value > longest_of_trace)
    return "Too long for a trace, which counts nanoseconds: .csv has all times.";
  return write_text_file(file, [&](std::ostream& out) {
    if (file.ends_with(".csv")) return write_timeline_csv(out, source);
    if (file.ends_with(".json")) return write_trace(out, source);
    for (std::int32_t rank = 0; rank < source.schedule->ranks; ++rank)
      out << order_text(*source.schedule, rank) << "\n";
  });
}

}  // namespace shardscope
