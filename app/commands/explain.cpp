#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/scenario_source.h"
#include "app/output/figures/figure_page.h"
#include "core/base/edits.h"
#include "core/derivation/derived_figures.h"
#include "core/fields/fields.h"
#include "core/script/evaluate_loaded.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// What is said of one, in both forms.
struct Explained {
  Json json;
  Page page;
};

Problem unknown_figure(const std::string& name, const Report& report) {
  std::vector<std::string> names;
  for (const DerivedFigure& figure : derived_figures(report)) {
    names.push_back(figure.name);
    names.push_back(figure.label);
  }
  const std::string near = nearest_name(name, names);
  return {Severity::error,
          {},
          "there is no such figure or term" +
              (near.empty() ? "; shardscope explain lists the figures" : "; did you mean " + near + "?"),
          "figure"};
}

Explained of_field(const Field& field, const Scenario& scenario, const DerivedFigures& figures) {
  Json next = Json::array();
  for (const DerivedFigure* figure : made_with(figures, field.path)) next.push_back(figure->name);
  return {{{"name", field.path},
           {"label", field.label},
           {"value", text_of(field, field.get(scenario))},
           {"help", field.help},
           {"flows_into", std::move(next)}},
          field_page(field, scenario, figures)};
}

Explained of_term(const GlossaryEntry& entry) {
  return {{{"term", entry.term}, {"also", entry.also}, {"sentence", entry.sentence}, {"source", entry.source}},
          {entry.term, {{{}, {entry.sentence, "Source: " + entry.source}, {}}}}};
}

Explained of_all(const DerivedFigures& figures) {
  Explained all{Json::array(), figures_page(figures)};
  for (const DerivedFigure& figure : figures) all.json.push_back(figure_json(figure, figures));
  return all;
}

/// Of a figure, a field, a term of the glossary, in this order; nothing where none has that name.
std::optional<Explained> explained(const std::string& name, const Report& report, const Glossary& glossary) {
  const DerivedFigures figures = derived_figures(report);
  if (name.empty()) return of_all(figures);
  if (const DerivedFigure* figure = find_figure(figures, name))
    return Explained{figure_json(*figure, figures), figure_page(*figure, figures)};
  if (const Field* field = find_field(name)) return of_field(*field, report.scenario, figures);
  const GlossaryEntry* term = entry_of(glossary, name);
  if (term == nullptr) return std::nullopt;
  if (const DerivedFigure* figure = find_figure(figures, term->term))  // "MFU"
    return Explained{figure_json(*figure, figures), figure_page(*figure, figures)};
  return of_term(*term);
}

}  // namespace

OptionsCheck add_options(CLI::App& app, ExplainCommand& command) {
  app.add_option("FIGURE", command.figure,
                 "A figure by its path in the report or by its label, a field, or a term of the glossary; without one "
                 "all figures are listed")
      ->type_name("");
  app.add_option("SCENARIO", command.scenario, std::string(scenario_help) + "; without one, the first preset")
      ->type_name("");
  app.add_flag("--json", command.json, "Formula, terms, source and where it flows next");
  add_settings(app, command.settings);
  add_outside(app, command.inputs);
  return {};
}

int run(const ExplainCommand& command, const Presets& presets, const Streams& streams) {
  const std::string first = presets.scenarios.empty() ? "" : presets.scenarios.front().scenario.preset;
  const std::string& source = command.scenario.empty() ? first : command.scenario;
  const Outcome<ParsedScenario> loaded = load_scenario(source, command.inputs, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), source, streams);
  const Report report = evaluate_loaded(value_of(loaded));
  if (!report.valid) return refuse(errors_among(report.problems), source, streams);
  const std::optional<Explained> found = explained(command.figure, report, presets.glossary);
  if (!found) return refuse(std::vector{unknown_figure(command.figure, report)}, command.figure, streams);
  streams.out << (command.json ? json_text(found->json, 1) : text_of(found->page));
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
