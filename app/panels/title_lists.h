// Lists behind a word in a chart's title line; one of how many ranks share a row of a Gantt chart, one of all
// schedules.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/controls.h"
#include "core/schedules/schedule_kind.h"

namespace shardscope {

/// The list behind its word, in the middle of `line`'s height and ending at `right`, which becomes where it begins,
/// with a gap. What was chosen.
[[nodiscard]] std::optional<std::size_t> list_before(const Frame& frame, const Rect& line, const ComboRow& row,
                                                     float& right);

struct RowsList {
  std::string_view name;  // its place; an option's is "NAME=4 ranks per row"
  std::string_view lane;  // "rank", "stage"
  std::int32_t ranks = 1, ranks_per_row = 1;
};

/// As list_before(). What was chosen.
[[nodiscard]] std::optional<std::int32_t> rows_list(const Frame& frame, const Rect& line, const RowsList& list,
                                                    float& right);

/// All schedules in the order of ScheduleKind, each with its paper, closed form, memory and validity as a tooltip. For
/// ComboRow::make_options: long words, wanted only while a list is open.
[[nodiscard]] std::vector<Option> schedule_options();

/// "Interleaved and Breadth-first": the schedules that take several chunks per rank.
[[nodiscard]] std::string chunked_schedules();

/// A chart's title that is a list of schedules; `left` becomes where what stands behind it begins. What was chosen.
[[nodiscard]] std::optional<ScheduleKind> schedule_title(const Frame& frame, const Rect& title, std::string_view name,
                                                         ScheduleKind present,
                                                         std::function<std::vector<Option>()> options, float& left);

}  // namespace shardscope
