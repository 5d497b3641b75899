// The list control of controls.h: a closed box that opens a list below it, with a field that filters long ones.
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/panels/control_row.h"
#include "app/panels/controls.h"
#include "core/base/characters.h"
#include "core/base/trimmed.h"
#include "render/chart/chart.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float list_height_max = 420;
constexpr std::size_t filter_bytes = 64;

void draw_closed(const Theme& theme, const Rect& box, const ComboRow& row, bool hovered, bool disabled) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(box.min, box.max, hovered ? blend(theme.raised, theme.text, 0.08F) : theme.raised,
                     theme.px(design::control_radius));
  const float y = text_top(theme, TextRole::strong, box);
  const std::array<std::string, 2> shown = {row.shown, row.shown_short.empty() ? row.shown : row.shown_short};
  draw_fitted(draw, theme, TextRole::strong, {box.min.x + theme.px(9), y}, disabled ? theme.faint : theme.text,
              box.width() - theme.px(28), shown);
  draw_list_mark(draw, theme, {box.max.x - theme.px(12), box.center().y + theme.px(2)});
}

/// Where and how wide the list opens.
void place_list(const Theme& theme, const ComboRow& row, const Rect& box) {
  float width = box.width();
  for (const Option& option : row.options)
    width = std::max(width, text_width(theme, TextRole::strong, option.name) +
                                text_width(theme, TextRole::secondary, option.detail) + theme.px(100));
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  // A list ends within the window: above its box where there is more room and it needs that.
  const float below = screen.WorkPos.y + screen.WorkSize.y - box.max.y - theme.px(12);
  const float above = box.min.y - screen.WorkPos.y - theme.px(12);
  const float wanted =
      std::min(theme.px(26) * static_cast<float>(row.options.size()) + theme.px(24), theme.px(list_height_max));
  const bool upwards = wanted > below && above > below;
  const float room = upwards ? above : below;
  ImGui::SetNextWindowPos({std::min(box.min.x, screen.WorkPos.x + screen.WorkSize.x - width - theme.px(4)),
                           upwards ? box.min.y - theme.px(4) : box.max.y + theme.px(4)},
                          ImGuiCond_Always, {0, upwards ? 1.0F : 0.0F});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::clamp(room, theme.px(120), theme.px(list_height_max))});
}

std::optional<std::size_t> open_list(const Frame& frame, ComboRow row, const Rect& box) {
  const Theme& theme = frame.theme;
  std::optional<std::size_t> chosen;
  if (!ImGui::IsPopupOpen("list")) return chosen;
  std::vector<Option> made;
  if (row.make_options) {
    made = row.make_options();
    row.options = made;
  }
  place_list(theme, row, box);
  if (!begin_list(theme, "list")) return chosen;
  const bool entered = row.searchable && filter_field(frame, "Search");
  std::optional<std::size_t> first_match;
  for (std::size_t i = 0; i < row.options.size(); ++i) {
    const Option& option = row.options[i];
    if (row.searchable && !passes_filter(frame, option.name) && !passes_filter(frame, option.detail)) continue;
    if (!first_match) first_match = i;
    const std::string name = std::string(row.path) + "=" + option.name;
    if (list_line(frame, name, option.name, option.detail, row.present == i, option.help)) chosen = i;
  }
  if (!first_match) words(frame, theme.dim, "Nothing is called that.");
  if (entered && first_match) chosen = first_match;
  if (chosen || ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  end_list();
  return chosen;
}

}  // namespace

float title_combo_width(const Theme& theme, std::string_view words, TextRole role) {
  return text_width(theme, role, words) + theme.px(20);
}

std::optional<std::size_t> title_combo(const Frame& frame, const ComboRow& row, float width, float& end,
                                       TextRole role) {
  const Theme& theme = frame.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float mark = theme.px(20), height = text_height(theme, role);
  const std::string whole(row.shown);
  const FittedText shown = fitted_or_smaller(theme, role, std::span(&whole, 1), width - mark);
  const float words_width = fitted_width(theme, role, shown);
  const Rect box{{at.x - theme.px(6), at.y - theme.px(4)}, {at.x + words_width + mark, at.y + height + theme.px(4)}};
  ImGui::PushID(row.path.data(), row.path.data() + row.path.size());
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("title", {box.width(), box.height()}, ImGuiButtonFlags_EnableNav))
    ImGui::OpenPopup("list");
  const bool hovered = ImGui::IsItemHovered();
  frame.places.note(row.path, box);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (hovered) draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(design::control_radius));
  draw_fitted(draw, theme, role, at, role == TextRole::title || hovered ? theme.text : theme.dim, width - mark, whole);
  draw_list_mark(draw, theme, {at.x + words_width + theme.px(10), box.center().y + theme.px(3)}, 4);
  end = box.max.x;
  const std::optional<std::size_t> chosen = open_list(frame, row, box);
  ImGui::PopID();
  if (!chosen || chosen == row.present) return std::nullopt;
  return chosen;
}

bool begin_list(const Theme& theme, const char* name) {
  const float padding = theme.snapped_px(8);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const bool open = ImGui::BeginPopup(name, ImGuiWindowFlags_NoMove);
  if (open)
    ImGui::PushStyleColor(ImGuiCol_FrameBg, theme.panel);  // the field above the list
  else
    ImGui::PopStyleVar(2);
  return open;
}

void end_list() {
  ImGui::PopStyleColor();
  ImGui::EndPopup();
  ImGui::PopStyleVar(2);
}

bool list_line(const Frame& frame, const std::string& name, std::string_view words, std::string_view detail,
               bool present, std::string_view help) {
  const Theme& theme = frame.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect row{at, {at.x + ImGui::GetContentRegionAvail().x, at.y + theme.px(26)}};
  const bool clicked = ImGui::InvisibleButton(name.c_str(), {row.width(), row.height()}, ImGuiButtonFlags_EnableNav);
  if (present) ImGui::SetItemDefaultFocus();
  const bool lit = ImGui::IsItemHovered() || (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible);
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort) && !help.empty()) {
    const std::vector<std::string_view> lines = lines_of(help);
    show_term_tip(frame, {std::string(words), "", {lines.begin(), lines.end()}, ""});
  }
  frame.places.note(name, row);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (lit) draw.AddRectFilled(row.min, row.max, blend(theme.raised, theme.text, 0.10F), theme.px(4));
  const float beside = text_width(theme, TextRole::secondary, detail);
  draw_fitted(draw, theme, present ? TextRole::strong : TextRole::body,
              {at.x + theme.px(10), text_top(theme, TextRole::body, row)}, present ? theme.accent : theme.text,
              row.width() - beside - theme.px(32), words);
  draw_text_right(draw, theme, TextRole::secondary,
                  {row.max.x - theme.px(10), text_top(theme, TextRole::secondary, row)}, theme.dim, detail);
  return clicked;
}

bool filter_field(const Frame& frame, const char* hint) {
  if (ImGui::IsWindowAppearing()) {
    frame.filter.clear();
    ImGui::SetKeyboardFocusHere();
  }
  std::array<char, filter_bytes> typed = {};
  frame.filter.copy(typed.data(), typed.size() - 1);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::InputTextWithHint("##filter", hint, typed.data(), typed.size())) frame.filter = typed.data();
  const bool here = ImGui::IsItemActive() || ImGui::IsItemDeactivated();  // Enter on a line takes that line
  ImGui::Dummy({1, frame.theme.px(4)});
  const bool enter = ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  return here && enter && !frame.filter.empty();
}

bool passes_filter(const Frame& frame, std::string_view words) {
  return contains_words(words, frame.filter);
}

std::optional<std::size_t> combo_row(const Frame& frame, const ComboRow& row) {
  const RowScope scope(frame, row.path, row.label, row.disabled_because, RowKind::list);
  const Rect box{{scope.area.control.min.x, scope.area.row.min.y}, scope.area.row.max};
  ImGui::SetCursorScreenPos(box.min);
  const ImGuiButtonFlags keys = scope.disabled() ? ImGuiButtonFlags_None : ImGuiButtonFlags_EnableNav;
  const bool clicked = ImGui::InvisibleButton("box", {box.width(), box.height()}, keys) && !scope.disabled();
  const bool hovered = ImGui::IsItemHovered() && !scope.disabled();
  scope.focus_control();
  scope.tip_on_hover();
  frame.places.note(row.path, box);
  draw_closed(frame.theme, box, row, hovered, scope.disabled());
  if (clicked) ImGui::OpenPopup("list");
  const std::optional<std::size_t> chosen = open_list(frame, row, box);
  if (!chosen || chosen == row.present) return std::nullopt;
  frame.touched = row.path;
  return chosen;
}

}  // namespace shardscope
