#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>

#include "app/commands/progress.h"
#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/files.h"
#include "app/files/scenario_source.h"
#include "app/output/plans/sweep_page.h"
#include "core/plan_search/space/varied.h"
#include "core/report_json/report_fields.h"

namespace shardscope {

namespace {

/// What every scenario of a sweep is read from. Stdin can be read once only: its text is kept.
struct SweepBase {
  const SweepCommand& command;
  const Presets& presets;
  std::string input;

  [[nodiscard]] Outcome<ParsedScenario> with(const std::vector<Setting>& more) const {
    std::vector<Setting> settings = command.settings;
    settings.insert(settings.end(), more.begin(), more.end());
    std::istringstream stream(input);
    return load_scenario(command.scenario, command.inputs, settings, presets, stream);
  }
};

/// The first error among the problems, where there is one.
std::string first_error(const std::vector<Problem>& problems) {
  const auto error = std::find_if(problems.begin(), problems.end(),
                                  [](const Problem& problem) { return problem.severity == Severity::error; });
  if (error == problems.end()) return {};
  return error->path.empty() ? error->message : error->path + ": " + error->message;
}

SweepRow row_of(const SweepBase& base, const std::vector<Setting>& settings, std::span<const FieldPath> fields) {
  SweepRow row;
  row.settings = settings;
  const Outcome<ParsedScenario> loaded = base.with(settings);
  if (!succeeded(loaded)) {
    row.problem = first_error(problems_of(loaded));
    return row;
  }
  row.read = true;
  const Report report = evaluate_loaded(value_of(loaded));
  row.valid = report.valid;
  row.problem = first_error(report.problems);
  if (report.valid) row.figures = report_fields(report, fields, value_of(loaded).said.launch);
  return row;
}

/// The keys that vary, or what is wrong with what was said of them.
Outcome<std::vector<Varied>> varied_of(const SweepCommand& command) {
  std::vector<Varied> varied;
  for (const std::string& text : command.vary) {
    Outcome<Varied> one = read_varied(text);
    if (!succeeded(one)) return problems_of(one);
    varied.push_back(std::move(std::get<Varied>(one)));
  }
  return varied;
}

std::vector<SweepRow> rows_of(const SweepBase& base, const std::vector<std::vector<Setting>>& all,
                              std::span<const FieldPath> fields, Progress& progress) {
  std::vector<SweepRow> rows;
  rows.reserve(all.size());
  for (const std::vector<Setting>& settings : all) {
    rows.push_back(row_of(base, settings, fields));
    progress.show([&] { return std::to_string(rows.size()) + " of " + std::to_string(all.size()) + " scenarios"; });
  }
  return rows;
}

void write(const std::vector<SweepRow>& rows, std::span<const FieldPath> fields, OutputFormat format,
           const std::string& name, std::ostream& out) {
  if (format == OutputFormat::json)
    out << json_text(sweep_json(rows));
  else if (format == OutputFormat::csv)
    out << sweep_csv(rows, fields);
  else
    out << text_of(sweep_page("Sweep of " + name, rows, fields));
  out.flush();
}

}  // namespace

OptionsCheck add_options(CLI::App& app, SweepCommand& command) {
  app.add_option("SCENARIO", command.scenario, scenario_help)->type_name("")->required();
  app.add_option("--vary", command.vary,
                 "A field and its values, plan.tp=1,2,4, or plan.pp=1..16 for the valid ones between; may be given "
                 "several times, for all combinations")
      ->type_name("KEY=LIST")
      ->allow_extra_args(false)
      ->required();
  app.add_option("--fields", command.fields,
                 "Fields of the report, as time.step_seconds,memory.peak_bytes; the headline's unless said")
      ->type_name("PATHS");
  const auto set = [&](OutputFormat format) { return [&command, format] { command.format = format; }; };
  const std::vector<CLI::Option*> forms = {
      app.add_flag_callback("--json", set(OutputFormat::json), "An array with an object per row"),
      app.add_flag_callback("--csv", set(OutputFormat::csv), "A header, then a row each")};
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return [forms]() -> std::optional<Problem> {
    const bool both =
        std::all_of(forms.begin(), forms.end(), [](const CLI::Option* form) { return form->count() > 0; });
    return both ? std::optional(wrong_words("--json and --csv exclude each other")) : std::nullopt;
  };
}

int run(const SweepCommand& command, const Presets& presets, const Streams& streams) {
  const Outcome<std::vector<Varied>> varied = varied_of(command);
  if (!succeeded(varied)) return refuse_words(problems_of(varied), "--vary", streams);
  const auto all = all_settings(value_of(varied));
  if (!succeeded(all)) return refuse_words(problems_of(all), "--vary", streams);
  const Outcome<std::vector<FieldPath>> fields = read_field_paths(command.fields, example_report(presets));
  if (!succeeded(fields)) return refuse_words(problems_of(fields), "--fields", streams);
  SweepBase base{command, presets, {}};
  if (is_standard_input(command.scenario)) {
    Outcome<std::string> text = read_bounded(streams.in);
    if (!succeeded(text)) return refuse(problems_of(text), command.scenario, streams);
    base.input = std::move(std::get<std::string>(text));
  }
  const Outcome<ParsedScenario> unvaried = base.with({});
  if (!succeeded(unvaried)) return refuse(problems_of(unvaried), command.scenario, streams);
  Progress progress(streams.error);
  std::vector<SweepRow> rows = rows_of(base, value_of(all), value_of(fields), progress);
  progress.clear();
  if (std::none_of(rows.begin(), rows.end(), [](const SweepRow& row) { return row.read; }))
    return refuse(std::vector<Problem>{{Severity::error, "", rows.front().problem, "varied-values"}}, command.scenario,
                  streams);
  if (std::any_of(value_of(varied).begin(), value_of(varied).end(), [](const Varied& each) { return each.range; }))
    std::erase_if(rows, [](const SweepRow& row) { return !row.valid; });
  write(rows, value_of(fields), command.format, value_of(unvaried).said.scenario.name, streams.out);
  return exit_status::done;
}

}  // namespace shardscope
