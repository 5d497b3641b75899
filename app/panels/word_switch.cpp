#include "app/panels/word_switch.h"

#include <imgui.h>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/text/text.h"

namespace shardscope {

float word_switch_width(const Theme& theme, std::string_view label) {
  return text_width(theme, TextRole::secondary, label) + theme.px(14);
}

float word_switch(const Frame& frame, const Rect& line, float right, const WordSwitch& word, bool& clicked) {
  const Theme& theme = frame.theme;
  const float width = word_switch_width(theme, word.label);
  const Rect box{{right - width, line.center().y - theme.px(12)}, {right, line.center().y + theme.px(12)}};
  const HitArea under = hit_button(frame, word.name, box);
  clicked = under.pressed && word.enabled;
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
    show_term_tip(frame, {word.label, "", {std::string(word.help)}, ""});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const bool on = word.on && word.enabled;
  if (on || (under.hovered && word.enabled)) draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(4));
  draw_text_centered(draw, theme, TextRole::secondary, {box.center().x, text_top(theme, TextRole::secondary, box)},
                     on             ? theme.text
                     : word.enabled ? theme.dim
                                    : theme.faint,
                     word.label);
  return box.min.x;
}

float word_toggle(const Frame& frame, const Rect& line, float right, WordSwitch word, bool& on) {
  word.on = on;
  bool clicked = false;
  right = word_switch(frame, line, right, word, clicked);
  if (clicked) on = !on;
  return right;
}

}  // namespace shardscope
