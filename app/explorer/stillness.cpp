#include "app/explorer/stillness.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <array>

#include "app/lab/lab_state.h"

namespace shardscope {

namespace {

void hold(Play& play, std::span<const Timeline* const> timelines) {
  if (play.running) play = stepped_on(play, timelines);
}

}  // namespace

void keep_still(Explorer& explorer) {
  const bool moves = explorer.session.settings.animation;
  ImGui::GetIO().ConfigInputTextCursorBlink = moves;
  if (moves) return;
  ImGuiContext& context = *ImGui::GetCurrentContext();
  if (context.DimBgRatio > 0) context.DimBgRatio = 1;
  const Report& report = shown_report(explorer.session);
  if (report.timeline) hold(explorer.of<TimelineState>().arranged.play, std::array{&*report.timeline});
  if (auto& lab = explorer.of<LabState>().lab) hold(lab->play, lab_timelines(*lab));
}

}  // namespace shardscope
