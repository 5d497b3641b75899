// Pieces of the lesson's panel that are drawn at the window's cursor over its width, one below the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/panels/frame.h"
#include "render/text/theme.h"

namespace shardscope {

/// How wide wrapped words are.
[[nodiscard]] float flow_width(const Theme& theme);
/// Room between two pieces.
void flow_gap(const Theme& theme, float height);
/// Wrapped words; without a width over all that there is.
void flow_words(const Theme& theme, TextRole role, ImU32 color, std::string_view text, std::optional<float> width = {});
/// As large as a heading, for which the title's type is.
[[nodiscard]] Theme heading_theme(Theme theme);
/// A value on a bar from nothing to somewhat above both, and the limit that it is held against.
struct FlowGauge {
  double value = 0, limit = 0;
};
/// A mark with its name: a ring, filled once it is reached, what it comes to below, how it stands at the right, and
/// where it has a limit a bar.
struct FlowMark {
  bool reached = false;
  std::string_view label, below, standing;
  std::optional<FlowGauge> gauge = {};
};
inline constexpr float flow_mark_indent = 24;  // at scale 1, of its words behind the ring
void flow_mark(const Frame& frame, std::string_view name, const FlowMark& mark);
/// A dot for each of `count` steps: those before `present` filled.
void flow_dots(const Frame& frame, std::size_t present, std::size_t count);

}  // namespace shardscope
