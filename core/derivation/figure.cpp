#include "core/derivation/figure.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/fields/fields.h"

namespace shardscope {

namespace {

DerivedUnit figure_unit(FieldUnit unit) {
  switch (unit) {
    case FieldUnit::bytes:
      return DerivedUnit::bytes;
    case FieldUnit::bytes_per_second:
      return DerivedUnit::bytes_per_second;
    case FieldUnit::flops_per_second:
      return DerivedUnit::flops_per_second;
    case FieldUnit::seconds:
      return DerivedUnit::seconds;
    case FieldUnit::watts:
      return DerivedUnit::watts;
    case FieldUnit::tokens:
      return DerivedUnit::tokens;
    case FieldUnit::dollars:
      return DerivedUnit::dollars;
    case FieldUnit::dollars_per_hour:
      return DerivedUnit::dollars_per_hour;
    case FieldUnit::dollars_per_kwh:
      return DerivedUnit::dollars_per_kwh;
    case FieldUnit::hours:
      return DerivedUnit::hours;
    case FieldUnit::years:
      return DerivedUnit::years;
    case FieldUnit::meters:
      return DerivedUnit::meters;
    case FieldUnit::kilograms_per_kwh:
      return DerivedUnit::kilograms_per_kwh;
    case FieldUnit::none:
    case FieldUnit::sequences:
      break;
  }
  return DerivedUnit::none;
}

}  // namespace

double combined(const DerivedFigure& figure) {
  if (figure.combination == Combination::computed) return figure.value;
  const bool product = figure.combination == Combination::product;
  double value = product ? 1 : 0;
  for (const FigureTerm& term : figure.terms) {
    if (product)
      value = term.inverse ? value / term.value : value * term.value;
    else
      value += term.inverse ? -term.value : term.value;
  }
  return value;
}

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
  if (field == nullptr) return {std::string(path), 0, DerivedUnit::none, std::string(path), false, false};
  FigureTerm term{std::string(field->label), 0, figure_unit(field->unit), std::string(path)};
  const FieldValue value = field->get(scenario);
  if (const auto* real = std::get_if<double>(&value))
    term.value = *real;
  else if (const auto* count = std::get_if<std::int64_t>(&value); count != nullptr && field->kind == FieldKind::count)
    term.value = static_cast<double>(*count);
  else
    term.has_value = false;
  return term;
}

FigureTerm figure_term(const DerivedFigure& figure) {
  return {figure.label, figure.value, figure.unit, figure.name};
}

FigureTerm inverse(FigureTerm term) {
  term.inverse = true;
  return term;
}

}  // namespace shardscope
