#include "render/explain/figure_words.h"

#include "core/base/number_text.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

/// What a sum or a product has before its next term.
std::string_view sign_before(Combination combination, const FigureTerm& term) {
  if (combination == Combination::sum) return term.inverse ? " − " : " + ";
  return term.inverse ? " / " : " × ";
}

}  // namespace

std::string term_words(const FigureTerm& term) {
  return term.has_value ? format_quantity(term.value, term.unit).text() : "as set";
}

std::string equation_words(const DerivedFigure& figure) {
  if (figure.combination == Combination::computed || figure.terms.empty()) return {};
  std::string words;
  for (const FigureTerm& term : figure.terms) {
    const std::string_view sign = sign_before(figure.combination, term);
    words += words.empty() ? std::string(term.inverse ? sign : "") : std::string(sign);
    words += term_words(term);
  }
  return words + " = " + format_quantity(figure.value, figure.unit).text();
}

std::string exact_words(const DerivedFigure& figure) {
  const std::string_view unit = name_of(figure.unit);
  return number_text(figure.value) + (unit.empty() ? "" : " " + std::string(unit));
}

Explanation explain_figure(const DerivedFigure& figure) {
  Explanation said{figure.label, format_quantity(figure.value, figure.unit).text(), {figure.formula}, figure.source};
  if (const std::string equation = equation_words(figure); !equation.empty()) said.lines.push_back(equation);
  said.lines.push_back("exactly " + exact_words(figure) + ", " + figure.name);
  said.figure = figure.name;
  for (const FigureTerm& term : figure.terms)
    if (!term.of.empty()) said.made_from.push_back(term.of);
  return said;
}

}  // namespace shardscope
