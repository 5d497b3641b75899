#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/lab/lab_window.h"
#include "app/lab/lab_words.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/transport.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// Buttons for the moment that is played.
void lab_transport(Lab& lab, const Frame& frame, ImVec2 at) {
  const std::vector<const Timeline*> timelines = lab_timelines(lab);
  Play& play = lab.play;
  const Transport transport{"lab",
                            play.running,
                            !timelines.empty(),
                            "speed " + units_text(play.speed) + "×",
                            play.time ? "time " + fixed(*play.time, 1) : "time –",
                            "Units of time that pass in a second.",
                            {"Left arrow", "Right arrow", "−", "+"}};
  play = after(draw_transport(frame, transport, at), play, timelines, lab_end(lab));
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

std::array<std::string, 4> lab_status_words(const Lab& lab, const Notice& notice) {
  if (notice.text.empty()) return words_of(lab);
  const std::string& brief = notice.shortest();
  return {notice.text, brief, brief, brief};
}

void lab_status(Lab& lab, const Frame& frame, const Rect& area, const Notice& notice) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine(area.min, {area.max.x, area.min.y}, theme.line);
  const float margin = theme.px(16), y = text_top(theme, TextRole::secondary, area);
  const float controls = transport_width(theme);
  const float left = std::round(area.center().x - controls / 2 + area.width() * 0.06F);
  lab_transport(lab, frame, {left, std::round(area.center().y - transport_height(theme) / 2)});
  const std::array<std::string, 4> words = lab_status_words(lab, notice);
  draw_text(draw, theme, TextRole::secondary, {area.min.x + margin, y}, notice.bad ? theme.bad : theme.text,
            first_fitting(theme, TextRole::secondary, words, left - area.min.x - 2 * margin));
  if (chart_area(frame, "lab.words", {{area.min.x + margin, area.min.y}, {left, area.max.y}}) && lab.play.time &&
      !lab.is_picture)
    show_tip(
        frame,
        {words[0], {}, {"Counted over all ranks of each chart at the moment that is played: what each does then."}});
  if (lab.simulate_seconds <= 0) return;
  const float right = area.max.x - margin;
  const float used = draw_text_right(draw, theme, TextRole::secondary, {right, y}, theme.dim,
                                     "simulated in " + format_seconds(Seconds{lab.simulate_seconds}).text());
  if (chart_area(frame, "lab.simulated", {{right - used, area.min.y}, {right, area.max.y}}) && !lab.is_picture)
    show_tip(frame, {"Simulated in",
                     format_seconds(Seconds{lab.simulate_seconds}).text(),
                     {"Both schedules made and run anew on this machine when a value changed last, by its clock."}});
}

void lab_keys(Lab& lab, const Rect& controls) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || io.KeyCtrl) return;
  const std::vector<const Timeline*> timelines = lab_timelines(lab);
  if (timelines.empty()) return;
  const auto act = [&](TransportAction action, bool pressed) {
    if (pressed) lab.play = after(action, lab.play, timelines, lab_end(lab));
  };
  act(TransportAction::toggle, ImGui::IsKeyPressed(ImGuiKey_Space, false));
  if (controls.contains(io.MousePos) || io.NavVisible)
    return;  // a slider under the pointer or in focus takes the arrows
  // Else they would move the keyboard's focus too.
  for (const ImGuiKey key : {ImGuiKey_Space, ImGuiKey_LeftArrow, ImGuiKey_RightArrow})
    ImGui::SetKeyOwner(key, ImGui::GetID("lab keys"));
  act(TransportAction::on, ImGui::IsKeyPressed(ImGuiKey_RightArrow));
  act(TransportAction::back, ImGui::IsKeyPressed(ImGuiKey_LeftArrow));
  act(TransportAction::faster, ImGui::IsKeyPressed(ImGuiKey_Equal) || ImGui::IsKeyPressed(ImGuiKey_KeypadAdd));
  act(TransportAction::slower, ImGui::IsKeyPressed(ImGuiKey_Minus) || ImGui::IsKeyPressed(ImGuiKey_KeypadSubtract));
}

}  // namespace shardscope
