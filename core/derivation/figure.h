// core/derivation: how each figure of a report comes about, as a graph of plain values: what it is made from, down to
// the fields of the scenario, and by which formula. In: a Report. Out: DerivedFigures. Nothing is computed here;
// a test puts each figure's terms together and compares (tests/core/derivation/combined.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/unit.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// How a figure follows from its terms: their product, their sum, or a computation that no single line writes (a
/// simulation, a root); its terms are then what that goes by.
enum class Combination : std::uint8_t { product, sum, computed };

struct FigureTerm {
  std::string label;  // "GPUs", "tokens per second"
  double value = 0;
  Unit unit = Unit::none;
  std::string of = {};    // the figure or the scenario's field that it is; empty: it is nothing else
  bool inverse = false;   // a product is divided by it, a sum is less by it
  bool has_value = true;  // else it is a setting without a number: "precision"
};

struct DerivedFigure {
  std::string name = {};   // the path in the report's JSON: "time.step_seconds"
  std::string label = {};  // "Step"
  double value = 0;
  Unit unit = Unit::none;
  std::string formula = {};  // "tokens per step / step"
  std::string source = {};
  Combination combination = Combination::computed;
  std::vector<FigureTerm> terms = {};
};
using DerivedFigures = std::vector<DerivedFigure>;

/// What a figure is called, how it follows and who wrote that down: said once for every place that explains it.
struct FigureOrigin {
  std::string_view label, formula, source;
};
[[nodiscard]] DerivedFigure figure_of(std::string name, const FigureOrigin& origin, double value, Unit unit,
                                      Combination combination = Combination::computed,
                                      std::vector<FigureTerm> terms = {});

/// By its name, or by its label in upper or lower case; nullptr where there is none.
[[nodiscard]] const DerivedFigure* find_figure(const DerivedFigures& figures, std::string_view name);

/// Where a figure or a field flows next: those that have it among their terms, in their order.
[[nodiscard]] std::vector<const DerivedFigure*> made_with(const DerivedFigures& figures, std::string_view name);

/// A term that is a field of the scenario, with its label and its number there; without one where it has none or is
/// absent.
[[nodiscard]] FigureTerm field_term(std::string_view path, const Scenario& scenario);
/// A term that is another figure.
[[nodiscard]] FigureTerm figure_term(const DerivedFigure& figure);
/// What the figure is divided by, or less by.
[[nodiscard]] FigureTerm inverse(FigureTerm term);

}  // namespace shardscope
