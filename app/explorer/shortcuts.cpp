#include "app/explorer/shortcuts.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/explorer/state/other_plans.h"
#include "app/explorer/window_parts.h"
#include "app/launch/launch_view.h"
#include "app/lessons/lesson_keys.h"
#include "app/panels/controls.h"
#include "app/session/documents.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float zoom_step = 0.1F;

void open_file(Explorer& explorer, const Frame&) {
  begin_picking(explorer.session.picker, PickerMode::open, explorer.session.history.present().file);
}

void paste(Explorer& explorer, const Frame& frame) {
  const char* text = ImGui::GetClipboardText();
  if (text == nullptr || *text == '\0')
    frame.said = "The clipboard holds no text";
  else
    paste_text(explorer.session, text);
}

/// The tab so many further on, around the end.
void turn_tabs(Explorer& explorer, std::size_t by) {
  show_document(explorer.session, (explorer.session.document_place + by) % document_count(explorer.session));
}

/// As far as the window holds more.
void enlarge(Explorer& explorer, const Frame& frame) {
  float& zoom = explorer.session.settings.zoom;
  const float scale = frame.theme.scale * (zoom + zoom_step) / zoom;
  if (scale_within(ImGui::GetIO().DisplaySize, scale) > frame.theme.scale) zoom += zoom_step;
}

constexpr ImGuiKeyChord ctrl = ImGuiMod_Ctrl, ctrl_shift = ImGuiMod_Ctrl | ImGuiMod_Shift;

// Where + is Shift with =, Ctrl and + come with Shift.
constexpr std::array table = {
    Shortcut{.chords = {ctrl | ImGuiKey_Z},
             .keys = "Ctrl+Z",
             .does = "undo",
             .name = "Undo",
             .searched = "back",
             .act = [](Explorer& explorer, const Frame&) { undo(explorer); }},
    Shortcut{.chords = {ctrl | ImGuiKey_Y, ctrl_shift | ImGuiKey_Z},
             .keys = "Ctrl+Y",
             .does = "redo",
             .name = "Redo",
             .searched = "forward",
             .act = [](Explorer& explorer, const Frame&) { redo(explorer); },
             .beside_last = true},
    Shortcut{.chords = {ctrl | ImGuiKey_O},
             .keys = "Ctrl+O",
             .does = "open",
             .name = "Open a file",
             .searched = "scenario launch script config.json",
             .act = open_file,
             .place = ShortcutPlace::scenario},
    Shortcut{.chords = {ctrl | ImGuiKey_S},
             .keys = "Ctrl+S",
             .does = "save",
             .name = "Save",
             .searched = "scenario file",
             .act = [](Explorer& explorer, const Frame&) { save(explorer.session); },
             .place = ShortcutPlace::scenario,
             .beside_last = true},
    Shortcut{.chords = {ctrl_shift | ImGuiKey_S},
             .keys = "Ctrl+Shift+S",
             .does = "save as",
             .name = "Save as",
             .searched = "scenario file preset",
             .act = [](Explorer& explorer, const Frame&) { ask_where_to_save(explorer.session); }},
    Shortcut{.chords = {ctrl | ImGuiKey_V},
             .keys = "Ctrl+V",
             .does = "read what the clipboard holds",
             .name = "Read the clipboard",
             .searched = "paste launch script code config.json",
             .act = paste,
             .place = ShortcutPlace::not_typing},
    Shortcut{.chords = {ctrl_shift | ImGuiKey_C},
             .keys = "Ctrl+Shift+C",
             .does = "copy the scenario's code",
             .name = "Copy the scenario's code",
             .searched = "share",
             .act = [](Explorer&, const Frame& frame) { copy_code(frame); },
             .place = ShortcutPlace::not_typing},
    Shortcut{.chords = {ctrl | ImGuiKey_B},
             .keys = "Ctrl+B",
             .does = "pin the plan for Compare",
             .name = "Pin the plan for Compare",
             .searched = "put aside",
             .act = [](Explorer& explorer, const Frame&) { pin_present(explorer); },
             .place = ShortcutPlace::no_dialog},
    Shortcut{.chords = {ctrl | ImGuiKey_T},
             .keys = "Ctrl+T",
             .does = "a copy in a new tab",
             .name = "New tab",
             .searched = "copy of the scenario",
             .act = [](Explorer& explorer, const Frame&) { copy_document(explorer.session); },
             .place = ShortcutPlace::no_dialog},
    Shortcut{.chords = {ctrl | ImGuiKey_W},
             .keys = "Ctrl+W",
             .does = "close the tab",
             .name = "Close the tab",
             .act = [](Explorer& explorer, const Frame&) { request_close_document(explorer.session); },
             .place = ShortcutPlace::no_dialog,
             .beside_last = true},
    Shortcut{.chords = {ctrl | ImGuiKey_PageUp},
             .keys = "Ctrl+Page Up",
             .does = "the tab before",
             .name = "The tab before",
             .act = [](Explorer& explorer, const Frame&) { turn_tabs(explorer, document_count(explorer.session) - 1); },
             .place = ShortcutPlace::no_dialog},
    Shortcut{.chords = {ctrl | ImGuiKey_PageDown},
             .keys = "Ctrl+Page Down",
             .does = "the next tab",
             .name = "The next tab",
             .act = [](Explorer& explorer, const Frame&) { turn_tabs(explorer, 1); },
             .place = ShortcutPlace::no_dialog},
    Shortcut{.chords = {ctrl | ImGuiKey_Equal, ctrl_shift | ImGuiKey_Equal, ctrl | ImGuiKey_KeypadAdd},
             .keys = "Ctrl +",
             .does = "larger",
             .name = "Larger",
             .searched = "zoom text",
             .act = enlarge,
             .group = ShortcutGroup::window},
    Shortcut{.chords = {ctrl | ImGuiKey_Minus, ctrl | ImGuiKey_KeypadSubtract},
             .keys = "Ctrl \xE2\x88\x92",
             .does = "smaller",
             .name = "Smaller",
             .searched = "zoom text",
             .act = [](Explorer& explorer, const Frame&) { explorer.session.settings.zoom -= zoom_step; },
             .group = ShortcutGroup::window,
             .beside_last = true},
    Shortcut{.chords = {ctrl | ImGuiKey_0},
             .keys = "Ctrl 0",
             .does = "as it was",
             .name = "As large as usual",
             .searched = "zoom text",
             .act = [](Explorer& explorer, const Frame&) { explorer.session.settings.zoom = 1; },
             .group = ShortcutGroup::window,
             .beside_last = true},
    Shortcut{.chords = {ImGuiKey_F5},
             .keys = "F5",
             .does = "present: large words, no controls",
             .name = "Present",
             .searched = "projector slides steps clicker large",
             .act =
                 [](Explorer& explorer, const Frame&) {
                   explorer.presentation.running ? end_presenting(explorer) : begin_presenting(explorer);
                 },
             .group = ShortcutGroup::window},
    Shortcut{.chords = {ImGuiKey_F6},
             .keys = "F6",
             .does = "a step of it",
             .name = "Add what is shown to the presentation",
             .searched = "slide step present",
             .act = [](Explorer& explorer, const Frame&) { add_slide(explorer); },
             .group = ShortcutGroup::window,
             .beside_last = true},
    Shortcut{.chords = {ImGuiMod_Alt | ImGuiKey_RightArrow},
             .keys = "Alt \xE2\x86\x92",
             .does = "the lesson's next step",
             .name = "Go on to the next step",
             .searched = "forward",
             .act = [](Explorer& explorer, const Frame&) { turn_lesson(explorer.of<LessonsState>(), 1); },
             .group = ShortcutGroup::window,
             .place = ShortcutPlace::not_typing},
    Shortcut{.chords = {ImGuiMod_Alt | ImGuiKey_LeftArrow},
             .keys = "Alt \xE2\x86\x90",
             .does = "the one before",
             .name = "Go back to the step before",
             .searched = "back",
             .act = [](Explorer& explorer, const Frame&) { turn_lesson(explorer.of<LessonsState>(), -1); },
             .group = ShortcutGroup::window,
             .place = ShortcutPlace::not_typing,
             .beside_last = true},
    Shortcut{.chords = {ctrl | ImGuiKey_Q},
             .keys = "Ctrl+Q",
             .does = "close",
             .name = "Close the window",
             .searched = "quit exit",
             .act = [](Explorer& explorer, const Frame&) { request_close(explorer.session); },
             .group = ShortcutGroup::window},
    Shortcut{.chords = {ImGuiKey_F1},
             .keys = "F1",
             .does = "this list",
             .name = "All keys",
             .searched = "shortcuts help",
             .act = [](Explorer& explorer, const Frame&) { explorer.keys_asked = true; },
             .group = ShortcutGroup::everywhere},
    Shortcut{.chords = {ctrl | ImGuiKey_K},
             .keys = "Ctrl+K",
             .does = "find anything: do, open or set it",
             .act = [](Explorer& explorer, const Frame&) { explorer.palette.asked = true; },
             .group = ShortcutGroup::everywhere},
};

bool is_pressed(const Shortcut& shortcut) {
  bool pressed = false;  // each is asked for, so that ImGui routes all of them here
  for (const ImGuiKeyChord chord : shortcut.chords)
    if (chord != ImGuiKey_None && ImGui::Shortcut(chord, ImGuiInputFlags_RouteGlobal)) pressed = true;
  return pressed;
}

constexpr const char* popup_name = "shortcuts";
constexpr float keys_width = 190, line_height = 19, group_gap = 10;

struct KeyLine {
  std::string keys, does = {};  // without words for what it does: the heading of a group
};

/// A group of the table, those that stand beside each other in a line.
void add_lines(std::vector<KeyLine>& lines, ShortcutGroup group) {
  for (const Shortcut& shortcut : table) {
    if (shortcut.group != group) continue;
    if (!shortcut.beside_last) {
      lines.push_back({std::string(shortcut.keys), std::string(shortcut.does)});
      continue;
    }
    lines.back().keys += ", " + std::string(shortcut.keys);
    lines.back().does += ", " + std::string(shortcut.does);
  }
}

std::vector<KeyLine> left_column() {
  std::vector<KeyLine> lines = {
      {"Everywhere"},
      {"Tab, Shift+Tab", "the next control, the one before"},
      {"Enter", "press it, open its list, type its value"},
      {"← →", "move a slider by one stop"},
      {"↑ ↓", "the control above or below, a line of a list"},
      {"E", "keep what is said beside the pointer"},
      {"C", "copy the card under it as a table"},
      {"Esc", "back: from a list, a grown view, what is picked"},
  };
  add_lines(lines, ShortcutGroup::everywhere);
  lines.push_back({"Scenarios"});
  add_lines(lines, ShortcutGroup::scenarios);
  return lines;
}

std::vector<KeyLine> right_column() {
  std::vector<KeyLine> lines = {{"Window"}};
  add_lines(lines, ShortcutGroup::window);
  lines.push_back({"L, N, E while presenting", "a spotlight, no words, type them"});
  const std::vector<KeyLine> of_views = {{"Timeline, under the pointer"},
                                         {"← → or A D", "earlier, later"},
                                         {"+ − or W S", "closer, further"},
                                         {"↑ ↓", "other stages, where not all are shown"},
                                         {"Home or F", "all of it"},
                                         {"Timeline grown, and the lab"},
                                         {"Space", "play, pause"},
                                         {", and . or ← → in the lab", "a pass back, a pass on"},
                                         {"Shift and drag", "zoom into a box"},
                                         {"Ctrl+C in Launch", "copy the launch's text"}};
  lines.insert(lines.end(), of_views.begin(), of_views.end());
  return lines;
}

float column_height(const Theme& theme, std::span<const KeyLine> lines) {
  float height = 0;
  for (const KeyLine& line : lines) height += theme.px(line_height + (line.does.empty() ? group_gap : 0));
  return height;
}

/// How wide the words of what the keys do are.
float words_width(const Theme& theme, std::span<const KeyLine> lines) {
  float width = 0;
  for (const KeyLine& line : lines) width = std::max(width, text_width(theme, TextRole::body, line.does));
  return width;
}

void draw_column(const Theme& theme, ImVec2 at, std::span<const KeyLine> lines) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (const KeyLine& line : lines) {
    const bool heading = line.does.empty();
    if (heading) at.y += theme.px(group_gap);
    draw_text(draw, theme, heading ? TextRole::strong : TextRole::body, at, heading ? theme.accent : theme.text,
              line.keys);
    draw_text(draw, theme, TextRole::body, {at.x + theme.px(keys_width), at.y}, theme.dim, line.does);
    at.y += theme.px(line_height);
  }
}

/// Both columns beside each other, or below where the window is narrow; returns their size.
ImVec2 draw_columns(const Theme& theme, float window_width) {
  const std::vector<KeyLine> left = left_column(), right = right_column();
  const float first = theme.px(keys_width) + words_width(theme, left);
  const float second = theme.px(keys_width) + words_width(theme, right);
  const float above = column_height(theme, left), below = column_height(theme, right);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_column(theme, at, left);
  if (first + second + theme.px(80) < window_width) {
    draw_column(theme, {at.x + first + theme.px(34), at.y}, right);
    return {first + second + theme.px(34), std::max(above, below)};
  }
  draw_column(theme, {at.x, at.y + above}, right);
  return {std::max(first, second), above + below};
}

}  // namespace

std::span<const Shortcut> shortcuts() {
  return table;
}

bool counts(const Shortcut& shortcut, const Explorer& explorer) {
  if (shortcut.place == ShortcutPlace::everywhere) return true;
  if (explorer.alone != nullptr) return false;
  const Session& session = explorer.session;
  const bool dialog = session.picker.mode != PickerMode::closed || session.pending != Pending::nothing;
  return shortcut.place == ShortcutPlace::scenario || !dialog;
}

void follow_shortcuts(Explorer& explorer, const Frame& frame) {
  const bool typing = ImGui::GetInputTextState(ImGui::GetActiveID()) != nullptr;
  for (const Shortcut& shortcut : table) {
    if (!counts(shortcut, explorer) || (typing && shortcut.place == ShortcutPlace::not_typing)) continue;
    if (is_pressed(shortcut)) shortcut.act(explorer, frame);
  }
  float& zoom = explorer.session.settings.zoom;
  zoom = std::clamp(zoom, zoom_bounds.least, zoom_bounds.most);
}

void shortcut_list(Explorer& explorer, const Frame& frame) {
  const Theme& theme = frame.theme;
  if (std::exchange(explorer.keys_asked, false) && !ImGui::IsPopupOpen(popup_name)) ImGui::OpenPopup(popup_name);
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  const ImVec2 middle{screen.WorkPos.x + screen.WorkSize.x / 2, screen.WorkPos.y + screen.WorkSize.y / 2};
  ImGui::SetNextWindowPos(middle, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(22), theme.px(14)});
  const bool open = ImGui::BeginPopup(popup_name, ImGuiWindowFlags_NoMove);
  ImGui::PopStyleVar();
  if (!open) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size = draw_columns(theme, screen.WorkSize.x);
  ImGui::Dummy(size);
  frame.places.note("shortcuts", {at, {at.x + size.x, at.y + size.y}});
  const bool again = ImGui::IsKeyPressed(ImGuiKey_F1, false) && !ImGui::IsWindowAppearing();
  if (ImGui::IsKeyPressed(ImGuiKey_Escape) || again) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace shardscope
