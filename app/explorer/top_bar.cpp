#include <imgui.h>

#include <algorithm>
#include <filesystem>

#include "app/explorer/view_export.h"
#include "app/explorer/window_parts.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/documents.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr const char* list_name = "scenarios";

/// Enter takes the first line.
void scenario_lines(Explorer& explorer, const Frame& frame, bool entered) {
  const Document& document = explorer.session.history.present();
  const LaunchedScenario* chosen = nullptr;
  for (const LaunchedScenario& preset : explorer.session.presets->scenarios) {
    if (!passes_filter(frame, preset.name)) continue;
    const std::string gpus = grouped(preset.cluster.gpus) + " GPUs";
    if (list_line(frame, "scenario=" + preset.preset, preset.name, gpus, preset.preset == document.baseline.preset))
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

void scenario_list(Explorer& explorer, const Frame& frame, const Rect& box) {
  const Theme& theme = frame.theme;
  ImGui::SetNextWindowPos({box.min.x, box.max.y + theme.px(4)});
  ImGui::SetNextWindowSizeConstraints({box.width() + theme.px(110), 0}, {box.width() + theme.px(110), theme.px(620)});
  if (!begin_list(theme, list_name)) return;
  const bool entered = filter_field(frame, "Search scenarios and recent files");
  scenario_lines(explorer, frame, entered);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
  end_list();
}

void scenario_box(Explorer& explorer, const Frame& frame, const Rect& box) {
  const Theme& theme = frame.theme;
  const Document& document = explorer.session.history.present();
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("scenario", {box.width(), box.height()})) ImGui::OpenPopup(list_name);
  const bool hovered = ImGui::IsItemHovered();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
    show_tip(theme, {document.scenario.name,
                     "",
                     {document.scenario.note.empty() ? "Open another scenario." : document.scenario.note},
                     document.file.empty() ? "a preset" : document.file});
  frame.places.note("scenario", box);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(box.min, box.max, hovered ? blend(theme.raised, theme.text, 0.08F) : theme.raised, theme.px(6));
  const float y = text_top(theme, TextRole::strong, box);
  const std::string_view mark = document.edited() ? "edited" : "";
  const float mark_width = text_width(theme, TextRole::secondary, mark);
  draw_text(draw, theme, TextRole::strong, {box.min.x + theme.px(11), y}, theme.text,
            fitted(theme, TextRole::strong, document.scenario.name, box.width() - mark_width - theme.px(46)));
  draw_text_right(draw, theme, TextRole::secondary, {box.max.x - theme.px(24), y + theme.px(1)}, theme.dim, mark);
  const ImVec2 tip(box.max.x - theme.px(13), box.center().y + theme.px(2));
  draw.AddTriangleFilled({tip.x - theme.px(3.5F), tip.y - theme.px(4)}, {tip.x + theme.px(3.5F), tip.y - theme.px(4)},
                         tip, theme.dim);
  scenario_list(explorer, frame, box);
}

/// A list behind a word at `at`, which goes on behind it; left away where there is no room for the word.
std::optional<std::size_t> word_list(const Frame& frame, const ComboRow& row, ImVec2& at, float right) {
  const float width = title_combo_width(frame.theme, row.shown, TextRole::body);
  if (at.x + width > right) return std::nullopt;
  ImGui::SetCursorScreenPos({at.x, at.y + frame.theme.px(14) - text_height(frame.theme, TextRole::body) / 2});
  float end = 0;
  at.x += width + frame.theme.px(16);
  return title_combo(frame, row, width + 1, end, TextRole::body);
}

/// The view that is shown, to a file.
void picture_list(Explorer& explorer, const Frame& frame, ImVec2& at, float right) {
  ComboRow row{"picture", {}, "Picture", {}, {}};
  row.make_options = [] {
    std::vector<Option> options;
    for (const ViewPicture& picture : view_pictures)
      options.push_back({std::string(picture.label), std::string(picture.ending), std::string(picture.help)});
    return options;
  };
  if (const auto chosen = word_list(frame, row, at, right)) ask_where_to_draw(explorer, view_pictures[*chosen]);
}

/// The charts of a view without a scenario, to files.
void export_list(Explorer& explorer, const Frame& frame, ImVec2& at, float right) {
  const ViewEntry& view = *explorer.alone;
  const std::string name = std::string(view.info.name) + ".export";
  ComboRow row{name, {}, "Export", {}, {}};
  row.make_options = [&] {
    std::vector<Option> options;
    for (const ChartExport& one : view.chart_exports(explorer.views))
      options.push_back({one.label, std::string(one.ending), std::string(one.help)});
    return options;
  };
  const std::optional<std::size_t> chosen = word_list(frame, row, at, right);
  if (!chosen) return;
  const SaveQuestion asked = view.choose_export(explorer.views, view.chart_exports(explorer.views)[*chosen]);
  begin_picking(explorer.session.picker, PickerMode::save_chart, asked.file, asked.ending);
}

void buttons(Explorer& explorer, const Frame& frame, ImVec2 at, float right) {
  const auto next = [&](std::string_view text) {
    ImGui::SetCursorScreenPos(at);
    at.x += text_width(frame.theme, TextRole::body, text) + frame.theme.px(22);
  };
  next("Undo");
  if (text_button(frame, "button.undo", "Undo", can_undo(explorer))) undo(explorer);
  next("Redo");
  if (text_button(frame, "button.redo", "Redo", can_redo(explorer))) redo(explorer);
  if (explorer.alone != nullptr) {  // which opens and saves nothing
    picture_list(explorer, frame, at, right);
    return export_list(explorer, frame, at, right);
  }
  const Document& document = explorer.session.history.present();
  next("Open");
  if (text_button(frame, "button.open", "Open"))
    begin_picking(explorer.session.picker, PickerMode::open, document.file);
  next("Save");
  if (text_button(frame, "button.save", "Save")) ask_where_to_save(explorer.session);
  next("New tab");
  if (text_button(frame, "button.new_tab", "New tab")) copy_document(explorer.session);
  at.x += frame.theme.px(6);
  picture_list(explorer, frame, at, right);
}

/// One tab, underlined where it is shown; `left` becomes where it ends. True when clicked.
bool tab_button(const Frame& frame, const Rect& bar, float& left, bool shown, const char* name, const char* text) {
  const Theme& theme = frame.theme;
  const float width = text_width(theme, TextRole::strong, text) + theme.px(24);
  const Rect box{{left, bar.min.y}, {left + width, bar.max.y}};
  const HitArea under = hit_area(frame, name, box);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const TextRole role = shown ? TextRole::strong : TextRole::body;
  draw_text_centered(draw, theme, role, {box.center().x, text_top(theme, role, box)},
                     shown || under.hovered ? theme.text : theme.dim, text);
  if (shown)
    draw.AddRectFilled({box.min.x + theme.px(8), box.max.y - theme.px(3)}, {box.max.x - theme.px(8), box.max.y},
                       theme.accent);
  left = box.max.x;
  return under.pressed;
}

/// The scenarios, and each view that has a tab; returns where they end.
float tabs(Explorer& explorer, const Frame& frame, const Rect& bar, float left) {
  const ViewEntry* shown = find_view(shown_view(explorer));
  const auto has_tab = [](const ViewEntry* view) { return view != nullptr && !view->info.tab.empty(); };
  if (tab_button(frame, bar, left, !has_tab(shown), "tab.explorer", "Explorer")) {
    explorer.alone = nullptr;
    if (has_tab(find_view(explorer.grown))) explorer.grown.clear();
  }
  for (auto view = view_entries().rbegin(); view != view_entries().rend(); ++view) {  // the lab stands last
    const std::string place = "tab." + std::string(view->info.name), words(view->info.tab);
    if (!has_tab(&*view) || !tab_button(frame, bar, left, shown == &*view, place.c_str(), words.c_str())) continue;
    show_view(explorer, *view);
  }
  return left;
}

/// Where no scenario is shown.
void empty_box(const Frame& frame, const Rect& box, std::string_view words) {
  const Theme& theme = frame.theme;
  ImGui::GetWindowDrawList()->AddRectFilled(box.min, box.max, theme.raised, theme.px(6));
  draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::strong,
            {box.min.x + theme.px(11), text_top(theme, TextRole::strong, box)}, theme.text,
            fitted(theme, TextRole::strong, words, box.width() - theme.px(22)));
}

}  // namespace

void top_bar(Explorer& explorer, const Frame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({area.min.x, area.max.y - 1}, {area.max.x, area.max.y - 1}, theme.line);
  draw_text(draw, theme, TextRole::title, {area.min.x + theme.px(16), text_top(theme, TextRole::title, area)},
            theme.text, "Shardscope");
  const bool narrow = area.width() < theme.px(1200);
  const float left = area.min.x + theme.px(124);
  const Rect box{{left, area.center().y - theme.px(14)},
                 {left + theme.px(narrow ? 220 : 330), area.center().y + theme.px(14)}};
  if (explorer.alone != nullptr)
    empty_box(frame, box, explorer.alone->info.in_place_of_scenario);
  else
    scenario_box(explorer, frame, box);
  const float last = tabs(explorer, frame, area, box.max.x + theme.px(10));

  const char* other = explorer.session.settings.light ? "Dark" : "Light";
  const float width = text_width(theme, TextRole::body, "Light") + theme.px(24);
  const float theme_left = area.max.x - width - theme.px(8);
  buttons(explorer, frame, {last + theme.px(18), box.min.y}, theme_left - theme.px(8));
  ImGui::SetCursorScreenPos({theme_left, box.min.y});
  if (text_button(frame, "button.theme", other)) explorer.session.settings.light = !explorer.session.settings.light;
}

}  // namespace shardscope
