// The Sweep view over the whole window: the column of what is asked, and one or two charts. A picture has the charts
// alone.
#include <cmath>

#include "app/panels/cards.h"
#include "app/sweep/sweep_cards.h"

namespace shardscope {

namespace {

constexpr float sweep_column_width = 320, narrow_sweep_column_width = 296, least_charts_height = 440;  // at scale 1

void chart_cards(SweepState& state, const ViewFrame& frame, const Rect& whole) {
  const CardsArea cards_area = begin_cards(frame, whole, frame.theme.px(least_charts_height));
  const Rect& area = cards_area.area;
  const SweepArrangement arranged = state.arranged;
  if (!state.asked->problem.empty()) {
    const std::vector<std::string> none = {""};
    say_in_body(frame, plain_card(frame, area, CardTitle{"Sweep"}, none), state.asked->problem);
  } else if (!arranged.lower) {
    sweep_chart_card(state, frame, area, arranged.upper, true);
  } else {
    const float gap = frame.theme.snapped_px(design::card_gap);
    const float split = std::floor(area.min.y + (area.height() - gap) * 0.52F);
    sweep_chart_card(state, frame, {area.min, {area.max.x, split}}, arranged.upper, true);
    sweep_chart_card(state, frame, {{area.min.x, split + gap}, area.max}, *arranged.lower, false);
  }
  end_cards(frame, cards_area);
}

}  // namespace

void draw_view(SweepState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  refresh_sweep(state, frame);
  if (frame.is_picture || state.charts_alone) return chart_cards(state, frame, area);
  const bool narrow = area.width() < theme.px(1300);
  const float column = theme.snapped_px(narrow ? narrow_sweep_column_width : sweep_column_width),
              gap = theme.snapped_px(design::card_gap);
  sweep_column(state, frame, {area.min, {area.min.x + column, area.max.y}});
  chart_cards(state, frame, {{area.min.x + column + gap, area.min.y}, area.max});
}

}  // namespace shardscope
