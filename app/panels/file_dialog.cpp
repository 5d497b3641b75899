#include "app/panels/file_dialog.h"

#include <imgui.h>

#include <array>
#include <filesystem>

#include "app/panels/controls.h"
#include "render/text.h"

namespace shardscope {

namespace {

bool begin_modal(const Frame& frame, const char* title, float width) {
  const Theme& theme = frame.theme;
  if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({screen.WorkPos.x + screen.WorkSize.x / 2, screen.WorkPos.y + screen.WorkSize.y / 2},
                          ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({theme.px(width), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(18), theme.px(16)});
  const bool open = ImGui::BeginPopupModal(
      title, nullptr, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize);
  ImGui::PopStyleVar();
  return open;
}

void heading(const Frame& frame, std::string_view text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_text(*ImGui::GetWindowDrawList(), frame.theme, TextRole::title, at, frame.theme.text, text);
  ImGui::Dummy({1, text_height(frame.theme, TextRole::title) + frame.theme.px(6)});
}

/// A line of the folder; true when clicked.
bool entry_line(const Frame& frame, const PickerEntry& entry) {
  const std::string shown = entry.folder ? entry.name + "/" : entry.name;
  const bool clicked = ImGui::Selectable(
      shown.c_str(), false, ImGuiSelectableFlags_NoAutoClosePopups | ImGuiSelectableFlags_AllowDoubleClick);
  frame.places.note("file=" + entry.name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  return clicked;
}

void folder_list(Explorer& explorer, const Frame& frame, bool& confirmed) {
  FilePicker& picker = explorer.picker;
  ImGui::BeginChild("entries", {0, frame.theme.px(320)}, ImGuiChildFlags_Borders);
  std::string enter;
  if (ImGui::Selectable("../", false, ImGuiSelectableFlags_NoAutoClosePopups)) enter = "..";
  for (const PickerEntry& entry : picker.entries) {
    if (!entry_line(frame, entry)) continue;
    if (entry.folder) {
      enter = entry.name;
    } else {
      picker.name = entry.name;
      confirmed |= ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    }
  }
  ImGui::EndChild();
  if (!enter.empty()) show_folder(picker, (std::filesystem::path(picker.folder) / enter).string());
}

bool name_field(FilePicker& picker) {
  std::array<char, 1024> typed = {};
  picker.name.copy(typed.data(), typed.size() - 1);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##name", "File name or path", typed.data(), typed.size(),
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  if (picker.name != typed.data()) picker.replace_confirmed = false;
  picker.name = typed.data();
  return entered;
}

/// Does what the dialog is for; true when it is done.
bool carry_out(Explorer& explorer) {
  FilePicker& picker = explorer.picker;
  if (picker.name.empty()) {
    picker.trouble = "Give a name.";
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
    if (open_file(explorer, path)) return true;
    picker.trouble = explorer.notice.text;
    return false;
  }
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !picker.replace_confirmed && path != explorer.history.present().file) {
    picker.trouble = path + " is there already. Save again to replace it.";
    picker.replace_confirmed = true;
    return false;
  }
  if (save_file(explorer, path)) return true;
  picker.trouble = explorer.notice.text;
  return false;
}

}  // namespace

void file_dialog(Explorer& explorer, const Frame& frame) {
  FilePicker& picker = explorer.picker;
  if (picker.mode == PickerMode::closed) return;
  const bool opening = picker.mode == PickerMode::open;
  if (!begin_modal(frame, "choose a file", 560)) return;
  heading(frame, opening ? "Open a scenario" : "Save the scenario");
  words(frame, frame.theme.dim, picker.folder);
  bool confirmed = false;
  folder_list(explorer, frame, confirmed);
  confirmed |= name_field(picker);
  if (!picker.trouble.empty()) words(frame, frame.theme.bad, picker.trouble);
  ImGui::Dummy({1, frame.theme.px(4)});
  confirmed |= text_button(frame, "dialog.confirm", opening ? "Open" : "Save");
  ImGui::SameLine();
  const bool cancelled = text_button(frame, "dialog.cancel", "Cancel") || ImGui::IsKeyPressed(ImGuiKey_Escape);
  const bool done = cancelled || (confirmed && carry_out(explorer));
  if (done) {
    explorer.picker.mode = PickerMode::closed;
    ImGui::CloseCurrentPopup();
    if (!cancelled && explorer.pending == Pending::close) explorer.closing = true;
  }
  ImGui::EndPopup();
}

void close_dialog(Explorer& explorer, const Frame& frame) {
  if (explorer.pending != Pending::close || explorer.picker.mode != PickerMode::closed) return;
  if (!begin_modal(frame, "unsaved edits", 420)) return;
  const Document& document = explorer.history.present();
  heading(frame, "Keep the edits?");
  words(frame, frame.theme.dim, "\"" + document.scenario.name + "\" was edited and not saved.");
  ImGui::Dummy({1, frame.theme.px(6)});
  const bool save = text_button(frame, "dialog.save", "Save");
  ImGui::SameLine();
  const bool discard = text_button(frame, "dialog.discard", "Close without saving");
  ImGui::SameLine();
  const bool cancel = text_button(frame, "dialog.cancel", "Cancel") || ImGui::IsKeyPressed(ImGuiKey_Escape);
  if (save && document.file.empty())
    begin_picking(explorer.picker, PickerMode::save, "scenario.json");
  else if (save)
    explorer.closing = save_file(explorer, std::string(document.file));
  if (discard) explorer.closing = true;
  if (cancel) explorer.pending = Pending::nothing;
  if (save || discard || cancel) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace shardscope
