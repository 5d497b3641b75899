// What is said of numbers beside the pointer, and whose they are (cards.h).
#include <imgui.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/derivation/derived_figures.h"
#include "core/fields/fields.h"
#include "render/explain/figure_words.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float mark_width = 34;  // at scale 1, of what stands at a title's right end

}  // namespace

bool derivation_key_pressed() {
  return !ImGui::GetIO().WantTextInput && ImGui::IsKeyPressed(ImGuiKey_E, false);
}

void number_tip(const ViewFrame& frame, Explanation tip, const std::string& figure, DerivationBy by) {
  const bool by_click = by == DerivationBy::click;
  if (!figure.empty()) {
    tip.hint = by_click ? "Click for its derivation" : "E for its derivation";
    if (by_click) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (by_click && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) frame.requests.derivation = figure;
    tip.figure = figure;
  }
  const ImGuiIO& io = ImGui::GetIO();
  const bool stays = io.MousePos.x == io.MouseClickedPos[0].x && io.MousePos.y == io.MouseClickedPos[0].y;
  frame.tip = tip;
  if (!by_click || !stays) show_tip(frame, tip);  // it would lie over the card that the click opened
}

Rect subtitle_place(const Theme& theme, const Rect& card, std::string_view title, float right) {
  const Rect line = card_frame(theme, card).title;
  const float left = card.min.x + text_width(theme, TextRole::title, title) + theme.px(design::card_padding + 12);
  return {{left, line.min.y}, {std::max(left, right), line.max.y}};
}

bool subtitle_pointed(const ViewFrame& frame, const std::string& place_name, const Rect& card, std::string_view title,
                      std::optional<float> end) {
  const float mark = card_frame(frame.theme, card).title.max.x - frame.theme.px(mark_width);
  const Rect place = subtitle_place(frame.theme, card, title, std::min(mark, end.value_or(mark)));
  frame.places.note(place_name, place);  // no item of its own: a double click there grows the view
  return place.contains(ImGui::GetIO().MousePos) && pointer_rests() &&
         ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
}

std::shared_ptr<const OtherPlan> plan_of(const ViewFrame& frame, const Report& report, const std::string& name) {
  if (&report == &frame.shown || report.scenario == frame.shown.scenario) return nullptr;
  return std::make_shared<const OtherPlan>(OtherPlan{name.empty() ? report.scenario.name : name, report.scenario});
}

Explanation explain_of(const ViewFrame& frame, const Report& report, std::string_view name, const std::string& plan) {
  Explanation tip;
  const DerivedFigures figures = derived_figures(report);
  if (const DerivedFigure* figure = find_figure(figures, name)) {
    tip = explain_figure(*figure);
  } else if (const Field* field = find_field(name)) {
    tip = explain_field(*field, report);
    tip.figure = name;
  } else {
    return tip;
  }
  tip.plan = plan_of(frame, report, plan);
  return tip;
}

void figure_tip(const ViewFrame& frame, const std::string& place_name, const Rect& place, const Report& report,
                std::string_view figure, const std::string& plan) {
  if (!frame.is_picture && chart_area(frame, place_name, place)) figure_tip(frame, report, figure, plan);
}

void figure_tip(const ViewFrame& frame, const Report& report, std::string_view figure, const std::string& plan) {
  show_term_tip(frame, explain_of(frame, report, figure, plan));
}

void words_tip(const ViewFrame& frame, const std::string& place_name, const Rect& place, const Explanation& said) {
  if (!frame.is_picture && chart_area(frame, place_name, place)) show_term_tip(frame, said);
}

}  // namespace shardscope
