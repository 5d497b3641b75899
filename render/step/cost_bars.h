// What a run costs, by who counts, as bars on one scale; and what moves that cost most, as a tornado.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/inspect/sensitivity.h"
#include "core/run/run_report.h"
#include "render/chart/card.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// What the money or the power goes to: shades, since it is neither memory nor time.
[[nodiscard]] ImU32 spending_color(const Theme& theme, Spending what);

/// "$60M to $75M"; nothing where both ends read the same.
[[nodiscard]] std::string cost_range_words(const RunReport& run, const Cost& cost);

/// `stretch` makes bars and the space between them smaller or larger than the design's, for little or much room.
[[nodiscard]] float cost_bars_height(const Theme& theme, const RunReport& run, float stretch = 1);

/// A way's words and bar within `area`, for whoever takes clicks and keys on them.
struct CostRow {
  CostWay way = CostWay::rent;
  Rect row;
  bool known = true;  // without a cost it has words alone
};
[[nodiscard]] std::vector<CostRow> cost_rows(const Theme& theme, const Rect& area, const RunReport& run,
                                             float stretch = 1);

struct CostHover {
  CostWay way = CostWay::rent;
  std::optional<std::size_t> part;  // of that way's cost
};

/// A line of words and a bar for each way, with its range as a thin line at the bar's end, or what isn't known of it;
/// `chosen` is outlined. What is under the pointer: a bar with its words.
std::optional<CostHover> draw_cost_bars(ImDrawList& draw, const Theme& theme, const Rect& area, const RunReport& run,
                                        CostWay chosen, ImVec2 pointer, float stretch = 1);

/// Energy on a scale of its own: a line of words and a bar of what takes the power.
[[nodiscard]] float power_bar_height(const Theme& theme, float stretch = 1);
void draw_power_bar(ImDrawList& draw, const Theme& theme, const Rect& area, const RunReport& run, float stretch = 1);

/// Each colour that both have, with the names of all that it stands for; how high it is, in one line or in two.
[[nodiscard]] std::vector<LegendItem> cost_legend(const Theme& theme, const RunReport& run);
[[nodiscard]] float cost_legend_height(const Theme& theme, const RunReport& run, float width);

[[nodiscard]] float tornado_height(const Theme& theme, std::size_t rows, float stretch = 1);

/// A row an input: cheaper to the left, dearer to the right of the present cost. The row under the pointer.
std::optional<std::size_t> draw_tornado(ImDrawList& draw, const Theme& theme, const Rect& area, double present_usd,
                                        std::span<const Sensitivity> rows, ImVec2 pointer, float stretch = 1);

}  // namespace shardscope
