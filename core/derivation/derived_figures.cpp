#include "core/derivation/derived_figures.h"

#include <nlohmann/json.hpp>

#include "core/derivation/memory_figures.h"
#include "core/derivation/run_figures.h"
#include "core/derivation/time_figures.h"
#include "core/report_json/number.h"

namespace shardscope {

namespace {

nlohmann::ordered_json unit_json(Unit unit) {
  return unit == Unit::none ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(name_of(unit));
}

}  // namespace

DerivedFigures derived_figures(const Report& report) {
  DerivedFigures figures = memory_figures(report);
  for (DerivedFigure& figure : time_figures(report)) figures.push_back(std::move(figure));
  for (DerivedFigure& figure : run_figures(report, figures)) figures.push_back(std::move(figure));
  return figures;
}

nlohmann::ordered_json figure_json(const DerivedFigure& figure, const DerivedFigures& figures) {
  using Json = nlohmann::ordered_json;
  constexpr std::array<std::string_view, 3> combinations = {"product", "sum", "computed"};
  Json made_from = Json::array(), flows_into = Json::array();
  for (const FigureTerm& term : figure.terms)
    made_from.push_back({{"label", term.label},
                         {"value", term.has_value ? number(term.value) : Json(nullptr)},
                         {"unit", unit_json(term.unit)},
                         {"of", term.of.empty() ? Json(nullptr) : Json(term.of)},
                         {"inverse", term.inverse}});
  for (const DerivedFigure* next : made_with(figures, figure.name)) flows_into.push_back(next->name);
  return {{"name", figure.name},
          {"label", figure.label},
          {"value", number(figure.value)},
          {"unit", unit_json(figure.unit)},
          {"formula", figure.formula},
          {"source", figure.source.empty() ? Json(nullptr) : Json(figure.source)},
          {"combination", combinations[static_cast<std::size_t>(figure.combination)]},
          {"made_from", std::move(made_from)},
          {"flows_into", std::move(flows_into)}};
}

}  // namespace shardscope
