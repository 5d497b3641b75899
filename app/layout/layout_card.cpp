// The layout card: the strip of blocks over the stages, dragged or typed, and the buttons that balance it.
#include "app/layout/layout_card.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/output/balance_words.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/fields/fields.h"
#include "render/chart/card.h"
#include "render/memory/layout_strip.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t typed_bytes = 16'384;
constexpr float title_height = 40, field_height = 26, words_height = 20;

void apply(LayoutState& state, const ViewFrame& frame, Scenario scenario) {
  frame.requests.edit = ScenarioEdit{std::move(scenario), "plan.stage_layers"};
  state.wrong.clear();
}

std::optional<Balanced> balanced_for(const ViewFrame& frame, BalanceGoal goal) {
  Outcome<Balanced> outcome = balance_layout(frame.scenario(), frame.report, goal);
  if (!succeeded(outcome)) return std::nullopt;
  return std::get<0>(std::move(outcome));
}

/// What balancing would gain, once the hand lets go: it takes some tens of milliseconds.
void refresh(LayoutState& state, const ViewFrame& frame) {
  if (state.balance.is_of(frame.scenario())) return;
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left) || !frame.report.valid) return state.balance.forget();
  state.balance.of(frame.scenario(), [&] {
    return LayoutBalance{balanced_for(frame, BalanceGoal::shortest_step),
                         balanced_for(frame, BalanceGoal::lowest_peak)};
  });
}

/// What is wrong with the plan's own layout; empty where nothing is.
std::string layout_problem(const Report& report) {
  for (const Problem& problem : report.problems)
    if (problem.severity == Severity::error && is_layout(problem.path)) return problem.message;
  return {};
}

/// What of the card can be changed: a layout that is impossible can be replaced, but not dragged or balanced.
struct Editable {
  bool moved = false, replaced = false;
};

struct BalanceButton {
  const char* name;
  const char* words;
  const std::optional<Balanced>* balanced;
  BalanceGoal goal;
};

/// "Balance for step time  −3.1 % step"; `gain` is the whole of it, its first part, or nothing.
std::string button_text(const BalanceButton& button, int detail) {
  if (!*button.balanced || detail == 0) return button.words;
  const Balanced& balanced = **button.balanced;
  const std::string gain = detail == 1 ? goal_words(balanced, button.goal) : balance_words(balanced, button.goal);
  return std::string(button.words) + ": " + gain;
}

constexpr const char *open_words = "Edit layout", *close_words = "Hide layout";

float toggle_width(const Theme& theme) {
  return std::max(button_width(theme, open_words, ButtonLook::filled),
                  button_width(theme, close_words, ButtonLook::filled));
}

/// The button at the right end of the title that opens the card and folds it again; returns where it begins.
float toggle(LayoutState& state, const ViewFrame& frame, const Rect& card) {
  const float x = card.max.x - frame.theme.px(design::card_padding) - toggle_width(frame.theme);
  ImGui::SetCursorScreenPos({x, card.min.y + frame.theme.px(7)});
  if (text_button(frame, "layout.open", state.open ? close_words : open_words, true, ButtonLook::filled))
    state.open = !state.open;
  return x;
}

/// The buttons at the right of the title, from the right; returns where they begin.
float buttons(LayoutState& state, const ViewFrame& frame, const Rect& card, Editable editable, float title_end) {
  const Theme& theme = frame.theme;
  const std::array<BalanceButton, 2> goals = {
      {{"button.balance-memory", "Balance for memory", &state.balance->lowest, BalanceGoal::lowest_peak},
       {"button.balance-step", "Balance for step time", &state.balance->quickest, BalanceGoal::shortest_step}}};
  const float gap = theme.px(8), even_width = button_width(theme, "Even", ButtonLook::filled);
  int detail = 2;
  const auto width = [&] {
    float sum = even_width;
    for (const BalanceButton& button : goals)
      sum += gap + button_width(theme, button_text(button, detail), ButtonLook::filled);
    return sum;
  };
  const float right = card.max.x - theme.px(design::card_padding) - toggle_width(theme) - gap;
  while (detail > 0 && right - width() < title_end) --detail;
  float x = right - even_width;
  const float y = card.min.y + theme.px(7);
  std::optional<Scenario> chosen;
  const Scenario& present = frame.scenario();
  const Scenario even = with_even_layout(present);
  ImGui::SetCursorScreenPos({x, y});
  if (text_button(frame, "button.even", "Even", editable.replaced && even != present, ButtonLook::filled))
    chosen = even;
  for (const BalanceButton& button : goals) {
    const std::string text = button_text(button, detail);
    x -= gap + button_width(theme, text, ButtonLook::filled);
    ImGui::SetCursorScreenPos({x, y});
    const bool gains = *button.balanced && (**button.balanced).changed;
    if (text_button(frame, button.name, text, editable.moved && gains, ButtonLook::filled))
      chosen = (**button.balanced).scenario;
  }
  if (chosen) apply(state, frame, std::move(*chosen));
  return x;
}

/// Where the drag leads: the border by as many blocks as the pointer went, or the block to the stage under it.
Cuts dragged_cuts(const LayoutStrip& strip, const BlockRow& row, const LayoutDrag& drag) {
  const ImGuiIO& io = ImGui::GetIO();
  if (drag.border) {
    if (*drag.border >= strip.borders.size()) return drag.cuts;
    const StripBorder& border = strip.borders[*drag.border];
    const float way = (io.MousePos.x - io.MouseClickedPos[0].x) / strip.block;
    const auto blocks = static_cast<std::int64_t>(std::lround(way)) * border.right_gives;
    return with_border_at(row, drag.cuts, border.border, drag.cuts[border.border] + blocks);
  }
  const LayoutStripHover over = strip_under(strip, io.MousePos);
  if (!over.box) return drag.cuts;
  const Cuts moved = with_block_moved(drag.cuts, drag.stage, strip.boxes[*over.box].stage);
  return moved.empty() ? drag.cuts : moved;
}

void begin_drag(LayoutState& state, const ViewFrame& frame, const LayoutStrip& strip, const BlockRow& row) {
  const LayoutStripHover at = strip_under(strip, ImGui::GetIO().MouseClickedPos[0]);
  if (!at.border && !at.box) return;
  LayoutDrag drag{at.border, at.box ? strip.boxes[*at.box].stage : 0, cuts_of(row, frame.report.layout),
                  frame.scenario()};
  state.drag = std::move(drag);
}

void steer(LayoutState& state, const ViewFrame& frame, const LayoutStrip& strip, const LayoutStripHover& hover,
           bool editable) {
  const BlockRow row = block_row(frame.report.scenario.model);
  if (ImGui::IsItemActivated() && editable) begin_drag(state, frame, strip, row);
  const bool clicked = ImGui::IsItemDeactivated() && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 16;
  if (clicked && hover.rank) pick_stage(frame.selection, hover.rank);
  if (!ImGui::IsItemActive()) state.drag.reset();
  if (!state.drag || !editable || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3)) return;
  const Cuts cuts = dragged_cuts(strip, row, *state.drag);
  const bool back = cuts == state.drag->cuts;
  Scenario moved = back ? state.drag->scenario : with_layout(state.drag->scenario, stages_between(row, cuts));
  if (moved == frame.scenario()) return;
  frame.requests.edit = ScenarioEdit{std::move(moved), "plan.stage_layers", false};
  state.wrong.clear();
}

/// The strip, scrolled sideways where its ranks don't fit.
void strip_area(LayoutState& state, const ViewFrame& frame, const Rect& area, bool editable) {
  const Theme& theme = frame.theme;
  const Report& report = frame.shown;
  const float width = std::max(area.width(), layout_strip_width_min(theme, report));
  ImGui::SetCursorScreenPos(area.min);
  ImGui::SetNextWindowContentSize({width, 0});
  const bool scrolls = width > area.width();
  ImGui::BeginChild("layout", {area.width(), area.height()}, ImGuiChildFlags_None,
                    scrolls ? ImGuiWindowFlags_HorizontalScrollbar : ImGuiWindowFlags_NoScrollbar);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect whole{{at.x, at.y + theme.px(2)}, {at.x + width, at.y + area.height()}};
  const LayoutStrip strip = lay_out_strip(theme, whole, report);
  const bool hovered = hit_area(frame, "layout.strip", {at, {whole.max.x, strip.memory.max.y}}).hovered;
  const LayoutStripHover hover = hovered ? strip_under(strip, ImGui::GetIO().MousePos) : LayoutStripHover{};
  for (const StripBorder& border : strip.borders)
    frame.places.note("layout.border." + std::to_string(border.border), border.rect);
  for (const StripBox& box : strip.boxes) frame.places.note("layout.stage." + std::to_string(box.stage), box.rect);
  const auto dragged = state.drag ? state.drag->border : std::nullopt;
  draw_layout_strip(*ImGui::GetWindowDrawList(), theme, strip, report,
                    {hover, editable, dragged, frame.selection.stage});
  if (editable && (dragged || hover.border)) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (hovered && !ImGui::IsMouseDown(ImGuiMouseButton_Left) && pointer_rests())
    show_tip(frame, explain_strip(report, strip, hover));
  steer(state, frame, strip, hover, editable);  // last: it may make another report
  ImGui::EndChild();
}

/// Megatron's string in a field of `width`; Enter applies it, and what is wrong with it is said while it is typed.
void string_field(LayoutState& state, const ViewFrame& frame, ImVec2 at, float width, bool editable) {
  const Theme& theme = frame.theme;
  if (state.typed_for != frame.scenario()) state.wrong.clear(), state.typed_for = frame.scenario();
  const std::string shown = state.wrong.empty() ? layout_text(frame.shown.layout) : state.typed;
  std::string typed(std::max(typed_bytes, shown.size() + 1), '\0');
  shown.copy(typed.data(), shown.size());
  ImGui::SetCursorScreenPos(at);
  ImGui::SetNextItemWidth(width);
  ImGui::BeginDisabled(!editable);
  const bool entered =
      ImGui::InputText("##layout-string", typed.data(), typed.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::EndDisabled();
  frame.places.note("layout.string", {at, {at.x + width, at.y + theme.px(design::control_height)}});
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal) && !ImGui::IsItemActive())
    show_tip(frame, {"Layout",
                     "",
                     {"E embedding, t layer, m MTP layer, L loss, | next stage, (tt|)*29 repeated."},
                     "Megatron-LM, --pipeline-model-parallel-layout"});
  const bool left = ImGui::IsItemDeactivatedAfterEdit();
  if (ImGui::IsItemDeactivated() && !left && !entered) state.wrong.clear();  // Esc
  if (!ImGui::IsItemEdited() && !entered && !left) return;
  typed.resize(typed.find('\0'));
  const Scenario& present = frame.scenario();
  std::variant<Scenario, std::string> outcome = with_typed_layout(present, typed);
  state.typed = typed;
  const auto* wrong = std::get_if<std::string>(&outcome);
  state.wrong = wrong != nullptr ? *wrong : "";
  if (wrong != nullptr || (!entered && !left)) return;
  if (typed != shown) apply(state, frame, std::get<0>(std::move(outcome)));
}

/// Seconds of a step in which ranks work; nothing where they aren't known.
struct BusySeconds {
  Seconds most, mean;
};
std::optional<BusySeconds> busy_of(const Report& report) {
  if (!report.timeline || report.timeline->busy.empty()) return std::nullopt;
  BusySeconds busy;
  for (const Seconds of_rank : report.timeline->busy) busy.most = max(busy.most, of_rank), busy.mean += of_rank;
  busy.mean = busy.mean / static_cast<double>(report.timeline->busy.size());
  return busy.mean.value > 0 ? std::optional(busy) : std::nullopt;
}

std::string subtitle_of(const Report& report) {
  const std::optional<BusySeconds> busy = busy_of(report);
  if (!busy) return "";
  return "the busiest rank works " + format_percent(busy->most / busy->mean - 1).text() + " longer than the mean";
}

Explanation explain_busiest(const Report& report) {
  const std::optional<BusySeconds> busy = busy_of(report);
  if (!busy) return {};
  const std::string most = format_seconds(busy->most).text(), mean = format_seconds(busy->mean).text();
  const std::string more = format_percent(busy->most / busy->mean - 1).text();
  return {"The busiest rank",
          more + " longer than the mean",
          {"seconds at work of the busiest rank / mean of all ranks − 1 = " + most + " / " + mean + " − 1 = " + more},
          "the simulated passes of one step"};
}

/// Frame and title; returns where the title's words end.
float card_title(const ViewFrame& frame, const Rect& card) {
  (void)plain_card(frame, card, "Layout", "");
  return card.min.x + frame.theme.px(design::card_padding + 12) + text_width(frame.theme, TextRole::title, "Layout");
}

/// The legend at the right end of the string's line, where there is room; returns what is left of the line.
float legend_beside(const ViewFrame& frame, const Rect& line) {
  const Theme& theme = frame.theme;
  const std::vector<LegendItem> legend = layout_legend(theme, frame.shown);
  const float width = legend_width(theme, legend), left = line.width() - width - theme.px(16);
  if (left <= theme.px(320)) return line.width();
  legend_row(frame, {{line.max.x - width, line.min.y}, line.max}, legend);
  return left;
}

/// What is wrong with the layout, or what to do, below the string.
void hint_below(const ViewFrame& frame, const Rect& line, const std::string& wrong) {
  const Theme& theme = frame.theme;
  draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {line.min.x, line.max.y + theme.px(1)},
            wrong.empty() ? theme.dim : theme.bad,
            wrong.empty() ? "Drag a border or a block, or type Megatron's layout string and press Enter."
                          : fitted(theme, TextRole::secondary, wrong, line.width()));
}

/// Where there is room for it before the buttons.
void draw_subtitle(const ViewFrame& frame, const Rect& card, float left, float right, const std::string& subtitle) {
  const Theme& theme = frame.theme;
  if (left + text_width(theme, TextRole::secondary, subtitle) + theme.px(12) >= right) return;
  if (subtitle_pointed(frame, "layout.subtitle", {card.min, {right, card.max.y}}, "Layout"))
    show_tip(frame, explain_busiest(frame.shown));
  draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {left, card.min.y + theme.px(12)}, theme.dim,
            subtitle);
}

/// The title, what the layout is, and the way to more.
void folded_card(LayoutState& state, const ViewFrame& frame, const Rect& card) {
  const float left = card_title(frame, card);
  frame.places.note("view.layout", card);
  draw_subtitle(frame, card, left, toggle(state, frame, card), subtitle_of(frame.shown));
}

}  // namespace

Rect layout_card(const ViewFrame& frame, const Rect& area) {
  LayoutState& state = frame.layout;
  const Theme& theme = frame.theme;
  if (frame.shown.layout.size() < 2 || frame.shown.memory.stages.size() < 2) return area;
  const Report& report = frame.shown;
  const float padding = theme.px(design::card_padding);
  const bool scrolls = layout_strip_width_min(theme, report) > area.width() - 2 * padding;
  const float strip = layout_strip_height(theme, report) + theme.px(scrolls ? 18 : 4);
  const std::string problem = layout_problem(frame.report);
  const bool open = state.open || !problem.empty();
  const float below = open ? strip + theme.px(8 + field_height + words_height) : 0;
  const Rect card{area.min, {area.max.x, area.min.y + std::floor(theme.px(title_height) + below)}};
  const Rect rest{{area.min.x, card.max.y + theme.snapped_px(design::card_gap)}, area.max};
  if (!open) {
    folded_card(state, frame, card);
    return rest;
  }
  const Editable editable{frame.report.valid, frame.report.valid || !problem.empty()};
  refresh(state, frame);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float title_end = card_title(frame, card);
  frame.places.note("view.layout", card);
  const std::string subtitle = subtitle_of(report);
  const Rect strip_rect{{card.min.x + padding, card.min.y + theme.px(title_height)},
                        {card.max.x - padding, card.min.y + theme.px(title_height) + strip}};
  const Rect line{{strip_rect.min.x, strip_rect.max.y + theme.px(6)},
                  {strip_rect.max.x, strip_rect.max.y + theme.px(6 + field_height)}};
  const float field = legend_beside(frame, line);
  hint_below(frame, line, state.wrong.empty() ? problem : state.wrong);
  (void)toggle(state, frame, card);
  // The controls last: each may make another report.
  const float begin = buttons(state, frame, card, editable, title_end);
  draw_subtitle(frame, card, title_end, begin, subtitle);
  string_field(state, frame, line.min, field, editable.replaced);
  strip_area(state, frame, strip_rect, editable.moved);
  ImGui::PopStyleVar();
  return rest;
}

}  // namespace shardscope
