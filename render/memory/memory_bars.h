// render/memory: what fills a GPU: bars per stage, tensors as a table and as areas, the curve over a step, layers.
// In: a Report or what core/inspect makes of it, a rectangle. Out: triangles in the draw list, what is under the
// pointer, and the words of a card.
//
// The Memory chart: a stacked bar for each pipeline stage, from weights at the bottom to buffers on top, under the line
// of what the GPU holds. Above the line a bar is hatched in the colour of what is bad. More stages than pixels: a bar
// shows the fullest of the stages that share it, so cost follows pixels.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/report/report.h"
#include "render/chart/card.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// Of an axis above what is highest on it.
inline constexpr double memory_headroom = 1.1;

struct MemoryView {
  ImVec2 pointer = nowhere_to_point;           // the mouse
  std::optional<std::int32_t> selected_stage;  // outlined
  std::span<const double> before = {};         // bytes of each stage before the last edit; empty: none to be shown
  std::span<const double> now = {};            // that each holds at one moment; empty: the most over the step
  Bytes expected = {};                         // of the fullest stage, as somebody expected it; 0: none
  std::string_view expected_words = {};        // at the line there
};

/// What is under the pointer. All absent: nothing.
struct MemoryHover {
  std::optional<std::int32_t> stage;         // a bar or the space above it
  std::optional<MemoryComponent> component;  // a segment of it, or an entry of the legend (then without a stage)
  std::optional<std::size_t> part;           // of report.memory.stages[stage].parts: what lies under the pointer
  Explanation others = {};                   // of the legend's entries that have no room, where their number is
};

/// Draws into `area` (a card's body). Reads its arguments only.
MemoryHover draw_memory_bars(ImDrawList& draw, const Rect& area, const Report& report, const MemoryView& view,
                             const Theme& theme);

/// Where the stage's bar is drawn, for outlines and tests; absent where there is none.
[[nodiscard]] std::optional<Rect> memory_bar_rect(const Rect& area, const Report& report, std::int32_t stage,
                                                  const Theme& theme);

}  // namespace shardscope
