// Rows of the search's column: a range between two handles, and words of which any number is chosen.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/frame.h"
#include "core/plan_search/space/plan_space.h"

namespace shardscope {

struct ValueRangeRow {
  std::string_view place, label;         // `place`: what it is noted under
  std::span<const std::int64_t> values;  // ascending, what the handles stop at
  std::optional<ValueRange> range;       // nothing: all of them
  std::string_view help = {};
};
/// At the cursor, over the window's width: a press moves the nearer handle, arrow keys the upper one and with Shift the
/// lower; the range at the right end can be typed ("4 to 8", "4..8", "8"). The new range, where it changed; nothing in
/// it where it is all again.
[[nodiscard]] std::optional<std::optional<ValueRange>> range_row(const Frame& frame, const ValueRangeRow& row);

/// "4 to 8", "4..8", "8": the numbers; nothing where it isn't that.
[[nodiscard]] std::optional<ValueRange> read_range(std::string_view text);

struct WordChip {
  std::string label;
  std::int64_t value = 0;
};
struct ChipsRow {
  std::string_view place, label;
  std::span<const WordChip> chips;
  std::span<const std::int64_t> usual;  // ascending, what an empty list of chosen ones stands for
  std::string_view help = {};
};
/// The label and, beside it, as many words per line as have room, those of `chosen` lit. A click turns one over; the
/// last one that is lit stays. True where it changed.
[[nodiscard]] bool chips_row(const Frame& frame, const ChipsRow& row, std::vector<std::int64_t>& chosen);

}  // namespace shardscope
