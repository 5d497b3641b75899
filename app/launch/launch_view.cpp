#include "app/launch/launch_view.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>

#include "app/launch/launch_detail.h"
#include "app/launch/script_detail.h"
#include "app/panels/cards.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float banner_height = 98;   // in design pixels
constexpr float room_for_text = 700;  // in design pixels: a higher column has the text beside the check

/// A row at the foot that changes the check for the text of another framework, and back.
void write_switch(LaunchState& state, const ViewFrame& frame, const Rect& row) {
  const Theme& theme = frame.theme;
  frame.cards.push_back(row);
  const HitArea under = hit_button(frame, "launch.write", row);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (under.hovered || under.focused) draw.AddRectFilled(row.min, row.max, theme.raised, theme.px(design::card_radius));
  draw.AddRect(row.min, row.max, theme.line, theme.px(design::card_radius));
  const float left = row.min.x + theme.px(design::card_padding), right = row.max.x - theme.px(design::card_padding);
  const std::string words = state.writes ? "Back to the check" : "Write it for another framework";
  const float used =
      draw_text(draw, theme, TextRole::strong, {left, text_top(theme, TextRole::strong, row)}, theme.text, words);
  const float from = left + used + theme.px(12);
  draw_fitted(draw, theme, TextRole::secondary, {from, text_top(theme, TextRole::secondary, row)}, theme.dim,
              right - from, state.writes ? "rules, changes" : "torchtitan, DeepSpeed, nanotron", 1);
  if (under.pressed) state.writes = !state.writes;
}

/// What comes of the script: the check, what it takes, and its text for another framework, which has a card of its own
/// where there is room.
void right_column(LaunchState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const float gap = theme.snapped_px(design::card_gap), figures = theme.snapped_px(146);
  const bool runs = frame.report.valid;
  const bool room = runs && area.height() > theme.px(room_for_text);
  const float foot = room ? area.max.y : area.max.y - theme.snapped_px(44) - gap;
  const float split = room ? std::floor(area.min.y + area.height() * 0.44F) : foot;
  if (room || state.writes)
    text_card(state, frame, {{area.min.x, room ? split + figures + 2 * gap : area.min.y}, {area.max.x, foot}});
  if (room || !state.writes) {
    const float check = !runs ? foot : room ? split : foot - figures - gap;
    script_check_card(state, frame, {area.min, {area.max.x, check}});
    if (runs) figures_card(state, frame, {{area.min.x, check + gap}, {area.max.x, check + gap + figures}});
  }
  if (!room) write_switch(state, frame, {{area.min.x, foot + gap}, area.max});
}

/// A text of which nobody can tell whose it is, and why it isn't read.
void unknown_view(LaunchState& state, const ViewFrame& frame, const Rect& area) {
  const float gap = frame.theme.snapped_px(design::card_gap);
  const Rect left{area.min, {area.min.x + std::floor((area.width() - gap) * 0.58F), area.max.y}};
  const Rect banner{{left.max.x + gap, area.min.y}, {area.max.x, area.min.y + frame.theme.snapped_px(banner_height)}};
  verdict_banner(state, frame, banner);
  script_card(state, frame, left);
  script_check_card(state, frame, {{banner.min.x, banner.max.y + gap}, area.max});
}

/// The script, what was read from it and what comes of it, from left to right.
void script_view(LaunchState& state, const ViewFrame& frame, const Rect& area) {
  const float gap = frame.theme.snapped_px(design::card_gap);
  if (state.reading->framework.empty()) return unknown_view(state, frame, area);
  const float width = area.width() - 2 * gap;
  const float script = std::floor(width * 0.39F), read = std::floor(width * 0.31F);
  const Rect left{area.min, {area.min.x + script, area.max.y}};
  const Rect banner{{left.max.x + gap, area.min.y}, {area.max.x, area.min.y + frame.theme.snapped_px(banner_height)}};
  const float top = banner.max.y + gap;
  const Rect middle{{left.max.x + gap, top}, {left.max.x + gap + read, area.max.y}};
  verdict_banner(state, frame, banner);
  script_card(state, frame, left);
  read_card(state, frame, middle);
  const Rect right{{middle.max.x + gap, top}, area.max};
  if (is_refused(frame))
    script_check_card(state, frame, right);
  else
    right_column(state, frame, right);
}

}  // namespace

void draw_view(LaunchState& state, const ViewFrame& frame, const Rect& area) {
  const bool copies = ImGui::GetInputTextState(ImGui::GetActiveID()) == nullptr &&
                      ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_C, ImGuiInputFlags_RouteGlobal);
  refresh_launch(state, frame, ImGui::IsMouseDown(ImGuiMouseButton_Left));
  if (refresh_script(state, frame)) {
    if (copies) copy_launch(state, frame);
    return script_view(state, frame, area);
  }
  const float gap = frame.theme.snapped_px(design::card_gap);
  const float half = std::floor((area.width() - gap) * 0.46F);
  check_card(state, frame, {area.min, {area.min.x + half, area.max.y}});
  if (copies) copy_launch(state, frame);
  text_card(state, frame, {{area.min.x + half + gap, area.min.y}, area.max});
}

}  // namespace shardscope
