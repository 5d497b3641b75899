#include "app/output/timeline_file.h"

#include <algorithm>
#include <array>
#include <ostream>

#include "app/files/files.h"
#include "app/output/trace.h"
#include "core/pipeline/order_text.h"

namespace shardscope {

namespace {

/// Traces count whole nanoseconds in 64 bits.
constexpr double longest_of_trace = 1e9;  // seconds, or as many units

}  // namespace

std::string timeline_ending_problem(std::string_view file, bool with_order) {
  constexpr std::array<std::string_view, 4> endings = {".png", ".svg", ".csv", ".json"};
  const bool known =
      std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return file.ends_with(ending); });
  if (known || (with_order && file.ends_with(".txt"))) return {};
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
