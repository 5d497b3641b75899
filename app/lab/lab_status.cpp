#include "app/lab/lab_status.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/lab/lab_words.h"
#include "app/panels/controls.h"
#include "render/format.h"
#include "render/text.h"

namespace shardscope {

namespace {

constexpr float button_size = 26, time_width = 92, speed_width = 84;  // at scale 1

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

bool symbol_button(const Frame& frame, ImVec2& at, const char* name, Symbol symbol, const Explanation& tip,
                   bool enabled) {
  const Theme& theme = frame.theme;
  const float size = theme.px(button_size);
  const Rect box{at, {at.x + size, at.y + size}};
  ImGui::SetCursorScreenPos(box.min);
  const bool clicked = ImGui::InvisibleButton(name, {size, size}) && enabled;
  const bool hovered = ImGui::IsItemHovered() && enabled;
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) show_tip(theme, tip);
  frame.places.note(name, box);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (hovered) draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(design::control_radius));
  draw_symbol(draw, box.center(), theme.px(11), enabled ? theme.text : theme.faint, symbol);
  at.x += size + theme.px(2);
  return clicked;
}

void centered(const Frame& frame, ImVec2& at, float width, const std::string& text) {
  const float height = text_height(frame.theme, TextRole::strong);
  draw_text_centered(*ImGui::GetWindowDrawList(), frame.theme, TextRole::strong,
                     {at.x + width / 2, at.y + (frame.theme.px(button_size) - height) / 2}, frame.theme.text, text);
  at.x += width;
}

/// Returns where it ends.
float transport(Lab& lab, const Frame& frame, ImVec2 at) {
  const std::vector<const Timeline*> timelines = lab_timelines(lab);
  const bool runs = !timelines.empty();
  Play& play = lab.play;
  if (symbol_button(frame, at, "lab.back", Symbol::back,
                    {"Back", "", {"To the last moment at which a pass began or ended."}, "Left arrow"}, runs))
    play = stepped_back(play, timelines);
  const Explanation plays = play.running ? Explanation{"Pause", "", {}, "Space"}
                                         : Explanation{"Play", "", {"The schedules unroll in time."}, "Space"};
  if (symbol_button(frame, at, "lab.play", play.running ? Symbol::pause : Symbol::play, plays, runs))
    play = toggled(play, lab_end(lab));
  if (symbol_button(frame, at, "lab.on", Symbol::on,
                    {"On", "", {"To the next moment at which a pass begins or ends."}, "Right arrow"}, runs))
    play = stepped_on(play, timelines);
  at.x += frame.theme.px(8);
  if (symbol_button(frame, at, "lab.slower", Symbol::slower, {"Slower", "", {}, "−"}, runs))
    play.speed = slower(play.speed);
  centered(frame, at, frame.theme.px(speed_width), "speed " + units_text(play.speed) + "×");
  if (symbol_button(frame, at, "lab.faster", Symbol::faster,
                    {"Faster", "", {"Units of time that pass in a second."}, "+"}, runs))
    play.speed = faster(play.speed);
  centered(frame, at, frame.theme.px(time_width), play.time ? "time " + fixed(*play.time, 1) : "time –");
  return at.x;
}

/// What is followed, then what the ranks do at the moment, in fewer and fewer words.
std::array<std::string, 4> words_of(const Lab& lab) {
  std::string followed;
  if (lab.view.micro_batch) followed = "Micro-batch " + grouped(*lab.view.micro_batch) + " followed through all ranks";
  if (!lab.play.time || lab_timelines(lab).empty()) {
    if (followed.empty()) followed = "Click a bar to follow its micro-batch, the axis to pick a moment";
    return {followed, followed, followed, {}};
  }
  std::string state;
  constexpr std::array<const char*, 2> where = {"above ", "below "};
  for (std::size_t i = 0; i < lab.charts.size(); ++i)
    if (lab.charts[i].run)
      state += (state.empty() ? "" : "; ") + std::string(where[i]) + state_words(*lab.charts[i].run, *lab.play.time);
  const std::string short_followed =
      lab.view.micro_batch ? "Micro-batch " + grouped(*lab.view.micro_batch) + " followed" : std::string();
  const std::string joint = followed.empty() ? "" : ". ";
  return {followed + joint + "Now " + state, short_followed + joint + "Now " + state, "Now " + state, followed};
}

}  // namespace

void lab_status(Lab& lab, const Frame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine(area.min, {area.max.x, area.min.y}, theme.line);
  const float margin = theme.px(16), y = area.center().y - text_height(theme, TextRole::secondary) / 2;
  const float controls = theme.px(5 * (button_size + 2) + 8 + speed_width + time_width);
  const float left = std::round(area.center().x - controls / 2 + area.width() * 0.06F);
  transport(lab, frame, {left, std::round(area.center().y - theme.px(button_size) / 2)});
  const std::array<std::string, 4> words = words_of(lab);
  draw_text(draw, theme, TextRole::secondary, {area.min.x + margin, y}, theme.text,
            first_fitting(theme, TextRole::secondary, words, left - area.min.x - 2 * margin));
  frame.places.note("lab.words", {{area.min.x + margin, area.min.y}, {left, area.max.y}});
  if (lab.simulate_seconds <= 0) return;
  draw_text_right(draw, theme, TextRole::secondary, {area.max.x - margin, y}, theme.dim,
                  "simulated in " + format_seconds(Seconds{lab.simulate_seconds}).text());
}

void lab_keys(Lab& lab, const Rect& controls) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || io.KeyCtrl) return;
  const std::vector<const Timeline*> timelines = lab_timelines(lab);
  if (timelines.empty()) return;
  if (ImGui::IsKeyPressed(ImGuiKey_Space, false)) lab.play = toggled(lab.play, lab_end(lab));
  if (controls.contains(io.MousePos)) return;  // a slider under the pointer takes the arrows
  // Else they would move the keyboard's focus too.
  for (const ImGuiKey key : {ImGuiKey_Space, ImGuiKey_LeftArrow, ImGuiKey_RightArrow})
    ImGui::SetKeyOwner(key, ImGui::GetID("lab keys"));
  if (ImGui::IsKeyPressed(ImGuiKey_RightArrow)) lab.play = stepped_on(lab.play, timelines);
  if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow)) lab.play = stepped_back(lab.play, timelines);
  if (ImGui::IsKeyPressed(ImGuiKey_Equal) || ImGui::IsKeyPressed(ImGuiKey_KeypadAdd))
    lab.play.speed = faster(lab.play.speed);
  if (ImGui::IsKeyPressed(ImGuiKey_Minus) || ImGui::IsKeyPressed(ImGuiKey_KeypadSubtract))
    lab.play.speed = slower(lab.play.speed);
}

}  // namespace shardscope
