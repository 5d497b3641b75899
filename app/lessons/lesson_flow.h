// Pieces of the lesson's panel that are drawn at the window's cursor over its width, one below the other.
#pragma once

#include <string>
#include <string_view>

#include "app/panels/frame.h"
#include "render/text/theme.h"

namespace shardscope {

/// Room between two pieces.
void flow_gap(const Theme& theme, float height);
/// Wrapped words.
void flow_words(const Theme& theme, TextRole role, ImU32 color, std::string_view text);
/// The same as large as a heading.
void flow_heading(const Theme& theme, std::string_view text);
/// A mark with its name: a ring, filled once it is reached, what it comes to below, and how it stands at the right.
struct FlowMark {
  bool reached = false;
  std::string_view label, below, standing;
};
void flow_mark(const Frame& frame, std::string_view name, const FlowMark& mark);
/// A dot for each of `count` steps: those before `present` filled.
void flow_dots(const Frame& frame, std::size_t present, std::size_t count);

}  // namespace shardscope
