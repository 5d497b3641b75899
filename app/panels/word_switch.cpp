#include "app/panels/word_switch.h"

#include <imgui.h>

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
  ImGui::SetCursorScreenPos(box.min);
  clicked = ImGui::InvisibleButton(word.name, {box.width(), box.height()}) && word.enabled;
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
    show_tip(frame, {word.label, "", {std::string(word.help)}, ""});
  frame.places.note(word.name, box);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const bool on = word.on && word.enabled;
  if (on || (ImGui::IsItemHovered() && word.enabled)) draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(4));
  draw_text_centered(draw, theme, TextRole::secondary,
                     {box.center().x, box.center().y - text_height(theme, TextRole::secondary) / 2},
                     on             ? theme.text
                     : word.enabled ? theme.dim
                                    : theme.faint,
                     word.label);
  return box.min.x;
}

}  // namespace shardscope
