// The words that draw lists hold, found by geometry: where each run of glyphs lies, and what is said at a point.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

#include "render/text/rect.h"

namespace shardscope {

/// Glyphs beside each other on one line, without the spaces at its ends.
struct DrawnRun {
  Rect rect;   // of the ink
  Rect line;   // as high as its font's line
  Rect clip;   // what it was clipped to
  float size;  // of its font
  std::string words;
  bool of_axis = false;  // drawn as a mark of an axis (axis_ink.h)
};

/// In the order in which they are drawn, what lies on top last.
[[nodiscard]] std::vector<DrawnRun> drawn_runs(std::span<const ImDrawList* const> lists);

/// Of the topmost run there; empty where none is.
[[nodiscard]] std::string words_at(std::span<const DrawnRun> runs, ImVec2 point);

/// The number there in the topmost run, "24,960" or "30.6" without its unit, as near as letters of one width tell;
/// empty where none is.
[[nodiscard]] std::string number_at(std::span<const DrawnRun> runs, ImVec2 point);

/// Of all runs whose middle is seen in there, in the order in which they are drawn, apart by spaces.
[[nodiscard]] std::string words_within(std::span<const DrawnRun> runs, const Rect& rect);

/// Of all runs whose middle is seen in there, a line each from the top down, what stands beside each other apart by
/// tabs: as a spreadsheet takes it.
[[nodiscard]] std::string table_within(std::span<const DrawnRun> runs, const Rect& rect);

}  // namespace shardscope
