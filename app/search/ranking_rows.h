// A row of the ranking: its columns and bars, and what of them is under the pointer (ranking_card.cpp has the card).
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/search/search_cards.h"

namespace shardscope {

/// How wide each column is: its own width, or what its words need.
using ColumnWidths = std::array<float, 16>;

struct RankLayout {
  std::vector<std::size_t> shown;  // of the columns
  ColumnWidths widths{};
  float number = 0, bars = 0, bars_end = 0, why = 0, end = 0, row = 0;
};
/// Of a card's body in which these plans are listed.
[[nodiscard]] RankLayout layout_of_ranking(const SearchState& state, const Theme& theme, const Rect& body,
                                           std::span<const FoundPlan* const> plans);

struct RankRow {
  std::string number;
  const FoundPlan* plan = nullptr;
  LostSeconds lost{};
  std::string why;
  ImU32 why_color = 0;
  bool beyond = false;
};
void draw_rank_head(const SearchState& state, const ViewFrame& frame, const Rect& row, const RankLayout& layout,
                    Seconds longest);
void draw_rank_row(const SearchState& state, const Theme& theme, const Rect& row, const RankLayout& layout,
                   const RankRow& of, Seconds longest);
/// Where the seconds go, alone.
void draw_time_lost(ImDrawList& draw, const Theme& theme, const Rect& bars, const LostSeconds& lost, Seconds longest);

/// The name of the figure or the field that the pointer is on in a row of that plan; empty beside them.
[[nodiscard]] std::string pointed_name(const RankLayout& layout, const Rect& row, const Report& report,
                                       const LostSeconds& lost, Seconds longest);

}  // namespace shardscope
