// The Search view over the whole window: the column of what is asked, and the cards of what was found.
#include <algorithm>
#include <array>

#include "app/panels/cards.h"
#include "app/search/search_cards.h"

namespace shardscope {

namespace {

constexpr float column_width = 320, narrow_column_width = 296;  // at scale 1
constexpr float least_search_height = 800;                      // of all cards beside each other

void cards_beside(SearchState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const float gap = theme.snapped_px(design::card_gap);
  const float upper = std::floor((area.height() - 2 * gap) * 0.37F),
              lower = std::floor((area.height() - 2 * gap) * 0.29F);
  const float split = std::floor(area.min.x + (area.width() - gap) * 0.56F);
  const float first = area.min.y + upper, second = area.max.y - lower;
  landscape_card(state, frame, {area.min, {split, first}});
  cells_card(state, frame, {{split + gap, area.min.y}, {area.max.x, first}});
  ranking_card(state, frame, {{area.min.x, first + gap}, {area.max.x, second - gap}});
  brushes_card(state, frame, {{area.min.x, second}, {split, area.max.y}});
  help_card(state, frame, {{split + gap, second}, area.max});
}

constexpr std::array<float, 5> stacked = {340, 290, 340, 270, 300};

void cards_stacked(SearchState& state, const ViewFrame& frame, const Rect& area) {
  const std::vector<Rect> cards = column_of(frame.theme, area, stacked);
  landscape_card(state, frame, cards[0]);
  cells_card(state, frame, cards[1]);
  ranking_card(state, frame, cards[2]);
  brushes_card(state, frame, cards[3]);
  help_card(state, frame, cards[4]);
}

}  // namespace

void draw_view(SearchState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  refresh_search(state, frame);
  const bool narrow = area.width() < theme.px(1300);
  const float column = theme.snapped_px(narrow ? narrow_column_width : column_width),
              gap = theme.snapped_px(design::card_gap);
  search_column(state, frame, {area.min, {area.min.x + column, area.max.y}});
  const Rect rest{{area.min.x + column + gap, area.min.y}, area.max};
  const bool one_column = is_one_column(theme, rest);
  const CardsArea cards_area =
      begin_cards(frame, rest, one_column ? column_height(theme, stacked) : theme.px(least_search_height));
  if (one_column)
    cards_stacked(state, frame, cards_area.area);
  else
    cards_beside(state, frame, cards_area.area);
  end_cards(frame, cards_area);
}

}  // namespace shardscope
