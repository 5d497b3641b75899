#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "app/explorer/chart_export.h"
#include "app/explorer/view_export.h"
#include "app/explorer/window_parts.h"
#include "app/files/paths.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/documents.h"
#include "app/session/own_presets.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float padding = 20, file_dialog_width = 580, file_dialog_height = 500, close_dialog_width = 440;
constexpr float entry_height = 26, field_height = 30, foot_height = 28, gap = 10, entries_height_min = 60;

/// A card over the dimmed window; of that height where one is given, so that nothing in it moves it.
bool begin_modal(const Frame& frame, const char* title, float width, float height) {
  const Theme& theme = frame.theme;
  if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  const float margin = theme.px(16);
  ImGui::SetNextWindowPos(
      {std::floor(screen.WorkPos.x + screen.WorkSize.x / 2), std::floor(screen.WorkPos.y + screen.WorkSize.y / 2)},
      ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::floor(std::min(theme.px(width), screen.WorkSize.x - 2 * margin)),
                            std::floor(std::min(theme.px(height), screen.WorkSize.y - 2 * margin))});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.snapped_px(padding), theme.snapped_px(padding - 2)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {theme.snapped_px(8), 0});
  ImGui::PushStyleColor(ImGuiCol_PopupBg, theme.panel);
  const bool open = ImGui::BeginPopupModal(
      title, nullptr, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize);
  ImGui::PopStyleColor();
  if (!open) ImGui::PopStyleVar(2);
  return open;
}

void end_modal() {
  ImGui::EndPopup();
  ImGui::PopStyleVar(2);
}

void space(const Theme& theme, float height) {
  ImGui::Dummy({1, theme.px(height)});
}

void heading(const Frame& frame, std::string_view text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_text(*ImGui::GetWindowDrawList(), frame.theme, TextRole::title, at, frame.theme.text, text);
  ImGui::Dummy({1, text_height(frame.theme, TextRole::title) + frame.theme.px(4)});
}

/// A folder as a small sheet with a tab.
void draw_folder(ImDrawList& draw, const Theme& theme, ImVec2 at) {
  const float w = theme.px(12), h = theme.px(8);
  draw.AddRectFilled({at.x, at.y}, {at.x + w * 0.5F, at.y + h / 2}, theme.faint, theme.px(1));
  draw.AddRectFilled({at.x, at.y + theme.px(2)}, {at.x + w, at.y + theme.px(2) + h}, theme.faint, theme.px(1));
}

/// A line of the folder; true when clicked.
bool entry_line(const Frame& frame, const PickerEntry& entry, bool picked) {
  const Theme& theme = frame.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, theme.px(entry_height));
  const Rect row{at, {at.x + size.x, at.y + size.y}};
  const HitArea under = hit_button(frame, ("file=" + entry.name).c_str(), row);
  const bool lit = under.hovered || under.focused;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (picked || lit)
    draw.AddRectFilled(row.min, row.max, picked ? with_alpha(theme.accent, 0.22F) : theme.raised,
                       theme.px(design::control_radius));
  if (entry.folder) draw_folder(draw, theme, {at.x + theme.px(9), row.center().y - theme.px(5)});
  draw_fitted(draw, theme, TextRole::body, {at.x + theme.px(30), text_top(theme, TextRole::body, row)}, theme.text,
              size.x - theme.px(40), entry.name == ".." ? "Folder above" : entry.name);
  return under.pressed;
}

void folder_list(Explorer& explorer, const Frame& frame, float height, bool& confirmed) {
  FilePicker& picker = explorer.session.picker;
  const Theme& theme = frame.theme;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.snapped_px(6), theme.snapped_px(6)});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme.bg);
  ImGui::BeginChild("entries", {0, height}, ImGuiChildFlags_Borders | ImGuiChildFlags_NavFlattened);
  std::string enter;
  if (entry_line(frame, {"..", true}, false)) enter = "..";
  for (const PickerEntry& entry : picker.entries) {
    const bool clicked = entry_line(frame, entry, !entry.folder && entry.name == picker.name);
    if (clicked && entry.folder) enter = entry.name;
    if (clicked && !entry.folder) picker.name = entry.name;
    confirmed |= !entry.folder && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  if (!enter.empty()) show_folder(picker, (std::filesystem::path(picker.folder) / enter).string());
}

/// The field for the name; true when Enter ended it.
bool name_field(const Frame& frame, FilePicker& picker) {
  const Theme& theme = frame.theme;
  std::array<char, 1024> typed = {};
  picker.name.copy(typed.data(), typed.size() - 1);
  if (ImGui::IsWindowAppearing() || picker.focus_name) ImGui::SetKeyboardFocusHere();
  picker.focus_name = false;
  const float inset = std::floor((theme.px(field_height) - ImGui::GetFontSize()) / 2);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {theme.snapped_px(10), std::max(1.0F, inset)});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::max(1.0F, std::floor(theme.scale)));
  ImGui::PushStyleColor(ImGuiCol_Border, theme.faint);
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##name", "File name or path", typed.data(), typed.size(),
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  frame.places.note("dialog.name", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  if (picker.name != typed.data()) picker.replace_confirmed = false;
  picker.name = typed.data();
  return entered;
}

/// Moves the cursor so that buttons of this width end at the right.
void align_right(float width) {
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0F, ImGui::GetContentRegionAvail().x - width));
}

/// Cancel and the button that Enter presses, at the right; true where the latter was pressed.
bool foot(const Frame& frame, std::string_view name, std::string_view words, bool& cancelled) {
  const float gap_between = ImGui::GetStyle().ItemSpacing.x;
  align_right(button_width(frame.theme, "Cancel", ButtonLook::filled) + gap_between +
              button_width(frame.theme, words, ButtonLook::primary));
  cancelled |= text_button(frame, "dialog.cancel", "Cancel", true, ButtonLook::filled);
  ImGui::SameLine();
  return text_button(frame, name, words, true, ButtonLook::primary);
}

/// What went wrong with a file: every problem on a line.
std::string all_lines_of(const Notice& notice) {
  if (notice.lines.size() < 2) return notice.text;
  std::string text;
  for (const std::string& line : notice.lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

/// Saves under the name among the person's own presets; true when it is done.
bool preset_button(Explorer& explorer, const Frame& frame) {
  const float left = ImGui::GetCursorPosX();
  const bool clicked = text_button(frame, "dialog.preset", "Save as preset", true, ButtonLook::filled);
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
    show_tip(frame, {"Save as preset",
                     "",
                     {"Into your own folder of presets: it stands in the list of scenarios from then on."},
                     (own_presets_directory() / entry_of(PresetKind::scenarios).name).string()});
  ImGui::SameLine();
  ImGui::SetCursorPosX(left);
  if (!clicked) return false;
  const std::filesystem::path name(explorer.session.picker.name);
  if (save_as_preset(explorer.session, name.stem().empty() ? "scenario" : name.filename().string(),
                     own_presets_directory().string()))
    return true;
  explorer.session.picker.problem = explorer.session.notice.text;
  return false;
}

/// After a scenario was saved because something shall close: it, or the window with what else is unsaved.
void go_on_closing(Explorer& explorer) {
  if (explorer.session.pending == Pending::close_document) return close_document(explorer.session);
  if (explorer.session.pending == Pending::close) request_close(explorer.session);
}

/// A view, the timeline, or the lab's schedules.
bool export_shown(Explorer& explorer, const std::string& path) {
  if (explorer.session.picker.mode == PickerMode::save_view) return export_view(explorer, path);
  return export_charts(explorer, path);
}

/// Does what the dialog is for; true when it is done.
bool carry_out(Explorer& explorer) {
  FilePicker& picker = explorer.session.picker;
  if (picker.name.empty()) {
    picker.problem = "Give a name.";
    return false;
  }
  const std::string path = picked_path(picker);
  if (picker.mode == PickerMode::open) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
      picker.name.clear();
      show_folder(picker, path);
      return false;
    }
    if (open_file(explorer.session, path)) return true;
    picker.problem = all_lines_of(explorer.session.notice);
    return false;
  }
  std::error_code ignored;
  const bool own_file = !exports(picker.mode) && path == explorer.session.history.present().file;
  if (std::filesystem::exists(path, ignored) && !picker.replace_confirmed && !own_file) {
    picker.problem = path + " is there already. Save again to replace it.";
    picker.replace_confirmed = true;
    return false;
  }
  if (exports(picker.mode) ? export_shown(explorer, path) : save_file(explorer.session, path)) return true;
  picker.problem = explorer.session.notice.text;
  return false;
}

void save_and_close(Explorer& explorer) {
  const Pending pending = explorer.session.pending;
  if (!save_file(explorer.session, std::string(explorer.session.history.present().file))) return;
  explorer.session.pending = pending;
  go_on_closing(explorer);
}

/// The window asks about each scenario that was edited; what is discarded isn't there at the next start.
void discard_and_close(Explorer& explorer) {
  if (explorer.session.pending != Pending::close) return close_document(explorer.session);
  explorer.session.pending = Pending::nothing;
  Document document = explorer.session.history.present();
  document.said = document.baseline;
  explorer.session.history = History(std::move(document));
  turn_to_present(explorer.session);
  request_close(explorer.session);
}

}  // namespace

void ask_where_to_save(Session& session) {
  const Document& document = session.history.present();
  begin_picking(session.picker, PickerMode::save,
                document.file.empty() ? suggested_file(document.said.scenario.name) : document.file);
}

void save(Session& session) {
  const std::string file = session.history.present().file;
  if (file.empty())
    ask_where_to_save(session);
  else
    save_file(session, file);
}

void take_native_answer(Explorer& explorer, const std::string& path, int question) {
  FilePicker& picker = explorer.session.picker;
  if (picker.mode == PickerMode::closed || picker.question != question) return;
  picker.name = path;
  // The desktop's dialog asks that itself, of the name as it was typed there: not of one that an ending is added to.
  const bool as_typed = picked_path(picker) == path;
  picker.replace_confirmed = as_typed;
  const bool done = !path.empty() && carry_out(explorer);
  if (!path.empty() && !done && !as_typed) explorer.session.notice = {picker.problem, true};
  picker.mode = PickerMode::closed;
  if (done) go_on_closing(explorer);
}

void file_dialog(Explorer& explorer, const Frame& frame) {
  FilePicker& picker = explorer.session.picker;
  if (picker.mode == PickerMode::closed || picker.native) return;
  const Theme& theme = frame.theme;
  const bool opening = picker.mode == PickerMode::open;
  if (!begin_modal(frame, "choose a file", file_dialog_width, file_dialog_height)) return;
  const bool chart = exports(picker.mode);
  heading(frame, opening ? "Open a scenario, a config.json or a launch" : chart ? "Export" : "Save the scenario");
  words(frame, theme.dim, picker.folder);
  space(theme, 4);
  // What is said below takes its room from the list: the dialog stays as large as it is.
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float said = picker.problem.empty()
                         ? 0
                         : wrapped_height(theme, TextRole::secondary, picker.problem, room.x) + theme.px(gap + 3);
  const float below = theme.px(field_height + foot_height + 2 * gap) + said;
  bool confirmed = false;
  folder_list(explorer, frame, std::floor(std::max(theme.px(entries_height_min), room.y - below)), confirmed);
  space(theme, gap);
  confirmed |= name_field(frame, picker);
  if (said > 0) space(theme, gap), words(frame, theme.bad, picker.problem);
  space(theme, gap);
  bool cancelled = ImGui::IsKeyPressed(ImGuiKey_Escape);
  const bool as_preset = picker.mode == PickerMode::save && preset_button(explorer, frame);
  confirmed |= foot(frame, "dialog.confirm", opening ? "Open" : "Save", cancelled);
  const bool done = cancelled || as_preset || (confirmed && carry_out(explorer));
  picker.focus_name = confirmed && !done;
  if (done) {
    explorer.session.picker.mode = PickerMode::closed;
    ImGui::CloseCurrentPopup();
    if (!cancelled) go_on_closing(explorer);
  }
  end_modal();
}

void close_dialog(Explorer& explorer, const Frame& frame) {
  if (explorer.session.pending == Pending::nothing || explorer.session.picker.mode != PickerMode::closed) return;
  if (!begin_modal(frame, "unsaved edits", close_dialog_width, 0)) return;
  const Document& document = explorer.session.history.present();
  heading(frame, "Keep the edits?");
  words(frame, frame.theme.dim, "“" + document.said.scenario.name + "” was edited and not saved.");
  space(frame.theme, 2 * gap);
  const bool discard = text_button(frame, "dialog.discard", "Close without saving", true, ButtonLook::filled);
  ImGui::SameLine();
  bool cancel = ImGui::IsKeyPressed(ImGuiKey_Escape);
  const bool entered = ImGui::IsKeyPressed(ImGuiKey_Enter, false) && !ImGui::GetIO().NavVisible;
  const bool save = foot(frame, "dialog.save", "Save", cancel) || (entered && !cancel && !discard);
  if (save && document.file.empty())
    ask_where_to_save(explorer.session);
  else if (save)
    save_and_close(explorer);
  if (discard) discard_and_close(explorer);
  if (cancel) explorer.session.pending = Pending::nothing;
  if (save || discard || cancel) ImGui::CloseCurrentPopup();
  end_modal();
}

}  // namespace shardscope
