#include "app/explorer/present_window.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/explorer/carry_out.h"
#include "app/explorer/state/view_list.h"
#include "app/explorer/window_parts.h"
#include "app/panels/cards.h"
#include "app/panels/verdict.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Design pixels, at the presentation's own scale.
constexpr float lines_of_design = 480;  // of the window's height: 18 pixels for the smallest words at 720 lines
constexpr float window_edge = 14, head_height = 62, least_foot = 30, note_width = 620;
constexpr float headline_larger = 1.7F, note_larger = 1.18F, question_larger = 1.7F, pointer_radius = 15;

/// Words larger than the theme's own by a factor.
Theme larger(const Theme& theme, float factor) {
  Theme made = theme;
  made.scale *= factor;
  return made;
}

/// Of the verdict, what a view is about.
Headline headline_of(std::string_view view) {
  const ViewEntry* found = find_view(view);
  return found != nullptr && found->info.figure ? *found->info.figure : Headline::mfu;
}

/// "27.3 % Bubble", what moved since the last step and its line beside it; returns where it ends.
float headline(const Theme& theme, const VerdictCell& cell, const Rect& head) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Theme large = larger(theme, headline_larger);
  float x = head.min.x;
  const float y = head.center().y - text_height(large, TextRole::figure) / 2;
  x += draw_text(draw, large, TextRole::figure, {x, y}, theme.text, cell.value) + theme.px(5);
  const std::string& unit = cell.shortest_unit.empty() ? cell.unit : cell.shortest_unit;
  const float base = y + text_height(large, TextRole::figure) - text_height(large, TextRole::title) - theme.px(6);
  x += draw_text(draw, large, TextRole::title, {x, base}, theme.dim, unit) + theme.px(30);
  const Theme beside = larger(theme, note_larger);
  const float height = text_height(beside, TextRole::strong), top = head.center().y - height - theme.px(2);
  const float label = draw_text(draw, beside, TextRole::strong, {x, top}, theme.text, cell.label);
  const bool moved = !cell.moved.empty();
  const std::string& line = cell.short_line.empty() ? cell.line : cell.short_line;
  const float below =
      draw_text(draw, beside, TextRole::body, {x, head.center().y + theme.px(2)},
                tone_color(theme, moved ? cell.moved_tone : cell.tone), moved ? cell.moved + " since" : line);
  return x + std::max(label, below) + theme.px(20);
}

/// The other figures, as many as have room, from the right.
void other_figures(const Theme& theme, const std::array<VerdictCell, 6>& cells, Headline but, const Rect& head) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float right = head.max.x;
  for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell) {
    if (cell->of == but) continue;
    const std::string& label = cell->short_label.empty() ? cell->label : cell->short_label;
    const std::string value = cell->value + " " + (cell->shortest_unit.empty() ? cell->unit : cell->shortest_unit);
    const float width = std::max(text_width(theme, TextRole::secondary, label),
                                 text_width(larger(theme, note_larger), TextRole::strong, value));
    if (right - width < head.min.x) return;
    draw_text_right(draw, theme, TextRole::secondary, {right, head.min.y + theme.px(13)}, theme.dim, label);
    draw_text_right(draw, larger(theme, note_larger), TextRole::strong, {right, head.center().y + theme.px(1)},
                    theme.text, value);
    right -= width + theme.px(24);
  }
}

constexpr std::size_t dots_max = 16;
constexpr float dots_apart = 15, before_dots = 16;  // at scale 1

/// "3 of 7"
std::string words_of_progress(const RunningPresentation& running) {
  return std::to_string(running.at + 1) + " of " + std::to_string(running.slides.size());
}

/// What progress() takes at the right end.
float progress_width(const Theme& theme, const RunningPresentation& running) {
  const std::size_t dots = running.slides.size() > dots_max ? 0 : running.slides.size();
  return text_width(theme, TextRole::body, words_of_progress(running)) +
         theme.px(before_dots + dots_apart * static_cast<float>(dots));
}

/// A dot for each step, the present one lit, and "3 of 7".
void progress(const Theme& theme, const RunningPresentation& running, const Rect& foot) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::string words = words_of_progress(running);
  const float y = text_top(theme, TextRole::body, foot);
  draw_text_right(draw, theme, TextRole::body, {foot.max.x, y}, theme.dim, words);
  float x = foot.max.x - text_width(theme, TextRole::body, words) - theme.px(before_dots);
  if (running.slides.size() > dots_max) return;
  for (std::size_t i = running.slides.size(); i-- > 0;) {
    const float radius = theme.px(i == running.at ? 5.0F : 3.5F);
    const ImVec2 center{x, foot.center().y};
    if (i <= running.at)
      draw.AddCircleFilled(center, radius, i == running.at ? theme.text : theme.dim);
    else
      draw.AddCircle(center, radius, theme.dim, 0, theme.px(1.2F));
    x -= theme.px(dots_apart);
  }
}

/// Beside a view what there is to pick from stands behind the question.
std::string words_of(const Slide& slide) {
  std::string words = slide.note.empty() ? slide.title : slide.note;
  for (std::size_t i = 0; i < slide.choices.size(); ++i)
    words += std::string(i == 0 ? "  " : ";  ") + static_cast<char>('A' + i) + ": " + slide.choices[i];
  return words;
}

/// The view as the card that it is among others, which says the chief thing alone; one that has no such card, or is
/// asked for, whole.
void draw_shown(Explorer& explorer, const Theme& theme, const Rect& area, WindowOutput& out) {
  RunningPresentation& running = *explorer.presentation.running;
  const ViewEntry* shown = find_view(explorer.grown);
  const bool has_card = shown != nullptr && shown->draw_in_card != nullptr;
  if (has_card && !running.whole) {
    const std::string grown = std::exchange(explorer.grown, {});
    draw_card_alone(explorer, frame_of(explorer, theme, out), area, *shown);
    explorer.grown = grown;
  } else {
    bool& charts_alone = explorer.of<SweepState>().charts_alone;
    const bool was_alone = charts_alone;
    charts_alone = true;  // what is asked of a sweep is no matter for the last row
    draw_views(explorer, frame_of(explorer, theme, out), area, true);
    charts_alone = was_alone;
  }
  if (!out.asked.grow || !has_card) return;
  running.whole = !running.whole;
  out.asked.grow.reset();
}

/// How high the words of the step are in the room that they have.
float note_height(const Theme& theme, const RunningPresentation& running, float width) {
  if (!running.notes || running.slides[running.at].asks) return theme.px(least_foot);
  const Theme large = larger(theme, note_larger);
  const float lines = wrapped_height(large, TextRole::body, words_of(running.slides[running.at]), width);
  return std::max(theme.px(least_foot), lines + theme.px(10));
}

/// "A  the optimizer", one below the other.
void draw_choices(const Theme& theme, ImVec2 at, float width, const std::vector<std::string>& choices) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float indent = theme.px(22);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    draw_text(draw, theme, TextRole::strong, at, theme.accent, std::string(1, static_cast<char>('A' + i)));
    at.y += draw_wrapped(draw, theme, TextRole::body, {at.x + indent, at.y}, theme.text, choices[i], width - indent) +
            theme.px(6);
  }
}

float choices_height(const Theme& theme, float width, const std::vector<std::string>& choices) {
  float height = 0;
  for (const std::string& choice : choices)
    height += wrapped_height(theme, TextRole::body, choice, width - theme.px(22)) + theme.px(6);
  return height;
}

/// What is asked, in the middle, while nothing gives it away, with what there is to pick from.
void draw_question(const Theme& theme, const Slide& slide, const Rect& area) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Theme title = larger(theme, note_larger);
  const float width = std::min(area.width(), theme.px(note_width));
  Theme large = larger(theme, question_larger);  // where it and the choices have room, else as a note
  if (wrapped_height(large, TextRole::strong, slide.note, width) >
      area.height() * (slide.choices.empty() ? 0.8F : 0.45F))
    large = title;
  const float left = area.center().x - width / 2, above_choices = slide.choices.empty() ? 0 : theme.px(14);
  const float words = wrapped_height(large, TextRole::strong, slide.note, width);
  const float y = area.center().y - (words + above_choices + choices_height(title, width, slide.choices)) / 2;
  draw_text(draw, title, TextRole::body, {left, y - text_height(title, TextRole::body) - theme.px(10)}, theme.dim,
            slide.title);
  draw_wrapped(draw, large, TextRole::strong, {left, y}, theme.text, slide.note, width);
  draw_choices(title, {left, y + words + above_choices}, width, slide.choices);
}

/// The note as it is typed; Enter or Esc ends that.
void type_note(Explorer& explorer, const Theme& theme, const Rect& area) {
  RunningPresentation& running = *explorer.presentation.running;
  std::array<char, 400> typed = {};
  running.slides[running.at].note.copy(typed.data(), typed.size() - 1);
  ImGui::SetCursorScreenPos(area.min);
  ImGui::SetNextItemWidth(area.width());
  ImGui::PushStyleColor(ImGuiCol_FrameBg, theme.raised);
  ImGui::PushFont(nullptr, larger(theme, note_larger).face(TextRole::body).size);
  if (!ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
  if (ImGui::InputTextWithHint("##note", "What is said to this step", typed.data(), typed.size()))
    set_note(explorer, typed.data());
  if (ImGui::IsItemDeactivated()) running.typing = false;
  ImGui::PopFont();
  ImGui::PopStyleColor();
}

/// The words of the step, as far as there is room, or the field that they are typed in.
void draw_note(Explorer& explorer, const Theme& theme, const Rect& area) {
  const RunningPresentation& running = *explorer.presentation.running;
  if (running.typing)
    type_note(explorer, theme, area);
  else if (running.notes && !running.slides[running.at].asks)
    draw_wrapped(*ImGui::GetWindowDrawList(), larger(theme, note_larger), TextRole::body,
                 {area.min.x, area.min.y + theme.px(4)}, theme.text, words_of(running.slides[running.at]),
                 area.width());
  explorer.places.note("presentation.note", area);
}

/// What isn't lit is dimmed: all but the card under the pointer.
void draw_spotlight(const Theme& theme, const Rect& screen, const std::vector<Rect>& cards) {
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const auto lit = std::find_if(cards.begin(), cards.end(), [&](const Rect& card) { return card.contains(pointer); });
  if (lit == cards.end()) return;
  ImDrawList& draw = *ImGui::GetForegroundDrawList();
  const ImU32 shade = with_alpha(theme.bg, 0.75F);
  draw.AddRectFilled(screen.min, {screen.max.x, lit->min.y}, shade);
  draw.AddRectFilled({screen.min.x, lit->max.y}, screen.max, shade);
  draw.AddRectFilled({screen.min.x, lit->min.y}, {lit->min.x, lit->max.y}, shade);
  draw.AddRectFilled({lit->max.x, lit->min.y}, {screen.max.x, lit->max.y}, shade);
  draw.AddRect(lit->min, lit->max, theme.warn, theme.px(design::card_radius), 0, theme.px(2));
}

/// A ring around the pointer that the last row sees.
void draw_pointer(const Theme& theme) {
  if (!ImGui::IsMousePosValid()) return;
  ImDrawList& draw = *ImGui::GetForegroundDrawList();
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  draw.AddCircleFilled(pointer, theme.px(pointer_radius), with_alpha(theme.warn, 0.22F));
  draw.AddCircle(pointer, theme.px(pointer_radius), theme.warn, 0, theme.px(1.8F));
}

}  // namespace

float presenting_scale(ImVec2 window) {
  constexpr float widest = 853;  // of the design: as wide as 16 to 9
  return std::clamp(std::min(window.y / lines_of_design, window.x / widest), 1.0F, 4.0F);
}

void answer_presenter(Explorer& explorer) {
  RunningPresentation& running = *explorer.presentation.running;
  if (explorer.list_open || running.typing || ImGui::GetIO().WantTextInput) return;
  const auto pressed = [](std::initializer_list<ImGuiKey> keys) {
    return std::any_of(keys.begin(), keys.end(), [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); });
  };
  if (pressed({ImGuiKey_L})) running.spotlight = !running.spotlight;
  if (pressed({ImGuiKey_E})) running.typing = running.own;
  if (pressed({ImGuiKey_N})) running.notes = !running.notes;
  const std::size_t at = running.at;
  if (pressed({ImGuiKey_Escape})) return end_presenting(explorer);
  if (pressed({ImGuiKey_PageDown, ImGuiKey_Enter, ImGuiKey_KeypadEnter})) return go_to_slide(explorer, at + 1);
  if (at > 0 && pressed({ImGuiKey_PageUp, ImGuiKey_Backspace})) go_to_slide(explorer, at - 1);
}

void draw_presentation(Explorer& explorer, const Theme& theme, WindowOutput& out) {
  const RunningPresentation& running = *explorer.presentation.running;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const Rect screen{viewport.WorkPos,
                    {viewport.WorkPos.x + viewport.WorkSize.x, viewport.WorkPos.y + viewport.WorkSize.y}};
  const float edge = theme.snapped_px(window_edge);
  const Rect inner{{screen.min.x + edge, screen.min.y + edge / 2}, {screen.max.x - edge, screen.max.y - edge / 2}};
  const float words = std::min(theme.px(note_width), inner.width() - progress_width(theme, running) - theme.px(10));
  const Rect head{inner.min, {inner.max.x, inner.min.y + theme.px(head_height)}};
  const Rect foot{{inner.min.x, inner.max.y - note_height(theme, running, words)}, inner.max};
  const Rect view{{inner.min.x, head.max.y}, {inner.max.x, foot.min.y - theme.px(6)}};
  draw_on_ground(theme, screen, out.said.cards, [&] {
    if (running.slides[running.at].asks) {
      draw_question(theme, running.slides[running.at], {head.min, view.max});
    } else if (explorer.alone == nullptr) {
      const auto cells = verdict_cells(shown_report(explorer.session), change_since(explorer.session));
      const Headline of = headline_of(explorer.grown);
      const auto shown =
          std::find_if(cells.begin(), cells.end(), [&](const VerdictCell& cell) { return cell.of == of; });
      const float end = headline(theme, *shown, head);
      other_figures(theme, cells, of, {{end, head.min.y}, head.max});
      draw_shown(explorer, theme, view, out);
    } else {
      explorer.of<LabState>().charts_alone = true;
      explorer.alone->draw(explorer.views, frame_of(explorer, theme, out), {head.min, view.max});
      explorer.of<LabState>().charts_alone = false;
    }
    progress(theme, running, {{foot.min.x, foot.max.y - theme.px(least_foot)}, foot.max});
    draw_note(explorer, theme, {foot.min, {foot.min.x + words, foot.max.y}});
  });
  explorer.places.note("presentation.view", view);
  if (running.spotlight) draw_spotlight(theme, screen, out.said.cards);
  draw_pointer(theme);
  carry_out_requests(explorer, out.asked);
}

}  // namespace shardscope
