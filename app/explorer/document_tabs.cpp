#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/explorer/window_parts.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/documents.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float strip_height = 30, tab_width_max = 240, tab_width_min = 70;
constexpr float before_title = 12, cross_width = 24, around_title = 40;  // the last: with the cross and gaps

std::string title_of(const Document& document) {
  return document.said.scenario.name + (document.edited() ? " (edited)" : "");
}

/// Of each tab: as wide as the longest title needs where all of them have that room.
float tab_width(const Theme& theme, const Session& session, float room) {
  const std::size_t count = document_count(session);
  float wanted = theme.px(tab_width_max);
  for (std::size_t place = 0; place < count; ++place)
    wanted = std::max(
        wanted, text_width(theme, TextRole::secondary, title_of(document_at(session, place))) + theme.px(around_title));
  return std::max(theme.px(tab_width_min), std::min(wanted, std::floor(room / static_cast<float>(count))));
}

void draw_cross(ImDrawList& draw, const Theme& theme, ImVec2 center, ImU32 color) {
  const float half = theme.px(3.5F);
  draw.AddLine({center.x - half, center.y - half}, {center.x + half, center.y + half}, color, theme.px(1.3F));
  draw.AddLine({center.x - half, center.y + half}, {center.x + half, center.y - half}, color, theme.px(1.3F));
}

enum class Click { none, show, close };

Click tab(const Frame& frame, const Rect& box, const Document& document, std::size_t place, bool present) {
  const Theme& theme = frame.theme;
  const Rect cross{{box.max.x - theme.px(cross_width), box.min.y}, box.max};
  const std::string name = "document." + std::to_string(place);
  const HitArea title = hit_button(frame, name.c_str(), {box.min, {cross.min.x, box.max.y}});
  const bool lit = title.hovered || title.focused;
  const bool middle = title.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Middle);
  const HitArea end = hit_button(frame, (name + ".close").c_str(), cross);
  const bool cross_lit = end.hovered || end.focused;
  if (title.pointed && pointer_rests())
    show_tip(frame, {document.said.scenario.name,
                     "",
                     {document.edited() ? "Edited, not saved." : "As it was opened or saved."},
                     document.file.empty() ? "no file" : document.file,
                     {},
                     {},
                     "Ctrl+Page Down shows the next one, Ctrl+W closes."});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (present)
    draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(6), ImDrawFlags_RoundCornersTop);
  else if (lit)
    draw.AddRectFilled(box.min, box.max, blend(theme.panel, theme.raised, 0.6F), theme.px(6),
                       ImDrawFlags_RoundCornersTop);
  draw_fitted(draw, theme, TextRole::secondary,
              {box.min.x + theme.px(before_title), text_top(theme, TextRole::secondary, box)},
              present || lit ? theme.text : theme.dim, cross.min.x - box.min.x - theme.px(14), title_of(document));
  if (present || lit || cross_lit) draw_cross(draw, theme, cross.center(), cross_lit ? theme.text : theme.dim);
  return end.pressed || middle ? Click::close : title.pressed ? Click::show : Click::none;
}

}  // namespace

float document_tabs_height(const Explorer& explorer, const Theme& theme) {
  return explorer.alone == nullptr && document_count(explorer.session) > 1 ? theme.snapped_px(strip_height) : 0;
}

void document_tabs(Session& session, const Frame& frame, const Rect& strip) {
  const Theme& theme = frame.theme;
  const std::size_t count = document_count(session);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({strip.min.x, strip.max.y - 1}, {strip.max.x, strip.max.y - 1}, theme.line);
  const float left = strip.min.x + theme.px(12), room = strip.max.x - theme.px(12) - left;
  const float width = tab_width(theme, session, room);
  std::optional<std::size_t> shown, closed;
  for (std::size_t place = 0; place < count; ++place) {
    const float x = left + width * static_cast<float>(place);
    if (x + width > strip.max.x) break;
    const Rect box{{x, strip.min.y + theme.px(3)}, {x + width - theme.px(2), strip.max.y - 1}};
    const Click click = tab(frame, box, document_at(session, place), place, place == session.document_place);
    if (click == Click::show) shown = place;
    if (click == Click::close) closed = place;
  }
  if (shown || closed) show_document(session, shown ? *shown : *closed);
  if (closed) request_close_document(session);
}

}  // namespace shardscope
