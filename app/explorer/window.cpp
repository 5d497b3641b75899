#include "app/explorer/window.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <span>

#include "app/explorer/carry_out.h"
#include "app/explorer/command_palette.h"
#include "app/explorer/derivation/derivation_card.h"
#include "app/explorer/present_window.h"
#include "app/explorer/shortcuts.h"
#include "app/explorer/state/other_plans.h"
#include "app/explorer/stillness.h"
#include "app/explorer/window_parts.h"
#include "app/lessons/lesson_panel.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/hint_line.h"
#include "app/panels/notes.h"
#include "app/panels/verdict.h"
#include "app/session/give_from_outside.h"
#include "render/text/drawn_runs.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float window_margin = 14;  // design pixels of ground around the cards
constexpr float still_click = 16;    // pixels, squared, that the pointer may move between press and release

/// Where the parts of the window lie.
struct WindowLayout {
  Rect top, tabs, panel, verdict, views, hint;
  bool compact = false;
};

WindowLayout layout_of(const Theme& theme, float tabs_height) {
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  const Rect all{screen.WorkPos, {screen.WorkPos.x + screen.WorkSize.x, screen.WorkPos.y + screen.WorkSize.y}};
  WindowLayout layout;
  layout.compact = theme.is_compact(all.width());
  const float top = theme.snapped_px(45);
  const float hint = theme.snapped_px(28);
  const float panel = theme.panel_width(all.width());
  const float margin = theme.snapped_px(window_margin);
  layout.top = {all.min, {all.max.x, all.min.y + top}};
  layout.tabs = {{all.min.x, layout.top.max.y}, {all.max.x, layout.top.max.y + tabs_height}};
  layout.hint = {{all.min.x, all.max.y - hint}, all.max};
  layout.panel = {{all.min.x, layout.tabs.max.y}, {all.min.x + panel, layout.hint.min.y}};
  const Rect centre{{layout.panel.max.x + margin, layout.tabs.max.y + margin},
                    {all.max.x - margin, layout.hint.min.y - margin}};
  layout.verdict = {centre.min, {centre.max.x, centre.min.y + theme.snapped_px(layout.compact ? 78 : 85)}};
  layout.views = {{centre.min.x, layout.verdict.max.y + theme.snapped_px(design::card_gap)}, centre.max};
  return layout;
}

}  // namespace

ViewFrame frame_of(Explorer& explorer, const Theme& theme, WindowOutput& output) {
  Session& session = explorer.session;
  FrameOutput& out = output.said;
  const Frame frame{theme,
                    *session.presets,
                    session.history.present(),
                    session.report,
                    explorer.places,
                    out.touched,
                    out.reset,
                    out.said,
                    out.refused,
                    session.refusal,
                    out.tip,
                    out.cards,
                    explorer.filter,
                    session.change.path,
                    session.change.followed,
                    explorer.opened_at};
  return {frame,
          shown_report(session),
          session.holds,
          session.launch,
          checked_rules(session),
          session.taken,
          session.log,
          session.notice,
          session.evaluate_seconds,
          explorer.grown,
          explorer.picture_due.has_value(),
          explorer.selection,
          explorer.layout,
          output.asked,
          change_since(session),
          explorer.moment,
          session.presets_version,
          explorer.marks,
          explorer.keeps_back || finds_out(explorer.of<LessonsState>())};
}

namespace {

/// Esc: ends what a view is at, else a grown view goes back to its place, else nothing is picked any more.
void escape(Explorer& explorer) {
  if (!explorer.derivations.empty()) return explorer.derivations.clear();
  if (explorer.alone != nullptr) return void(explorer.alone->escape(explorer.views));
  for (const ViewEntry& entry : view_entries())
    if (entry.info.needs_scenario() && entry.escape != nullptr && entry.escape(explorer.views)) return;
  if (end_visit(explorer)) return;
  if (!explorer.grown.empty())
    explorer.grown.clear();
  else
    explorer.selection = {};
}

/// Esc is the explorer's own, but for lists and fields: Dear ImGui would leave the panel with it, and Tab would go
/// nowhere from there.
void keep_focus_on_escape() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool others = ImGui::GetIO().WantTextInput || ImGui::IsAnyItemActive() || context.OpenPopupStack.Size > 0;
  if (!others) ImGui::SetKeyOwner(ImGuiKey_Escape, ImGui::GetID("escape"));
}

void answer_keys(Explorer& explorer, const Frame& frame) {
  keep_focus_on_escape();
  follow_shortcuts(explorer, frame);
  if (explorer.presentation.running) return answer_presenter(explorer);
  const bool dialog =
      explorer.session.picker.mode != PickerMode::closed || explorer.session.pending != Pending::nothing;
  if (!ImGui::GetIO().WantTextInput && !dialog && !explorer.list_open && ImGui::IsKeyPressed(ImGuiKey_Escape))
    escape(explorer);
}

std::string clipboard_text() {
  const char* text = ImGui::GetClipboardText();
  return text != nullptr ? text : "";
}

/// Of the windows that were drawn in this frame, from the lowest up.
std::vector<DrawnRun> runs_of_frame() {
  std::vector<const ImDrawList*> lists;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (window->Active && !window->Hidden) lists.push_back(window->DrawList);
  return drawn_runs(lists);
}

/// What a right click asks for where nothing under the pointer has a value of its own: the words there, with their
/// number; empty where nothing is said.
std::string words_at_pointer() {
  return words_at(runs_of_frame(), ImGui::GetIO().MousePos);
}

/// C: the smallest card under the pointer, as a table for a spreadsheet. What to say of it; empty where nothing was
/// asked for or no card is there.
std::string copied_card(const std::vector<Rect>& cards) {
  if (ImGui::GetIO().WantTextInput || ImGui::GetIO().KeyMods != 0 || !ImGui::IsKeyPressed(ImGuiKey_C, false)) return {};
  const Rect* smallest = nullptr;
  for (const Rect& card : cards)
    if (card.contains(ImGui::GetIO().MousePos) && (smallest == nullptr || card.width() < smallest->width()))
      smallest = &card;
  const std::string rows = smallest != nullptr ? table_within(runs_of_frame(), *smallest) : std::string();
  if (rows.empty()) return {};
  ImGui::SetClipboardText(rows.c_str());
  return "Copied the card as a table: " + grouped(std::count(rows.begin(), rows.end(), '\n'), "line", "lines");
}

/// What a right click of this frame copied; empty where it copied nothing, or there was none.
std::string copied_by(bool right_click) {
  if (!right_click || ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Right] >= still_click) return {};
  copy_by_right_click(words_at_pointer());
  const bool taken = !ImGui::IsMouseReleased(ImGuiMouseButton_Right);
  return taken ? clipboard_text() : std::string();
}

/// While the plan is impossible the views show the last one that wasn't, pale, and say so over the first figure.
/// Returns where.
Rect veil(const Theme& theme, const Rect& ground, const Rect& verdict) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(ground.min, ground.max, with_alpha(theme.panel, 0.62F));
  constexpr std::string_view text = "This plan is impossible: see the red words. Shown is the last one that wasn't.";
  const float width = text_width(theme, TextRole::strong, text) + theme.px(32), height = theme.px(36);
  const ImVec2 middle{ground.center().x, verdict.center().y};
  const Rect box{{middle.x - width / 2, middle.y - height / 2}, {middle.x + width / 2, middle.y + height / 2}};
  draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(design::card_radius));
  draw.AddRect(box.min, box.max, theme.bad, theme.px(design::card_radius), 0, theme.px(1.5F));
  draw_text_centered(draw, theme, TextRole::strong, {middle.x, middle.y - text_height(theme, TextRole::strong) / 2},
                     theme.text, text);
  return box;
}

/// The root window over the whole viewport, for the time of its life.
struct RootWindow {
  RootWindow() {
    const ImGuiViewport& screen = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(screen.WorkPos);
    ImGui::SetNextWindowSize(screen.WorkSize);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("Shardscope", nullptr,
                 // The frame was cleared in the panel's colour already.
                 ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar(3);  // lists and dialogs have the theme's own
  }
  RootWindow(const RootWindow&) = delete;
  RootWindow& operator=(const RootWindow&) = delete;
  ~RootWindow() { ImGui::End(); }
};

/// A launch script has the window to itself: what it says stands beside it, in place of the panel. So has a view that
/// asks for it.
bool view_has_window(const Explorer& explorer) {
  const Session& session = explorer.session;
  const ViewEntry* grown = find_view(explorer.grown);
  if (grown == nullptr) return false;
  const bool of_script = grown->info.window_of_script && shown_source(session.taken, session.history.present());
  return grown->info.whole_window || of_script;
}

void whole_area(Explorer& explorer, const Theme& theme, const WindowLayout& layout, WindowOutput& out) {
  const Rect ground{{layout.top.min.x, layout.tabs.max.y}, {layout.top.max.x, layout.hint.min.y}};
  const float margin = theme.snapped_px(window_margin);
  const Rect area{{ground.min.x + margin, ground.min.y + margin}, {ground.max.x - margin, ground.max.y - margin}};
  draw_on_ground(theme, ground, out.said.cards, [&] {
    draw_views(explorer, frame_of(explorer, theme, out), area, layout.compact);
    carry_out_requests(explorer, out.asked);
  });
  draw_hint_line(explorer.session, frame_of(explorer, theme, out), layout.hint);
}

/// The views, and beside them the lesson that is played.
void views_and_lesson(Explorer& explorer, const Theme& theme, const WindowLayout& layout, WindowOutput& out) {
  Rect views = layout.views;
  auto& lessons = explorer.of<LessonsState>();
  if (open_lesson(lessons) != nullptr) {
    const float width = theme.snapped_px(layout.compact ? lesson_panel_width_small : lesson_panel_width);
    views.max.x -= width + theme.snapped_px(design::card_gap);
    lesson_panel(lessons, frame_of(explorer, theme, out),
                 {{layout.views.max.x - width, views.min.y}, layout.views.max});
    carry_out_requests(explorer, out.asked);
  }
  if (waits_for_answer(explorer))
    return say_in_body(frame_of(explorer, theme, out), views, "First say what you expect; then it is shown here.");
  draw_views(explorer, frame_of(explorer, theme, out), views, layout.compact || views.width() < layout.views.width());
  carry_out_requests(explorer, out.asked);
}

void explorer_tab(Explorer& explorer, const Theme& theme, const WindowLayout& layout, WindowOutput& out) {
  const ViewEntry* view = find_view(explorer.grown);
  if (view != nullptr && view->take_offers != nullptr)
    view->take_offers(explorer.views, offered_plans(explorer.session));
  if (view_has_window(explorer)) return whole_area(explorer, theme, layout, out);
  panel_area(explorer, theme, layout.panel, out);
  follow_session(explorer);
  const Rect ground{{layout.panel.max.x, layout.tabs.max.y}, {layout.top.max.x, layout.hint.min.y}};
  draw_on_ground(theme, ground, out.said.cards, [&] {
    if (!waits_for_answer(explorer)) {
      const ViewEntry* shown = find_view(explorer.grown);
      const std::optional<Headline> about = shown != nullptr ? shown->info.figure : std::nullopt;
      const ViewFrame frame = frame_of(explorer, theme, out);
      std::array cells = verdict_cells(frame.shown, change_since(explorer.session));
      for (VerdictCell& cell : cells) tell_of(cell, frame.marks, path_of(cell.of, frame.shown));
      const VerdictClick clicked = draw_verdict(frame, layout.verdict, cells, about, explorer.derivations.empty());
      if (clicked.view_of)
        explorer.grown = clicked.view_of == about ? std::string_view() : name_of_view(*clicked.view_of);
      if (!clicked.figure.empty()) explorer.derivations = {{std::string(clicked.figure)}};
    }
    views_and_lesson(explorer, theme, layout, out);
    const ViewEntry* grown = find_view(explorer.grown);
    const bool holds_still = grown != nullptr && grown->info.of_impossible;
    if (explorer.session.possible)
      explorer.places.note("veil", veil(theme, holds_still ? layout.verdict : ground, layout.verdict));
  });
  const bool advises = open_lesson(explorer.of<LessonsState>()) == nullptr;  // a lesson lets its learner find out
  if (!waits_for_answer(explorer))
    draw_hint_line(explorer.session, frame_of(explorer, theme, out), layout.hint, advises);
}

/// What stands over everything else.
void dialogs(Explorer& explorer, const Theme& theme, WindowOutput& out) {
  file_dialog(explorer, frame_of(explorer, theme, out));
  close_dialog(explorer, frame_of(explorer, theme, out));
  derivation_card(explorer, frame_of(explorer, theme, out));
  shortcut_list(explorer, frame_of(explorer, theme, out));
  command_palette(explorer, frame_of(explorer, theme, out));
  carry_out_requests(explorer, out.asked);
}

void draw_window(Explorer& explorer, const Theme& theme, WindowOutput& out) {
  const WindowLayout layout = layout_of(theme, document_tabs_height(explorer, theme));
  top_bar(explorer, frame_of(explorer, theme, out), layout.top);
  if (layout.tabs.height() > 0) document_tabs(explorer.session, frame_of(explorer, theme, out), layout.tabs);
  follow_session(explorer);
  if (explorer.alone != nullptr) {
    const Rect below{{layout.top.min.x, layout.top.max.y}, layout.hint.max};
    explorer.alone->draw(explorer.views, frame_of(explorer, theme, out), below);
  } else {
    explorer_tab(explorer, theme, layout, out);
  }
}

/// What was copied, refused or otherwise said in the frame is said in the last line.
void take_said(Explorer& explorer, FrameOutput& said, bool right_click) {
  Session& session = explorer.session;
  if (const std::string copied = copied_card(said.cards); !copied.empty()) said.said = copied;
  if (const std::string copied = copied_by(right_click); !copied.empty()) said.said = "Copied " + copied;
  if (!said.said.empty()) session.notice = {said.said, false};
  if (explorer.alone != nullptr && !said.touched.empty()) session.refusal = {};
  if (said.refused.path.empty()) return;
  session.refusal = said.refused;
  if (explorer.alone != nullptr) session.notice = {said.refused.words, true};
}

}  // namespace

void draw_explorer(Explorer& explorer, const Theme& usual) {
  Session& session = explorer.session;
  // What was said has been read once a person does something else.
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) session.notice = {};
  const bool right_click = ImGui::IsMouseReleased(ImGuiMouseButton_Right);
  explorer.worth.working = false;  // nothing is tried where the panel isn't drawn
  const std::size_t opened = explorer.derivations.size();
  explorer.places.clear();
  follow_session(explorer);
  WindowOutput out;
  Theme theme = usual;
  if (explorer.presentation.running) {
    theme.scale = std::max(usual.scale, presenting_scale(ImGui::GetMainViewport()->WorkSize));
    apply_theme(ImGui::GetStyle(), theme);
  }
  const RootWindow root;
  answer_keys(explorer, frame_of(explorer, theme, out));
  follow_session(explorer);  // a key may have changed the plan
  explorer.marks = lesson_marks(explorer.of<LessonsState>(), session.report);
  if (explorer.presentation.running)
    draw_presentation(explorer, theme, out);
  else
    draw_window(explorer, theme, out);
  dialogs(explorer, theme, out);
  if (derivation_key_pressed() && !out.said.tip.empty())
    open_derivation(explorer, out.said.tip, number_at(runs_of_frame(), ImGui::GetIO().MousePos));
  if (explorer.derivations.empty())
    explorer.opened_at.reset();
  else if (explorer.derivations.size() != opened)
    explorer.opened_at = ImGui::GetIO().MousePos;
  for (const Rect& card : out.said.cards) explorer.places.note("card", card);
  keep_still(explorer);
  if (explorer.picture_due && explorer.picture_due->frames > 0) --explorer.picture_due->frames;
  take_said(explorer, out.said, right_click);
  if (!ImGui::IsAnyItemActive()) {
    end_step(session);
    follow_beside(explorer);
  }
  explorer.list_open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

void draw_view_alone(Explorer& explorer, const Theme& theme) {
  explorer.places.clear();
  follow_session(explorer);
  WindowOutput out;
  const RootWindow root;
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  const float margin = theme.snapped_px(window_margin);
  const Rect area{{screen.WorkPos.x + margin, screen.WorkPos.y + margin},
                  {screen.WorkPos.x + screen.WorkSize.x - margin, screen.WorkPos.y + screen.WorkSize.y - margin}};
  const Rect all{screen.WorkPos, {screen.WorkPos.x + screen.WorkSize.x, screen.WorkPos.y + screen.WorkSize.y}};
  draw_on_ground(theme, all, out.said.cards,
                 [&] { draw_views(explorer, frame_of(explorer, theme, out), area, false); });
}

}  // namespace shardscope
