// The top bar's box with the scenario's name, and the list of presets and recent files behind it.
#include <imgui.h>

#include <algorithm>
#include <filesystem>

#include "app/explorer/window_parts.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/documents.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr const char* list_name = "scenarios";

std::string size_words(const Scenario& scenario) {
  return grouped(scenario.cluster.gpus) + " GPUs";
}

/// Enter takes the first line.
void scenario_lines(Explorer& explorer, const Frame& frame, bool entered) {
  const Document& document = explorer.session.history.present();
  const LaunchedScenario* chosen = nullptr;
  for (const LaunchedScenario& preset : explorer.session.presets->scenarios) {
    if (!passes_filter(frame, preset.scenario.name)) continue;
    const std::string gpus = size_words(preset.scenario);
    const bool is_present = preset.scenario.preset == document.baseline.scenario.preset;
    if (list_line(frame, "scenario=" + preset.scenario.preset, preset.scenario.name, gpus, is_present))
      chosen = &preset;
    if (entered && chosen == nullptr) chosen = &preset;
  }
  std::string file;
  for (const std::string& recent : explorer.session.settings.recent_files) {
    const std::filesystem::path path(recent);
    if (!passes_filter(frame, recent)) continue;
    if (list_line(frame, "recent=" + recent, path.filename().string(), "recent file", recent == document.file))
      file = recent;
    if (entered && chosen == nullptr && file.empty()) file = recent;
  }
  if (chosen != nullptr) open_preset(explorer.session, *chosen);
  if (!file.empty()) open_file(explorer.session, file);
  if (chosen != nullptr || !file.empty()) ImGui::CloseCurrentPopup();
}

/// As wide as its longest line, as far as the window goes.
float list_width(const Explorer& explorer, const Theme& theme, const Rect& box) {
  constexpr float beside = 70;  // margins, the bar that scrolls it, what keeps both words apart
  float width = box.width() + theme.px(110);
  for (const LaunchedScenario& preset : explorer.session.presets->scenarios)
    width = std::max(width, text_width(theme, TextRole::strong, preset.scenario.name) +
                                text_width(theme, TextRole::secondary, size_words(preset.scenario)) + theme.px(beside));
  return std::min(width, ImGui::GetMainViewport()->WorkSize.x - box.min.x - theme.px(8));
}

void scenario_list(Explorer& explorer, const Frame& frame, const Rect& box) {
  const Theme& theme = frame.theme;
  ImGui::SetNextWindowPos({box.min.x, box.max.y + theme.px(4)});
  if (ImGui::IsPopupOpen(list_name)) {
    const float width = list_width(explorer, theme, box);
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, theme.px(620)});
  }
  if (!begin_list(theme, list_name)) return;
  const bool entered = filter_field(frame, "Search scenarios and recent files");
  scenario_lines(explorer, frame, entered);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  end_list();
}

}  // namespace

void scenario_box(Explorer& explorer, const Frame& frame, const Rect& box) {
  const Theme& theme = frame.theme;
  const Document& document = explorer.session.history.present();
  const HitArea under = hit_button(frame, "scenario", box);
  if (under.pressed) ImGui::OpenPopup(list_name);
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
    show_tip(frame, {document.said.scenario.name,
                     "",
                     {document.said.scenario.note.empty() ? "Open another scenario." : document.said.scenario.note},
                     document.file.empty() ? "a preset" : document.file});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(box.min, box.max,
                     under.hovered || under.focused ? blend(theme.raised, theme.text, 0.08F) : theme.raised,
                     theme.px(6));
  const float y = text_top(theme, TextRole::strong, box);
  const std::string_view mark = document.edited() ? "edited" : "";
  const float mark_width = text_width(theme, TextRole::secondary, mark);
  draw_fitted(draw, theme, TextRole::strong, {box.min.x + theme.px(11), y}, theme.text,
              box.width() - mark_width - theme.px(46), document.said.scenario.name);
  draw_text_right(draw, theme, TextRole::secondary, {box.max.x - theme.px(24), y + theme.px(1)}, theme.dim, mark);
  draw_list_mark(draw, theme, {box.max.x - theme.px(13), box.center().y + theme.px(2)});
  scenario_list(explorer, frame, box);
}

}  // namespace shardscope
