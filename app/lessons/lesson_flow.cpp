#include "app/lessons/lesson_flow.h"

#include <imgui.h>

#include <algorithm>

#include "render/text/text.h"

namespace shardscope {

namespace {

/// Returns what it takes of height.
float draw_gauge(ImDrawList& draw, const Theme& theme, ImVec2 at, float width, const FlowGauge& gauge, ImU32 ink) {
  constexpr double headroom = 1.25;
  const float height = theme.px(8), line = std::max(1.0F, theme.px(2));
  const double most = headroom * std::max(gauge.value, gauge.limit);
  if (!(most > 0)) return 0;
  const auto x_of = [&](double value) { return at.x + width * static_cast<float>(std::clamp(value / most, 0.0, 1.0)); };
  draw.AddRectFilled(at, {at.x + width, at.y + height}, theme.raised, height / 2);
  draw.AddRectFilled(at, {x_of(gauge.value), at.y + height}, ink, height / 2);
  const float limit = x_of(gauge.limit);
  draw.AddRectFilled({limit, at.y - theme.px(3)}, {limit + line, at.y + height + theme.px(3)}, theme.text);
  return height + theme.px(8);
}

}  // namespace

float flow_width(const Theme& theme) {
  return std::max(theme.px(40), ImGui::GetContentRegionAvail().x - theme.px(6));
}

void flow_gap(const Theme& theme, float height) {
  ImGui::Dummy({1, theme.px(height)});
}

void flow_words(const Theme& theme, TextRole role, ImU32 color, std::string_view text, std::optional<float> width) {
  const float all = width.value_or(flow_width(theme));
  const float used =
      draw_wrapped(*ImGui::GetWindowDrawList(), theme, role, ImGui::GetCursorScreenPos(), color, text, all);
  ImGui::Dummy({all, used + theme.px(2)});
}

Theme heading_theme(Theme theme) {
  constexpr float larger = 1.4F;
  theme.scale *= larger;
  return theme;
}

void flow_mark(const Frame& frame, std::string_view name, const FlowMark& mark) {
  const Theme& theme = frame.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float left = at.x + theme.px(flow_mark_indent), width = flow_width(theme) - theme.px(flow_mark_indent);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 center(at.x + theme.px(8), at.y + text_height(theme, TextRole::strong) / 2);
  const ImU32 ink = mark.reached ? theme.good : theme.warn;
  if (mark.reached)
    draw.AddCircleFilled(center, theme.px(6), ink);
  else
    draw.AddCircle(center, theme.px(6), ink, 0, theme.px(1.5F));
  const float right = draw_text_right(draw, theme, TextRole::strong, {left + width, at.y}, ink, mark.standing);
  draw_fitted(draw, theme, TextRole::strong, {left, at.y}, theme.text, width - right - theme.px(8), mark.label);
  float height = text_height(theme, TextRole::strong);
  if (!mark.below.empty())
    height += draw_wrapped(draw, theme, TextRole::secondary, {left, at.y + height}, theme.dim, mark.below, width);
  if (mark.gauge) height += draw_gauge(draw, theme, {left, at.y + height + theme.px(5)}, width, *mark.gauge, ink);
  frame.places.note(name, {at, {left + width, at.y + height}});
  ImGui::Dummy({width, height + theme.px(6)});
}

void flow_dots(const Frame& frame, std::size_t present, std::size_t count) {
  const Theme& theme = frame.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = at.y + text_height(theme, TextRole::secondary) / 2;
  float x = at.x + theme.px(5);
  for (std::size_t i = 0; i < count; ++i, x += theme.px(16)) {
    if (i < present)
      draw.AddCircleFilled({x, y}, theme.px(4), theme.accent);
    else
      draw.AddCircle({x, y}, theme.px(i == present ? 5 : 4), i == present ? theme.accent : theme.faint, 0,
                     theme.px(i == present ? 2.0F : 1.2F));
  }
  const std::string words =
      present < count ? "step " + std::to_string(present + 1) + " of " + std::to_string(count) : std::string("ended");
  draw_text(draw, theme, TextRole::secondary, {x + theme.px(2), at.y}, theme.dim, words);
  ImGui::Dummy({flow_width(theme), text_height(theme, TextRole::secondary) + theme.px(6)});
}

}  // namespace shardscope
