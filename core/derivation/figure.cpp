#include "core/derivation/figure.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/fields/fields.h"

namespace shardscope {

namespace {

/// Sequences are counted like GPUs and layers: what they are is the label's to say.
Unit term_unit(const Field& field) {
  return field.unit == Unit::sequences ? Unit::none : field.unit;
}

}  // namespace

const DerivedFigure* find_figure(const DerivedFigures& figures, std::string_view name) {
  const auto find = [&](auto&& is) {
    const auto found = std::find_if(figures.begin(), figures.end(), is);
    return found != figures.end() ? &*found : nullptr;
  };
  if (const DerivedFigure* figure = find([&](const DerivedFigure& each) { return each.name == name; })) return figure;
  return find([&](const DerivedFigure& each) { return same_words(each.label, name); });
}

std::vector<const DerivedFigure*> made_with(const DerivedFigures& figures, std::string_view name) {
  std::vector<const DerivedFigure*> next;
  for (const DerivedFigure& figure : figures)
    if (std::any_of(figure.terms.begin(), figure.terms.end(), [&](const FigureTerm& term) { return term.of == name; }))
      next.push_back(&figure);
  return next;
}

FigureTerm field_term(std::string_view path, const Scenario& scenario) {
  const Field* field = find_field(path);
  if (field == nullptr) return {std::string(path), 0, Unit::none, std::string(path), false, false};
  FigureTerm term{std::string(field->label), 0, term_unit(*field), std::string(path)};
  const FieldValue value = field->get(scenario);
  if (const auto* real = std::get_if<double>(&value))
    term.value = *real;
  else if (const auto* count = std::get_if<std::int64_t>(&value); count != nullptr && field->kind == FieldKind::count)
    term.value = static_cast<double>(*count);
  else
    term.has_value = false;
  return term;
}

DerivedFigure figure_of(std::string name, const FigureOrigin& origin, double value, Unit unit, Combination combination,
                        std::vector<FigureTerm> terms) {
  return {.name = std::move(name),
          .label = std::string(origin.label),
          .value = value,
          .unit = unit,
          .formula = std::string(origin.formula),
          .source = std::string(origin.source),
          .combination = combination,
          .terms = std::move(terms)};
}

FigureTerm figure_term(const DerivedFigure& figure) {
  return {figure.label, figure.value, figure.unit, figure.name};
}

FigureTerm inverse(FigureTerm term) {
  term.inverse = true;
  return term;
}

}  // namespace shardscope
