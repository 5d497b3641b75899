#include "app/output/figures/figure_page.h"

#include "render/explain/figure_words.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

Section next_section(const DerivedFigures& figures, std::string_view name) {
  Section section{"Flows into", {}, {{}, {}, "lrl"}};
  for (const DerivedFigure* next : made_with(figures, name))
    section.table.rows.push_back({next->label, format_quantity(next->value, next->unit).text(), next->name});
  if (section.table.rows.empty()) section.lines.emplace_back("no other figure");
  return section;
}

}  // namespace

Page figures_page(const DerivedFigures& figures) {
  Section all{{}, {}, {{"Figure", "Value", "Name"}, {}, "lrl"}};
  for (const DerivedFigure& figure : figures)
    all.table.rows.push_back({figure.label, format_quantity(figure.value, figure.unit).text(), figure.name});
  return {"Figures that say how they come about", {std::move(all)}};
}

Page figure_page(const DerivedFigure& figure, const DerivedFigures& figures) {
  Page page{figure.label + ": " + format_quantity(figure.value, figure.unit).text(), {{{}, {figure.formula}, {}}}};
  std::vector<std::string>& lines = page.sections.front().lines;
  if (const std::string equation = equation_words(figure); !equation.empty()) lines.push_back(equation);
  lines.push_back("exactly " + exact_words(figure) + ", " + figure.name);
  if (!figure.source.empty()) lines.push_back("Source: " + figure.source);
  Section from{figure.combination == Combination::computed ? "Goes by" : "Made from", {}, {{}, {}, "lrl"}};
  for (const FigureTerm& term : figure.terms) from.table.rows.push_back({term.label, term_words(term), term.of});
  if (!from.table.rows.empty()) page.sections.push_back(std::move(from));
  page.sections.push_back(next_section(figures, figure.name));
  return page;
}

Page field_page(const Field& field, const Scenario& scenario, const DerivedFigures& figures) {
  Page page{std::string(field.label) + ": " + text_of(field, field.get(scenario)),
            {{{}, {std::string(field.help), "a field of the scenario, " + std::string(field.path)}, {}}}};
  if (!field.source.empty()) page.sections.front().lines.push_back("Source: " + std::string(field.source));
  page.sections.push_back(next_section(figures, field.path));
  return page;
}

}  // namespace shardscope
