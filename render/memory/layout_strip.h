// Which block of the model sits on which stage: a box per stage, a column per pipeline rank, a row per chunk; the
// blocks in it as cells (E embedding, M MTP, L head with the loss), and under each rank what its passes take and what
// it holds. Where columns are too narrow for cells a box is filled by its share of the fullest stage's blocks and says
// how many layers it has.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "core/report/report.h"
#include "render/chart/card.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

struct StripBox {
  Rect rect;
  std::size_t stage = 0, chunk = 0;
  std::int32_t rank = 0;
};
/// Where two boxes of neighbouring stages touch.
struct StripBorder {
  Rect rect;               // as wide as a hand needs
  std::size_t border = 0;  // between stages border - 1 and border
  int right_gives = 1;     // 1: moved right, stage border - 1 gets more; -1: the later stage is on the left
};

/// Where the strip's pieces lie.
struct LayoutStrip {
  Rect labels;  // left of the columns
  std::vector<StripBox> boxes;
  std::vector<StripBorder> borders;
  std::vector<Rect> columns;  // a rank, from the first row to the lanes' lower edge
  Rect time, memory;          // the lanes of the bars
  float cell = 0;             // a block's width; 0 where blocks aren't drawn apart
  float block = 0;            // pixels that a dragged border moves for a block
};

/// The least width at which every rank can be told from its neighbours.
[[nodiscard]] float layout_strip_width_min(const Theme& theme, const Report& report);
[[nodiscard]] float layout_strip_height(const Theme& theme, const Report& report);
[[nodiscard]] LayoutStrip lay_out_strip(const Theme& theme, const Rect& area, const Report& report);

/// What is under the pointer: positions among the strip's borders and boxes, and the rank of a column.
struct LayoutStripHover {
  std::optional<std::size_t> border, box;
  std::optional<std::int32_t> rank;
};
[[nodiscard]] LayoutStripHover strip_under(const LayoutStrip& strip, ImVec2 pointer);

struct LayoutStripView {
  LayoutStripHover hover;
  bool editable = true;                        // borders show that they can be dragged
  std::optional<std::size_t> dragged_border;   // as LayoutStripHover has it
  std::optional<std::int32_t> selected_stage;  // outlined
};
/// Draws what is within the draw list's clip rectangle.
void draw_layout_strip(ImDrawList& draw, const Theme& theme, const LayoutStrip& strip, const Report& report,
                       const LayoutStripView& view);

/// The kinds of blocks that the layout has, for a legend.
[[nodiscard]] std::vector<LegendItem> layout_legend(const Theme& theme, const Report& report);

/// What a box holds, and how its rank stands to the others.
[[nodiscard]] Explanation explain_strip(const Report& report, const LayoutStrip& strip, const LayoutStripHover& hover);

}  // namespace shardscope
