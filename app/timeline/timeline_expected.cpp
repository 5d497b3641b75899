#include "app/timeline/timeline_expected.h"

#include <imgui.h>

#include <algorithm>

#include "core/inspect/bubble.h"
#include "core/inspect/headline.h"
#include "core/pipeline/idle.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float swept = 56, goal_mark = 18, swept_from = 240;  // of a body's height, at scale 1

std::string percent(double share) {
  return format_percent(share).text();
}

/// In the middle of its part of the bar, where it has room.
void draw_in_part(ImDrawList& draw, const Theme& theme, const Rect& part, ImU32 ground, const std::string& words) {
  const float width = text_width(theme, TextRole::strong, words), height = text_height(theme, TextRole::strong);
  if (width + theme.px(12) > part.width()) return;
  const ImVec2 middle = part.center();
  draw.AddRectFilled({middle.x - width / 2 - theme.px(5), middle.y - height / 2 - theme.px(1)},
                     {middle.x + width / 2 + theme.px(5), middle.y + height / 2 + theme.px(1)}, ground, theme.px(3));
  draw_text_centered(draw, theme, TextRole::strong, {middle.x, middle.y - height / 2}, theme.text, words);
}

/// A bracket over the end of the bar that the goal leaves to waiting, with its words below.
void draw_goal(ImDrawList& draw, const Theme& theme, const Rect& bar, double goal, bool reached) {
  const ImU32 ink = reached ? theme.good : theme.warn;
  const float left = bar.max.x - bar.width() * static_cast<float>(std::clamp(goal, 0.0, 1.0));
  const float line = std::max(1.0F, theme.px(1.5F)), foot = bar.max.y + theme.px(5);
  draw.AddRectFilled({left, bar.min.y - theme.px(4)}, {left + line, foot}, ink);
  draw.AddRectFilled({left, foot - line}, {bar.max.x, foot}, ink);
  draw_text_right(draw, theme, TextRole::secondary, {left - theme.px(6), bar.max.y + theme.px(2)}, ink,
                  "goal: no more waiting than this, " + percent(goal));
}

}  // namespace

std::optional<ExpectedBubble> expected_bubble(TimelineState& state, const ViewFrame& frame) {
  const std::string_view path = entry_of(Headline::bubble).path;
  const LessonMark *said = frame.marks.said_of(path), *goal = frame.marks.goal_of(path);
  const std::optional<Bubble> bubble = bubble_of(frame.shown);
  if ((said == nullptr && goal == nullptr) || !bubble) return std::nullopt;
  ExpectedBubble expected{bubble->share(), {}, {}, {}, {}};
  if (goal != nullptr) expected.goal = goal->value;
  if (said == nullptr) return expected;
  expected.said = said->value, expected.words = said->words;
  expected.until = state.expected.of(frame.shown.scenario, said->value, [&] {
    return moment_of_idle(*frame.shown.timeline, bubble->step * static_cast<double>(bubble->ranks) * said->value);
  });
  return expected;
}

void put_expected(std::vector<LegendItem>& legend, const Theme& theme, const ExpectedBubble& bubble) {
  if (!bubble.said) return;
  legend.back() = {"Waiting, as you expected", percent(std::min(*bubble.said, bubble.is)), theme.accent, true};
  if (bubble.is > *bubble.said) legend.push_back({"beyond that", percent(bubble.is - *bubble.said), theme.warn, true});
}

float swept_height(const Theme& theme, float height, bool goal) {
  return height < theme.px(swept_from) ? 0 : theme.px(goal ? swept + goal_mark : swept);
}

void draw_swept(const ViewFrame& frame, const Rect& area, const ExpectedBubble& bubble) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float line = text_height(theme, TextRole::secondary), top = area.min.y + theme.px(8);
  const float title = draw_text(draw, theme, TextRole::strong, {area.min.x, top}, theme.text, "Swept together");
  const std::string waiting = "waiting " + percent(bubble.is);
  const float right = draw_text_right(draw, theme, TextRole::strong, {area.max.x, top}, theme.text, waiting);
  const float left = area.min.x + title + theme.px(10);
  draw_fitted(draw, theme, TextRole::secondary, {left, top}, theme.dim,
              std::max(0.0F, area.max.x - right - theme.px(10) - left), "all stages' time in the step");
  const Rect bar{{area.min.x, top + line + theme.px(5)}, {area.max.x, top + line + theme.px(25)}};
  const double known = std::min(bubble.said.value_or(0), bubble.is);
  const float works = bar.max.x - bar.width() * static_cast<float>(bubble.is);
  const float beyond = works + bar.width() * static_cast<float>(known);
  const ImU32 work = blend(theme.panel, theme.forward, 0.45F);
  draw.AddRectFilled(bar.min, {works, bar.max.y}, work);
  draw_in_part(draw, theme, {bar.min, {works, bar.max.y}}, work, "working " + percent(1 - bubble.is));
  const Rect expected{{works, bar.min.y}, {beyond, bar.max.y}}, more{{beyond, bar.min.y}, bar.max};
  if (expected.width() >= 1) draw_idle(draw, theme, expected, theme.accent);
  if (more.width() >= 1) draw_idle(draw, theme, more, theme.warn);
  if (bubble.said) draw_in_part(draw, theme, expected, theme.panel, percent(known));
  if (bubble.is > known)
    draw_in_part(draw, theme, more, theme.panel, (bubble.said ? "+" : "") + percent(bubble.is - known));
  if (bubble.goal) draw_goal(draw, theme, bar, *bubble.goal, bubble.is <= *bubble.goal);
  frame.places.note("timeline.swept", bar);
}

}  // namespace shardscope
