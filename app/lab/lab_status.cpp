#include "app/lab/lab_status.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/lab/lab_words.h"
#include "app/panels/hint_line.h"
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
                            "Units of time that pass in a second."};
  switch (draw_transport(frame, transport, at)) {
    case TransportAction::back:
      play = stepped_back(play, timelines);
      break;
    case TransportAction::toggle:
      play = toggled(play, lab_end(lab));
      break;
    case TransportAction::on:
      play = stepped_on(play, timelines);
      break;
    case TransportAction::slower:
      play.speed = slower(play.speed);
      break;
    case TransportAction::faster:
      play.speed = faster(play.speed);
      break;
    case TransportAction::none:
      break;
  }
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

std::array<std::string, 4> lab_status_words(const Lab& lab, const LabNotice& notice) {
  if (notice.text.empty()) return words_of(lab);
  const auto [whole, brief] = notice_lines(notice.text, notice.bad);
  return {whole, brief, brief, brief};
}

void lab_status(Lab& lab, const Frame& frame, const Rect& area, const LabNotice& notice) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine(area.min, {area.max.x, area.min.y}, theme.line);
  const float margin = theme.px(16), y = area.center().y - text_height(theme, TextRole::secondary) / 2;
  const float controls = transport_width(theme);
  const float left = std::round(area.center().x - controls / 2 + area.width() * 0.06F);
  lab_transport(lab, frame, {left, std::round(area.center().y - transport_height(theme) / 2)});
  const std::array<std::string, 4> words = lab_status_words(lab, notice);
  draw_text(draw, theme, TextRole::secondary, {area.min.x + margin, y}, notice.bad ? theme.bad : theme.text,
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
