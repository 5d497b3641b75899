// What a lesson says of the bubble, on the Timeline: idle time as much as the learner expected in one hatch, what is
// beyond it in another; and all of it swept together below the chart, with what a goal leaves of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/timeline/timeline_state.h"
#include "render/chart/card.h"

namespace shardscope {

/// Shares of all ranks' time in the step, as the verdict's bubble is.
struct ExpectedBubble {
  double is = 0;
  std::optional<double> said, goal;  // by the learner; at most
  Seconds until;                     // from the step's start, until ranks have waited as much as was said
  std::string words;                 // "you said 12 %"
};

/// Nothing where no lesson says anything of it.
[[nodiscard]] std::optional<ExpectedBubble> expected_bubble(TimelineState& state, const ViewFrame& frame);

/// In place of the legend's last item, which is the bubble, where something was said of it.
void put_expected(std::vector<LegendItem>& legend, const Theme& theme, const ExpectedBubble& bubble);

/// What the bar takes of a card's body of that height, with room for a goal's mark below; 0 where it has no room.
[[nodiscard]] float swept_height(const Theme& theme, float height, bool goal);
/// All ranks' time as one bar: at work, waiting as much as was said, and beyond it, with the goal's mark.
void draw_swept(const ViewFrame& frame, const Rect& area, const ExpectedBubble& bubble);

}  // namespace shardscope
