// A row of words of which one is chosen, on a ground of their own.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/panels/frame.h"

namespace shardscope {

struct Segment {
  const char* name;  // where it was drawn is noted under it
  std::string_view label;
  std::string_view help = {};
  bool enabled = true;  // else it is pale and takes no click; the help says why
};

/// In the middle of `line`'s height, from `left` on. What was clicked in this frame, the present one too.
[[nodiscard]] std::optional<std::size_t> segments(const Frame& frame, const Rect& line, float left,
                                                  std::span<const Segment> all, std::optional<std::size_t> present);
[[nodiscard]] float segments_width(const Theme& theme, std::span<const Segment> all);

}  // namespace shardscope
