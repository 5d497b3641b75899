// What is said beside the pointer of the figures of compared plans, each with its own plan's numbers (compare_cards.h).
#include <imgui.h>

#include <cmath>

#include "app/compare/compare_cards.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/derivation/derived_figures.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::string quantity_words(const DerivedFigure& figure) {
  return format_quantity(figure.value, figure.unit).text();
}

/// The figure of that report; nothing where it has none.
std::optional<DerivedFigure> figure_in(const Report& report, std::string_view name) {
  const DerivedFigures figures = derived_figures(report);
  const DerivedFigure* found = find_figure(figures, name);
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

}  // namespace

Explanation explain_difference(const CompareState& state, const ViewFrame& frame, std::size_t place,
                               const FigureName& name_of) {
  const Report &first = state.plans.front().report, &second = state.plans[place].report;
  const std::optional<DerivedFigure> one = figure_in(first, name_of(first)), other = figure_in(second, name_of(second));
  if (!one && !other) return {};
  const DerivedFigure& known = other ? *other : *one;
  const double change = (other ? other->value : 0) - (one ? one->value : 0);
  const std::string letter = letter_of(state.plans[place]);
  const auto words_of = [](const std::optional<DerivedFigure>& figure) {
    return figure ? quantity_words(*figure) : std::string("none");
  };
  const std::string moved = signed_of(change, format_quantity(std::abs(change), known.unit)).text();
  Explanation tip{known.label + ", " + letter + " less A", moved, {}, {}};
  tip.lines = {letter + " has " + words_of(other) + ", A " + words_of(one),
               words_of(other) + " − " + words_of(one) + " = " + moved};
  tip.made_from = {known.name};
  tip.plan = plan_of(frame, second, name_beside(state, place));
  return tip;
}

Explanation explain_compared(const CompareState& state, const ViewFrame& frame, std::size_t place,
                             const FigureName& name_of) {
  const Report& report = state.plans[place].report;
  Explanation tip = explain_of(frame, report, name_of(report), name_beside(state, place));
  if (place == 0 || tip.empty()) return tip;
  const Explanation difference = explain_difference(state, frame, place, name_of);
  tip.lines.push_back("against A's: " + difference.lines.back());
  return tip;
}

void compared_tip(const CompareState& state, const ViewFrame& frame, const FigureColumns& columns,
                  const FigureName& name_of) {
  const std::optional<std::size_t> column = columns.at(ImGui::GetIO().MousePos.x);
  if (!column) return;
  const std::size_t plans = state.plans.size();
  show_term_tip(frame, *column < plans ? explain_compared(state, frame, *column, name_of)
                                       : explain_difference(state, frame, *column - plans + 1, name_of));
}

std::optional<std::size_t> FigureColumns::at(float x) const {
  const std::size_t columns = 2 * plans - 1;
  const float from_right = std::floor((right - x) / width);
  if (from_right < 0 || from_right >= static_cast<float>(columns)) return std::nullopt;
  return columns - 1 - static_cast<std::size_t>(from_right);
}

}  // namespace shardscope
