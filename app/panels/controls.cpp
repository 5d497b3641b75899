#include "app/panels/controls.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/panels/control_row.h"
#include "core/base/characters.h"
#include "core/derivation/derived_figures.h"
#include "core/fields/fields.h"
#include "render/chart/chart.h"
#include "render/explain/figure_words.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t dots_max = 16;

std::size_t nearest_index(std::span<const double> values, double value) {
  const auto above = std::lower_bound(values.begin(), values.end(), value);
  if (above == values.begin()) return 0;
  const auto index = static_cast<std::size_t>(above - values.begin());
  if (above == values.end()) return values.size() - 1;
  return value - values[index - 1] <= *above - value ? index - 1 : index;
}

float stop_position(const Rect& track, std::size_t index, std::size_t count) {
  if (count < 2) return track.min.x;
  return track.min.x + track.width() * static_cast<float>(index) / static_cast<float>(count - 1);
}

void draw_slider(const Frame& frame, const Rect& track, const SliderRow& row, bool dimmed) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = track.center().y;
  const float half = theme.px(2);
  const float knob = stop_position(track, nearest_index(row.values, row.value), row.values.size());
  draw.AddRectFilled({track.min.x, y - half}, {track.max.x, y + half}, theme.raised, half);
  if (!dimmed) draw.AddRectFilled({track.min.x, y - half}, {knob, y + half}, theme.accent, half);
  if (row.values.size() <= dots_max)
    for (std::size_t i = 0; i < row.values.size(); ++i)
      draw.AddCircleFilled({stop_position(track, i, row.values.size()), y}, theme.px(2.2F), theme.faint);
  draw.AddCircleFilled({knob, y}, theme.px(7), dimmed ? theme.faint : theme.text);
}

/// Mouse and arrow keys on the slider's track.
std::optional<double> slide(const Rect& track, const SliderRow& row) {
  if (row.values.size() < 2) return std::nullopt;
  const std::size_t present = nearest_index(row.values, row.value);
  std::size_t chosen = present;
  if (ImGui::IsItemActive()) {
    const float fraction = std::clamp((ImGui::GetIO().MousePos.x - track.min.x) / track.width(), 0.0F, 1.0F);
    const bool by_mouse = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (by_mouse) chosen = static_cast<std::size_t>(std::lround(fraction * static_cast<float>(row.values.size() - 1)));
  }
  const bool focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
  const bool pointed = ImGui::IsItemHovered() && !ImGui::GetIO().NavVisible;
  if (!ImGui::GetIO().WantTextInput && (focused || pointed)) {
    const int step = step_by_keys();
    if (step < 0 && present > 0) chosen = present - 1;
    if (step > 0 && present + 1 < row.values.size()) chosen = present + 1;
    if (step != 0) ImGui::NavMoveRequestCancel();  // up and down go on to the next control
  }
  if (chosen == present) return std::nullopt;
  return row.values[chosen];
}

void draw_padlock(const Theme& theme, ImVec2 center, bool closed) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 color = closed ? theme.accent : theme.faint;
  const float w = theme.px(4);
  const float shift = closed ? 0 : theme.px(2.5F);
  draw.AddRectFilled({center.x - w, center.y}, {center.x + w, center.y + theme.px(6)}, color, theme.px(1));
  draw.PathArcTo({center.x + shift, center.y}, theme.px(2.8F), 3.14159F, 6.28318F, 10);
  draw.PathStroke(color, 0, theme.px(1.4F));
}

void hold_button(const Frame& frame, const RowArea& area, const SliderRow& row) {
  const Theme& theme = frame.theme;
  const ImVec2 center(area.value.min.x - theme.px(11), area.row.center().y - theme.px(2));
  ImGui::SetCursorScreenPos({center.x - theme.px(8), area.row.min.y});
  if (ImGui::InvisibleButton("hold", {theme.px(16), area.row.height()}, ImGuiButtonFlags_EnableNav))
    *row.held = !*row.held;
  frame.places.note(std::string(row.path) + ".hold", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  if (ImGui::IsItemHovered())
    show_tip(frame, {*row.held ? "Held" : "Free to follow",
                     "",
                     {*row.held ? "Stays as it is when another degree is dragged. Click to let it follow."
                                : "Follows when another degree is dragged. Click to hold it."},
                     ""});
  draw_padlock(theme, center, *row.held);
}

}  // namespace

std::optional<double> slider_row(const Frame& frame, const SliderRow& row) {
  RowScope scope(frame, row.path, row.label, row.disabled_because, RowKind::slider, {}, row.help, row.label_width);
  scope.widen_value(row.text);
  const RowArea area = scope.area;
  std::optional<double> chosen;

  Rect track = area.control;
  track.min.x += frame.theme.px(7);
  track.max.x -= frame.theme.px(row.held != nullptr ? 28 : 14);
  ImGui::SetCursorScreenPos({track.min.x - frame.theme.px(7), area.row.min.y});
  ImGui::InvisibleButton("slider", {track.width() + frame.theme.px(14), area.row.height()},
                         scope.disabled() ? ImGuiButtonFlags_None : ImGuiButtonFlags_EnableNav);
  scope.focus_control();
  frame.places.note(row.path, track);
  if (!scope.disabled()) chosen = slide(track, row);
  draw_slider(frame, track, row, scope.disabled());
  scope.tip_on_hover();

  if (row.held != nullptr) hold_button(frame, area, row);
  if (std::optional<std::string> typed = value_box(frame, scope, row.text, row.editable)) {
    if (!typed->empty() && typed->find_first_not_of("0123456789.,") == std::string::npos) *typed += row.bare_prefix;
    if (const std::optional<double> number = typed_number(frame, std::string(row.path), *typed, row.unit))
      chosen = number;
  }
  if (chosen && *chosen == row.value) chosen.reset();
  if (chosen) frame.touched = row.path;
  return chosen;
}

std::optional<bool> toggle_row(const Frame& frame, std::string_view path, bool on, std::string_view disabled_because) {
  const RowScope scope(frame, path, {}, disabled_because, RowKind::toggle);
  const Theme& theme = frame.theme;
  const float width = theme.px(34);
  const float height = theme.px(18);
  const Rect box{{scope.area.value.max.x - width, scope.area.row.center().y - height / 2},
                 {scope.area.value.max.x, scope.area.row.center().y + height / 2}};
  ImGui::SetCursorScreenPos(scope.area.row.min);
  const bool clicked = ImGui::InvisibleButton("switch", {scope.area.row.width(), scope.area.row.height()},
                                              scope.disabled() ? ImGuiButtonFlags_None : ImGuiButtonFlags_EnableNav);
  scope.focus_control();
  scope.tip_on_hover();
  frame.places.note(path, box);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(box.min, box.max, on && !scope.disabled() ? theme.accent : theme.raised, height / 2);
  const float knob = on ? box.max.x - height / 2 : box.min.x + height / 2;
  draw.AddCircleFilled({knob, box.center().y}, height / 2 - theme.px(3), on ? theme.panel : theme.dim);
  draw_text_right(draw, theme, TextRole::secondary,
                  {box.min.x - theme.px(8), text_top(theme, TextRole::secondary, scope.area.row)}, theme.dim,
                  on ? "on" : "off");
  if (!clicked || scope.disabled()) return std::nullopt;
  frame.touched = path;
  return !on;
}

bool link_row(const Frame& frame, std::string_view name, std::string_view text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = frame.theme.px(design::control_height);
  ImGui::PushID(name.data(), name.data() + name.size());
  const bool clicked =
      ImGui::InvisibleButton("link", {ImGui::GetContentRegionAvail().x, height}, ImGuiButtonFlags_EnableNav);
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  frame.places.note(name, {at, {at.x + ImGui::GetItemRectSize().x, at.y + height}});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = at.y + (height - text_height(frame.theme, TextRole::body)) / 2;
  const float width = draw_text(draw, frame.theme, TextRole::body, {at.x, y}, frame.theme.accent, text);
  if (hovered) {
    const float base = std::floor(y + text_height(frame.theme, TextRole::body));
    draw.AddLine({at.x, base}, {at.x + width, base}, frame.theme.accent);
  }
  return clicked;
}

float button_width(const Theme& theme, std::string_view text, ButtonLook look) {
  return text_width(theme, TextRole::body, text) + theme.px(look == ButtonLook::bare ? 20 : 32);
}

bool text_button(const Frame& frame, std::string_view name, std::string_view text, bool enabled, ButtonLook look) {
  const Theme& theme = frame.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(button_width(theme, text, look), theme.px(28));
  ImGui::PushID(name.data(), name.data() + name.size());
  const bool clicked =
      ImGui::InvisibleButton("button", size, enabled ? ImGuiButtonFlags_EnableNav : ImGuiButtonFlags_None) && enabled;
  const bool hovered = ImGui::IsItemHovered() && enabled;
  ImGui::PopID();
  const Rect rect{at, {at.x + size.x, at.y + size.y}};
  frame.places.note(name, rect);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const bool accented = look == ButtonLook::primary && enabled;
  const ImU32 resting = accented ? theme.accent : look == ButtonLook::bare ? 0 : theme.raised;
  const ImU32 lit = look == ButtonLook::bare ? theme.raised : blend(resting, theme.text, 0.14F);
  const float radius = theme.px(design::control_radius);
  if (hovered || resting != 0) draw.AddRectFilled(rect.min, rect.max, hovered ? lit : resting, radius);
  const float y = text_top(theme, TextRole::body, rect);
  const ImU32 ink = accented ? readable_on(hovered ? lit : resting) : theme.text;
  draw_text_centered(draw, theme, TextRole::body, {rect.center().x, y},
                     enabled ? ink : blend(theme.panel, theme.dim, 0.75F), text);
  return clicked;
}

float wrapped_words_height(const Theme& theme, std::string_view text, float width) {
  return wrapped_height(theme, TextRole::secondary, text, width) + theme.px(3);
}

void words(const Frame& frame, ImU32 color, std::string_view text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float used =
      draw_wrapped(*ImGui::GetWindowDrawList(), frame.theme, TextRole::secondary, at, color, text, width);
  ImGui::Dummy({width, used + frame.theme.px(3)});
}

Explanation explain_named(const Frame& frame, std::string_view name) {
  const DerivedFigures figures = derived_figures(frame.report);
  if (const DerivedFigure* figure = find_figure(figures, name)) return explain_figure(*figure);
  const Field* field = find_field(name);
  if (field == nullptr) return {};
  Explanation tip = explain_field(*field, frame.report);
  tip.figure = name;
  return tip;
}

void said_there(const Frame& frame, const Rect& place, const SaidThere& said) {
  if (said && place.contains(ImGui::GetIO().MousePos) && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows))
    said_here(frame, said);
}

void said_here(const Frame& frame, const SaidThere& said) {
  if (pointer_rests())
    show_term_tip(frame, said());
  else if (ImGui::IsKeyPressed(ImGuiKey_E, false))
    frame.tip = with_term(said(), frame.presets.glossary);
}

void section(const Frame& frame, std::string_view title, std::span<const std::string> summaries,
             const SaidThere& said) {
  const Theme& theme = frame.theme;
  ImGui::Dummy({1, theme.px(7)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float used = draw_text(draw, theme, TextRole::strong, at, theme.text, title);
  const float room = width - used - theme.px(12);
  const float drop = text_height(theme, TextRole::strong) - text_height(theme, TextRole::secondary);
  draw_text_right(draw, theme, TextRole::secondary, {at.x + width, at.y + drop / 2}, theme.dim,
                  first_fitting(theme, TextRole::secondary, summaries, room));
  said_there(frame, {{at.x + used, at.y}, {at.x + width, at.y + text_height(theme, TextRole::strong)}}, said);
  ImGui::Dummy({width, text_height(theme, TextRole::strong) + theme.px(4)});
}

bool fold_section(const Frame& frame, std::string_view name, std::string_view title, const std::string& summary,
                  bool marked, bool open, const SaidThere& said) {
  const Theme& theme = frame.theme;
  ImGui::Dummy({1, theme.px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = theme.px(design::control_height);
  const std::string place = "section." + std::string(name);
  ImGui::PushID(place.c_str());
  const bool clicked = ImGui::InvisibleButton("fold", {width, height}, ImGuiButtonFlags_EnableNav);
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  const Rect row{at, {at.x + width, at.y + height}};
  frame.places.note(place, row);
  if (marked) frame.places.note(place + ".marked", row);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (clicked) open = !open;
  const ImU32 ink = hovered ? theme.accent : theme.text;
  draw_fold_mark(draw, theme, {at.x + theme.px(4), row.center().y}, 4, open, ink);
  const float left = at.x + theme.px(14);
  const float used =
      draw_text(draw, theme, TextRole::strong, {left, text_top(theme, TextRole::strong, row)}, ink, title);
  const float from = left + used + theme.px(12);
  draw_fitted(draw, theme, TextRole::secondary, {from, text_top(theme, TextRole::secondary, row)},
              marked ? theme.accent : theme.dim, row.max.x - from, summary, 1);
  said_there(frame, {{from, row.min.y}, row.max}, said);
  return open;
}

bool pointer_rests() {
  return ImGui::GetCurrentContext()->MouseStationaryTimer >= pointer_rests_after_seconds;
}

Explanation with_term(Explanation tip, const Glossary& glossary, std::string_view words) {
  const GlossaryEntry* entry = entry_of(glossary, words.empty() ? std::string_view(tip.title) : words);
  if (entry == nullptr) return tip;
  tip.lines.push_back(entry->sentence);
  if (tip.source.empty()) tip.source = entry->source;
  return tip;
}

void show_term_tip(const Frame& frame, Explanation tip) {
  show_tip(frame, with_term(std::move(tip), frame.presets.glossary));
}

void copy_by_right_click(const std::string& text) {
  if (std::none_of(text.begin(), text.end(), is_digit) || !ImGui::IsMouseReleased(ImGuiMouseButton_Right)) return;
  ImGui::SetClipboardText(text.c_str());
  ImGui::GetIO().MouseReleased[ImGuiMouseButton_Right] = false;
}

namespace {

/// Whether nothing was said beside the pointer in this frame yet: two boxes would lie on each other.
bool is_first_tip() {
  ImGuiStorage& kept = ImGui::GetCurrentContext()->Windows[0]->StateStorage;  // Dear ImGui's own, which is always there
  const ImGuiID key = ImHashStr("frame of the tip");
  const int now = ImGui::GetFrameCount();
  if (kept.GetInt(key, -1) == now) return false;
  kept.SetInt(key, now);
  return true;
}

}  // namespace

void show_tip(const Frame& frame, const Explanation& tip) {
  if (tip.empty() || !is_first_tip()) return;
  copy_by_right_click(tip.value);
  frame.tip = tip;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  if (frame.quiet_at && frame.quiet_at->x == pointer.x && frame.quiet_at->y == pointer.y) return;
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  const Rect bounds{screen.WorkPos, {screen.WorkPos.x + screen.WorkSize.x, screen.WorkPos.y + screen.WorkSize.y}};
  draw_explanation(*ImGui::GetForegroundDrawList(), frame.theme, ImGui::GetIO().MousePos, bounds, tip);
}

void show_tip_at(const Frame& frame, const Rect& control, const Explanation& tip) {
  if (tip.empty() || !is_first_tip()) return;
  copy_by_right_click(tip.value);
  frame.tip = tip;
  const Theme& theme = frame.theme;
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  const float left = ImGui::GetWindowPos().x, right = left + ImGui::GetWindowWidth();
  const ImVec2 end{screen.WorkPos.x + screen.WorkSize.x, screen.WorkPos.y + screen.WorkSize.y};
  if (ImGui::GetIO().NavVisible)  // keys go on from row to row: none of them is covered
    return void(draw_explanation(*ImGui::GetForegroundDrawList(), theme, {right, control.min.y},
                                 {{right, screen.WorkPos.y}, end}, tip));
  const Rect bounds{{left, screen.WorkPos.y}, {right, end.y}};
  draw_explanation_at(*ImGui::GetForegroundDrawList(), theme, control, bounds, tip);
}

std::optional<std::string> text_row(const Frame& frame, std::string_view path, const std::string& text,
                                    std::string_view disabled_because) {
  const RowScope scope(frame, path, {}, disabled_because, RowKind::figure, text);
  frame.places.note(path, scope.area.value);
  return value_box(frame, scope, text);
}

std::optional<double> number_row(const Frame& frame, std::string_view path, const std::string& text,
                                 const std::string& editable, std::string_view disabled_because) {
  const RowScope scope(frame, path, {}, disabled_because, RowKind::figure, text);
  frame.places.note(path, scope.area.value);
  const std::optional<std::string> typed = value_box(frame, scope, text, editable);
  if (!typed) return std::nullopt;
  const std::optional<double> number = typed_number(frame, std::string(path), *typed);
  if (number) frame.touched = path;
  return number;
}

}  // namespace shardscope
