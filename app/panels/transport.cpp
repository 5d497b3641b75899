#include "app/panels/transport.h"

#include <imgui.h>

#include <algorithm>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// At scale 1.
constexpr float button_size = 26, time_width = 92, speed_width = 84, compact_time_width = 64, compact_speed_width = 56;

enum class Symbol { back, play, pause, on, slower, faster };

void draw_symbol(ImDrawList& draw, ImVec2 center, float size, ImU32 color, Symbol symbol) {
  const float h = size / 2, bar = size * 0.22F;
  const auto triangle = [&](float from, float to) {
    draw.AddTriangleFilled({center.x + from, center.y - h}, {center.x + from, center.y + h}, {center.x + to, center.y},
                           color);
  };
  const auto column = [&](float left) {
    draw.AddRectFilled({center.x + left, center.y - h}, {center.x + left + bar, center.y + h}, color);
  };
  switch (symbol) {
    case Symbol::play:
      return triangle(-h * 0.7F, h);
    case Symbol::pause:
      column(-h * 0.7F);
      return column(h * 0.7F - bar);
    case Symbol::on:
      triangle(-h, h * 0.5F);
      return column(h * 0.5F);
    case Symbol::back:
      draw.AddTriangleFilled({center.x + h, center.y - h}, {center.x - h * 0.5F, center.y},
                             {center.x + h, center.y + h}, color);
      return column(-h * 0.5F - bar);
    case Symbol::faster:
      draw.AddRectFilled({center.x - bar / 2, center.y - h * 0.8F}, {center.x + bar / 2, center.y + h * 0.8F}, color);
      [[fallthrough]];
    case Symbol::slower:
      draw.AddRectFilled({center.x - h * 0.8F, center.y - bar / 2}, {center.x + h * 0.8F, center.y + bar / 2}, color);
  }
}

bool symbol_button(const Frame& frame, ImVec2& at, const std::string& name, Symbol symbol, const Explanation& tip,
                   bool enabled) {
  const Theme& theme = frame.theme;
  const float size = theme.px(button_size);
  const Rect box{at, {at.x + size, at.y + size}};
  const HitArea under = hit_button(frame, name.c_str(), box);
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) show_tip(frame, tip);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (under.hovered && enabled) draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(design::control_radius));
  draw_symbol(draw, box.center(), theme.px(11), enabled ? theme.text : theme.faint, symbol);
  at.x += size + theme.px(2);
  return under.pressed && enabled;
}

Explanation tip_of(const char* title, std::string_view what, std::string_view key) {
  Explanation tip{.title = title, .hint = std::string(key)};
  if (!what.empty()) tip.lines.emplace_back(what);
  return tip;
}

/// Words in the middle of so much room, and what is said of them.
void centered(const Frame& frame, ImVec2& at, float width, const std::string& text, const std::string& name,
              const Explanation& tip) {
  const float height = text_height(frame.theme, TextRole::strong);
  draw_text_centered(*ImGui::GetWindowDrawList(), frame.theme, TextRole::strong,
                     {at.x + width / 2, at.y + (frame.theme.px(button_size) - height) / 2}, frame.theme.text, text);
  if (chart_area(frame, name, {at, {at.x + width, at.y + frame.theme.px(button_size)}}) && pointer_rests())
    show_tip(frame, tip);
  at.x += width;
}

}  // namespace

TransportAction draw_transport(const Frame& frame, const Transport& transport, ImVec2 at) {
  TransportAction action = TransportAction::none;
  const std::string name = std::string(transport.name) + ".";
  const auto button = [&](const char* what, Symbol symbol, const Explanation& tip, TransportAction does) {
    if (symbol_button(frame, at, name + what, symbol, tip, transport.enabled)) action = does;
  };
  const TransportKeys& keys = transport.keys;
  button("back", Symbol::back, tip_of("Back", "To the last moment at which a pass began or ended.", keys.back),
         TransportAction::back);
  button("play", transport.running ? Symbol::pause : Symbol::play,
         transport.running ? tip_of("Pause", {}, "Space") : tip_of("Play", "The schedules unroll in time.", "Space"),
         TransportAction::toggle);
  button("on", Symbol::on, tip_of("On", "To the next moment at which a pass begins or ends.", keys.on),
         TransportAction::on);
  at.x += frame.theme.px(8);
  button("slower", Symbol::slower, tip_of("Slower", {}, keys.slower), TransportAction::slower);
  centered(frame, at, frame.theme.px(transport.compact ? compact_speed_width : speed_width), transport.speed,
           name + "speed", {"Speed", transport.speed, {std::string(transport.speed_help)}});
  button("faster", Symbol::faster, tip_of("Faster", transport.speed_help, keys.faster), TransportAction::faster);
  centered(frame, at, frame.theme.px(transport.compact ? compact_time_width : time_width), transport.time,
           name + "time",
           {"The moment that is played", transport.time, {"Counted from the beginning of the schedule."}});
  return action;
}

namespace {

constexpr std::string_view exit_words = "Whole step";
constexpr float exit_gap = 8;  // at scale 1, between the moment and them

std::string moment_said(const StepMoment& moment) {
  return "at " + format_seconds(Seconds{moment.time}).text();
}

}  // namespace

float moment_exit_width(const ViewFrame& frame) {
  if (!frame.moment || frame.is_picture) return 0;
  // As wide for all moments of the step: what stands before it stays where it is while the step is played.
  const Seconds longest = frame.shown.time ? frame.shown.time->step : Seconds{};
  return text_width(frame.theme, TextRole::secondary, moment_said({std::max(longest.value, frame.moment->time), {}})) +
         text_width(frame.theme, TextRole::secondary, exit_words) + frame.theme.px(exit_gap);
}

float moment_exit(const ViewFrame& frame, const char* name, const Rect& line, float right) {
  if (!frame.moment || frame.is_picture) return right;
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float left = right - moment_exit_width(frame), y = text_top(theme, TextRole::secondary, line);
  const Rect box{{right - text_width(theme, TextRole::secondary, exit_words), line.min.y}, {right, line.max.y}};
  draw_text_right(draw, theme, TextRole::secondary, {box.min.x - theme.px(exit_gap), y}, theme.text,
                  moment_said(*frame.moment));
  const HitArea under = hit_button(frame, name, box);
  draw_text(draw, theme, TextRole::secondary, {box.min.x, y}, theme.accent, exit_words);
  if (under.hovered || under.focused)
    draw.AddLine({box.min.x, box.max.y - 1}, {box.max.x, box.max.y - 1}, theme.accent, theme.px(1));
  if (under.hovered && pointer_rests())
    show_tip(frame, {.title = "Back to the whole step",
                     .lines = {"Timeline, Memory and Cluster show it " + moment_said(*frame.moment) + "."},
                     .hint = "Esc"});
  if (under.pressed) frame.requests.leave_moment = true;
  return left;
}

float transport_width(const Theme& theme, bool compact) {
  const float words = compact ? compact_speed_width + compact_time_width : speed_width + time_width;
  return theme.px(5 * (button_size + 2) + 8 + words);
}

float transport_height(const Theme& theme) {
  return theme.px(button_size);
}

}  // namespace shardscope
