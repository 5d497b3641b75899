#include "render/explain/figure_words.h"

#include <utility>

#include "core/base/number_text.h"
#include "core/fields/fields.h"

namespace shardscope {

namespace {

/// What a sum or a product has before its next term.
std::string_view sign_before(Combination combination, const FigureTerm& term) {
  if (combination == Combination::sum) return term.inverse ? " − " : " + ";
  return term.inverse ? " / " : " × ";
}

Formatted format_token_rate(double value) {
  Formatted rate = format_count(value);
  rate.unit += rate.unit.empty() ? "tokens/s" : " tokens/s";
  return rate;
}

constexpr std::pair<DerivedUnit, FieldUnit> units_of_fields[] = {
    {DerivedUnit::dollars_per_hour, FieldUnit::dollars_per_hour},
    {DerivedUnit::dollars_per_kwh, FieldUnit::dollars_per_kwh},
    {DerivedUnit::kilograms_per_kwh, FieldUnit::kilograms_per_kwh},
    {DerivedUnit::hours, FieldUnit::hours},
    {DerivedUnit::years, FieldUnit::years},
    {DerivedUnit::meters, FieldUnit::meters}};

/// Before and behind the number what a field's value has there: "$0.08/kWh", "43,800 h".
Formatted format_as_field(double value, DerivedUnit unit) {
  const std::string number = format_quantity(value, Unit::none).text();
  for (const auto& [derived, field] : units_of_fields) {
    if (derived != unit) continue;
    const FieldUnitEntry& words = entry_of(field);
    if (words.before.empty()) return {number, std::string(words.behind)};
    return {std::string(words.before) + number + std::string(words.behind), ""};
  }
  return {number, ""};
}

}  // namespace

Formatted format_figure(double value, DerivedUnit unit) {
  switch (unit) {
    case DerivedUnit::none:
      return format_quantity(value, Unit::none);
    case DerivedUnit::share:
      return format_percent(value);
    case DerivedUnit::bytes:
      return format_bytes(Bytes{value});
    case DerivedUnit::seconds:
      return format_seconds(Seconds{value});
    case DerivedUnit::days:
      return format_days(value);
    case DerivedUnit::flops:
      return format_flops(Flops{value});
    case DerivedUnit::flops_per_second:
      return format_flops_rate(FlopsPerSecond{value});
    case DerivedUnit::bytes_per_second:
      return format_bandwidth(BytesPerSecond{value});
    case DerivedUnit::tokens_per_second:
      return format_token_rate(value);
    case DerivedUnit::tokens:
      return format_tokens(value);
    case DerivedUnit::dollars:
      return format_dollars(value);
    case DerivedUnit::watts:
      return format_power(value);
    case DerivedUnit::joules:
      return format_energy(value);
    case DerivedUnit::kilograms:
      return format_mass(value);
    case DerivedUnit::dollars_per_hour:
    case DerivedUnit::dollars_per_kwh:
    case DerivedUnit::kilograms_per_kwh:
    case DerivedUnit::hours:
    case DerivedUnit::years:
    case DerivedUnit::meters:
      return format_as_field(value, unit);
  }
  return {};
}

std::string term_words(const FigureTerm& term) {
  return term.has_value ? format_figure(term.value, term.unit).text() : "as set";
}

std::string equation_words(const DerivedFigure& figure) {
  if (figure.combination == Combination::computed || figure.terms.empty()) return {};
  std::string words;
  for (const FigureTerm& term : figure.terms) {
    const std::string_view sign = sign_before(figure.combination, term);
    words += words.empty() ? std::string(term.inverse ? sign : "") : std::string(sign);
    words += term_words(term);
  }
  return words + " = " + format_figure(figure.value, figure.unit).text();
}

std::string exact_words(const DerivedFigure& figure) {
  const std::string_view unit = name_of(figure.unit);
  return number_text(figure.value) + (unit.empty() ? "" : " " + std::string(unit));
}

Explanation explain_figure(const DerivedFigure& figure) {
  Explanation said{figure.label, format_figure(figure.value, figure.unit).text(), {figure.formula}, figure.source};
  if (const std::string equation = equation_words(figure); !equation.empty()) said.lines.push_back(equation);
  said.lines.push_back("exactly " + exact_words(figure) + ", " + figure.name);
  said.figure = figure.name;
  for (const FigureTerm& term : figure.terms)
    if (!term.of.empty()) said.made_from.push_back(term.of);
  return said;
}

}  // namespace shardscope
