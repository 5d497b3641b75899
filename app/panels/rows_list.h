// A list of how many ranks share a row of a Gantt chart.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "app/panels/frame.h"

namespace shardscope {

struct RowsList {
  std::string_view name;  // its place; an option's is "NAME=4 ranks per row"
  std::string_view lane;  // "rank", "stage"
  std::int32_t ranks = 1, ranks_a_row = 1;
};

/// In the middle of `line`'s height, ending at `right`, which becomes where it begins, with a gap. What was chosen.
[[nodiscard]] std::optional<std::int32_t> rows_list(const Frame& frame, const Rect& line, const RowsList& list,
                                                    float& right);

}  // namespace shardscope
