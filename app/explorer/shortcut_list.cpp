// F1: every key that does something, by where it does it.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "app/explorer/window_parts.h"
#include "app/panels/controls.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr const char* popup_name = "shortcuts";
constexpr float keys_width = 190, line_height = 19, group_gap = 10;

struct KeyLine {
  std::string_view keys, does;  // without words for what it does: the heading of a group
};

constexpr std::array left_column = {
    KeyLine{"Everywhere", ""},
    KeyLine{"Tab, Shift+Tab", "the next control, the one before"},
    KeyLine{"Enter", "press it, open its list, type its value"},
    KeyLine{"← →", "move a slider by one stop"},
    KeyLine{"↑ ↓", "the control above or below, a line of a list"},
    KeyLine{"Esc", "back: from a list, a grown view, what is picked"},
    KeyLine{"F1", "this list"},
    KeyLine{"Ctrl+K", "find anything: do, open or set it"},
    KeyLine{"Scenarios", ""},
    KeyLine{"Ctrl+Z, Ctrl+Y", "undo, redo"},
    KeyLine{"Ctrl+O, Ctrl+S", "open, save"},
    KeyLine{"Ctrl+V", "read what the clipboard holds"},
    KeyLine{"Ctrl+Shift+C", "copy the scenario's code"},
    KeyLine{"Ctrl+B", "pin the plan for Compare"},
    KeyLine{"Ctrl+T, Ctrl+W", "a copy in a new tab, close the tab"},
    KeyLine{"Ctrl+Page Up, Page Down", "the tab before, the next one"},
};

constexpr std::array right_column = {
    KeyLine{"Window", ""},
    KeyLine{"Ctrl +, Ctrl −, Ctrl 0", "larger, smaller, as it was"},
    KeyLine{"Ctrl+Q", "close"},
    KeyLine{"Timeline, under the pointer", ""},
    KeyLine{"← → or A D", "earlier, later"},
    KeyLine{"+ − or W S", "closer, further"},
    KeyLine{"↑ ↓", "other stages, where not all are shown"},
    KeyLine{"Home or F", "all of it"},
    KeyLine{"Timeline grown, and the lab", ""},
    KeyLine{"Space", "play, pause"},
    KeyLine{", and . or ← → in the lab", "a pass back, a pass on"},
    KeyLine{"Shift and drag", "zoom into a box"},
    KeyLine{"Ctrl+C in Launch", "copy the launch's text"},
};

float column_height(const Theme& theme, std::span<const KeyLine> lines) {
  float height = 0;
  for (const KeyLine& line : lines) height += theme.px(line_height + (line.does.empty() ? group_gap : 0));
  return height;
}

/// How wide the words of what the keys do are.
float words_width(const Theme& theme, std::span<const KeyLine> lines) {
  float width = 0;
  for (const KeyLine& line : lines) width = std::max(width, text_width(theme, TextRole::body, line.does));
  return width;
}

void draw_column(const Theme& theme, ImVec2 at, std::span<const KeyLine> lines) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (const KeyLine& line : lines) {
    const bool heading = line.does.empty();
    if (heading) at.y += theme.px(group_gap);
    draw_text(draw, theme, heading ? TextRole::strong : TextRole::body, at, heading ? theme.accent : theme.text,
              line.keys);
    draw_text(draw, theme, TextRole::body, {at.x + theme.px(keys_width), at.y}, theme.dim, line.does);
    at.y += theme.px(line_height);
  }
}

}  // namespace

void shortcut_list(const Frame& frame) {
  const Theme& theme = frame.theme;
  const bool asked = ImGui::Shortcut(ImGuiKey_F1, ImGuiInputFlags_RouteGlobal);
  if (asked && !ImGui::IsPopupOpen(popup_name)) ImGui::OpenPopup(popup_name);
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  const ImVec2 middle{screen.WorkPos.x + screen.WorkSize.x / 2, screen.WorkPos.y + screen.WorkSize.y / 2};
  ImGui::SetNextWindowPos(middle, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(22), theme.px(14)});
  const bool open = ImGui::BeginPopup(popup_name, ImGuiWindowFlags_NoMove);
  ImGui::PopStyleVar();
  if (!open) return;
  const float first = theme.px(keys_width) + words_width(theme, left_column);
  const float second = theme.px(keys_width) + words_width(theme, right_column);
  const float height = std::max(column_height(theme, left_column), column_height(theme, right_column));
  const bool beside = first + second + theme.px(80) < screen.WorkSize.x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_column(theme, at, left_column);
  const ImVec2 next =
      beside ? ImVec2{at.x + first + theme.px(34), at.y} : ImVec2{at.x, at.y + column_height(theme, left_column)};
  draw_column(theme, next, right_column);
  const ImVec2 size =
      beside ? ImVec2{first + second + theme.px(34), height}
             : ImVec2{std::max(first, second), column_height(theme, left_column) + column_height(theme, right_column)};
  ImGui::Dummy(size);
  frame.places.note("shortcuts", {at, {at.x + size.x, at.y + size.y}});
  const bool again = ImGui::IsKeyPressed(ImGuiKey_F1, false) && !ImGui::IsWindowAppearing();
  if (ImGui::IsKeyPressed(ImGuiKey_Escape) || again) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace shardscope
