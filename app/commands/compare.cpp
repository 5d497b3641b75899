#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/scenario_source.h"
#include "app/output/plans/compare_page.h"
#include "app/output/report_page.h"
#include "core/compare/plan_comparison_json.h"
#include "core/script/evaluate_loaded.h"

namespace shardscope {

namespace {

/// One of the two: as said, and its report.
struct Compared {
  ParsedScenario loaded;
  NamedReport named;
};

/// Nothing where it was refused, which is said.
std::optional<Compared> load_compared(const CompareCommand& command, const std::string& source,
                                      const std::vector<Setting>& own, const Presets& presets, const Streams& streams) {
  std::vector<Setting> settings = command.settings;
  settings.insert(settings.end(), own.begin(), own.end());
  Outcome<ParsedScenario> loaded = load_scenario(source, command.inputs, settings, presets, streams.in);
  if (!succeeded(loaded)) {
    write_problems(streams.error, problems_of(loaded), source);
    return std::nullopt;
  }
  Compared one{std::move(std::get<0>(loaded)), {source, {}}};
  one.named.report = evaluate_loaded(one.loaded);
  if (one.named.report.valid) return one;
  write_problems(streams.error, errors_among(one.named.report.problems), source);
  return std::nullopt;
}

}  // namespace

OptionsCheck add_options(CLI::App& app, CompareCommand& command) {
  app.add_option("A", command.a, scenario_help)->type_name("")->required();
  app.add_option("B", command.b, "What it is compared with, said in the same way")->type_name("")->required();
  add_settings(app, command.settings_a, "--set-a", "Sets a field of A alone; may be given many times");
  add_settings(app, command.settings_b, "--set-b", "Sets a field of B alone; may be given many times");
  const auto set = [&](OutputFormat format) { return [&command, format] { command.format = format; }; };
  const std::vector<CLI::Option*> forms = {
      app.add_flag_callback("--text", set(OutputFormat::text), "A page for the terminal (the default)"),
      app.add_flag_callback("--json", set(OutputFormat::json), "Every part of both, and the way from A to B"),
      app.add_flag_callback("--markdown", set(OutputFormat::markdown), "For a design document")};
  add_settings(app, command.settings);
  add_outside(app, command.inputs);
  return [&command, forms]() -> std::optional<Problem> {
    const auto given = [](const CLI::Option* form) { return form->count() > 0; };
    if (std::count_if(forms.begin(), forms.end(), given) > 1)
      return wrong_words("--text, --json and --markdown exclude each other");
    return stdin_twice({command.a, command.b});
  };
}

int run(const CompareCommand& command, const Presets& presets, const Streams& streams) {
  const std::optional<Compared> a = load_compared(command, command.a, command.settings_a, presets, streams);
  const std::optional<Compared> b = load_compared(command, command.b, command.settings_b, presets, streams);
  if (!a || !b) return exit_status::invalid_input;
  const Scenario &first = a->loaded.said.scenario, &second = b->loaded.said.scenario;
  const std::vector<FieldDifference> differences = field_differences(first, second);
  const std::vector<PathStep> path = plan_path(first, second);
  const Report &of_a = a->named.report, &of_b = b->named.report;
  if (command.format == OutputFormat::json) {
    streams.out << json_text(plan_comparison_json(of_a, of_b, differences, path));
  } else {
    const std::string title = "A: " + title_of(a->named) + "; B: " + title_of(b->named);
    const Page page = compare_page(title, of_a, of_b, differences, path);
    streams.out << (command.format == OutputFormat::markdown ? markdown_of(page) : text_of(page));
  }
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
