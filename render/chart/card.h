// The furniture around charts: the card that holds one, its legend, and the box that explains what is pointed at.
#pragma once

#include <imgui.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// Where a card's pieces lie; the caller decides what a click on them does.
struct CardFrame {
  Rect body;  // for the chart, inside the padding and below the title
  Rect title;
  Rect grow_mark;  // the corner mark that grows the view or brings it back
};

[[nodiscard]] CardFrame card_frame(const Theme& theme, const Rect& card);

/// Frames are cleared in the panel's colour, which most of the window has: filling pixels is what a frame costs on a
/// machine without a GPU. This paints the rest, `area` around the cards, and cuts their corners round.
void draw_surround(ImDrawList& draw, const Theme& theme, const Rect& area, std::span<const Rect> cards);

/// Border, title and as many clauses of the subtitle as fit, and the corner mark: arrows outwards, or inwards when
/// the view is `grown`. `mark_hovered` lights the mark.
CardFrame draw_card(ImDrawList& draw, const Theme& theme, const Rect& card, std::string_view title,
                    std::string_view subtitle, bool grown = false, bool mark_hovered = false);

/// The arrows that grow a view, or bring it back where it is `grown`.
void draw_grow_mark(ImDrawList& draw, const Theme& theme, const Rect& mark, bool grown, bool hovered);

struct LegendItem {
  std::string_view label;
  std::string value;  // may be empty
  ImU32 color = 0;
  bool hatched = false;     // idle or free, in `color` where there is one
  std::string help = {};    // what it is, as a sentence; empty: the label says it
  std::string figure = {};  // its value, by its name in core/derivation; empty: no such figure
};

/// What of a legend is under the pointer: an item, or the number of those that have no room, from `others` on; -1:
/// none.
struct LegendHover {
  int item = -1, others = -1;

  bool operator==(const LegendHover&) const = default;
};

/// Swatches with their names and values from left to right, in the middle of the row's height; in two lines where the
/// row is legend_line_height() for two and one doesn't hold them. Where they still don't fit, values go first, then the
/// last items, whose number stands there.
LegendHover draw_legend(ImDrawList& draw, const Theme& theme, const Rect& row, std::span<const LegendItem> items,
                        ImVec2 pointer = nowhere_to_point);

[[nodiscard]] float legend_line_height(const Theme& theme);

/// The least width at which all of them stand in one line with their values.
[[nodiscard]] float legend_width_min(const Theme& theme, std::span<const LegendItem> items);
/// The width at which all of them stand with their values and their full distance.
[[nodiscard]] float legend_width(const Theme& theme, std::span<const LegendItem> items);

/// A plan beside the one that is open, and what it is called there: "B", "TP 4, PP 8".
struct OtherPlan {
  std::string name;
  Scenario scenario;
};

/// What is pointed at and how much; how it comes about with this plan's numbers; where the formula is from.
struct Explanation {
  std::string title = {}, value = {};
  std::vector<std::string> lines = {};
  std::string source = {};
  std::string figure = {};                  // what it explains, by its name in core/derivation; empty: no such figure
  std::vector<std::string> made_from = {};  // likewise, of what it goes by
  std::string hint = {};                    // what a click or a key does there; a card that is kept doesn't say it
  std::shared_ptr<const OtherPlan> plan = {};  // whose figure that is; null: the open one's

  [[nodiscard]] bool empty() const { return title.empty(); }
};

/// Those that have no room in a legend, where the pointer is on their number; else nothing.
[[nodiscard]] Explanation explain_others(std::span<const LegendItem> items, const LegendHover& hover);

/// The box beside the pointer, kept within `bounds`. Returns where it was drawn.
Rect draw_explanation(ImDrawList& draw, const Theme& theme, ImVec2 pointer, const Rect& bounds,
                      const Explanation& explanation);

/// The box below `anchor` or, where there is no room, above it, as wide as the bounds at most.
Rect draw_explanation_at(ImDrawList& draw, const Theme& theme, const Rect& anchor, const Rect& bounds,
                         const Explanation& explanation);

/// In the middle of `body`: what can't be, and below it the reason, wrapped.
void draw_reason(ImDrawList& draw, const Theme& theme, const Rect& body, std::string_view what, std::string_view why);

}  // namespace shardscope
