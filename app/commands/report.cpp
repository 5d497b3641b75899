#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "app/commands/answers/check_scenario.h"
#include "app/commands/answers/error_json.h"
#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/scenario_source.h"
#include "app/output/check_page.h"
#include "app/output/csv.h"
#include "app/output/page.h"
#include "app/output/report_page.h"
#include "core/base/rule_names.h"
#include "core/changes/if_free.h"
#include "core/changes/worthwhile.h"
#include "core/report_json/operations_json.h"
#include "core/report_json/report_json.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// Whether the answer is the page of the check, which says itself what fits and which rules are broken. `several`:
/// scenarios, of which a script with the files that it reads is one.
bool page_of_check(const ReportCommand& command, bool several) {
  return !command.rules.empty() && !several &&
         (command.format == OutputFormat::text || command.format == OutputFormat::markdown);
}

/// What `--strict` objects to; `page_of_check`: without what that page says.
std::vector<Problem> objections_of(const Report& report, bool page_of_check = false) {
  std::vector<Problem> objections;
  std::copy_if(report.problems.begin(), report.problems.end(), std::back_inserter(objections),
               [](const Problem& problem) { return problem.severity == Severity::warning; });
  if (page_of_check) {
    std::erase_if(objections, [](const Problem& problem) { return problem.origin == Origin::framework; });
    return objections;
  }
  if (!report.fits && objections.empty())
    objections.push_back({Severity::warning, "plan", headline_of(report), std::string(rule_name::fits_in_memory)});
  return objections;
}

/// Whether the framework that --rules names is there; says it where not.
std::optional<Problem> wrong_rules(const ReportCommand& command, const Presets& presets) {
  if (command.rules.empty() || find_framework(presets.frameworks, command.rules) != nullptr) return std::nullopt;
  return unknown_word(command.rules, "--rules", framework_names(presets.frameworks));
}

/// By kind of work, those that are worth most first.
Json json_of(const std::vector<IfFree>& steps) {
  Json json = Json::object();
  for (const IfFree& each : steps) json[std::string(entry_of(each.kind).json)] = each.step.value;
  return json;
}

/// The report with what else was asked for.
Json asked_json(const Checked& checked, const ReportCommand& command) {
  const Report& report = checked.named.report;
  Json json = json_of(checked, command.tensors ? TensorLists::every_stage : TensorLists::peak_stage);
  if (command.operations) {
    json["operations"] = report.time ? operations_json(report, report.time->critical_rank) : nullptr;
    if (!json["operations"].is_null()) json["operations"]["step_if_free_seconds"] = json_of(steps_if_free(report));
  }
  return json;
}

std::string check_text(const Checked& checked, const Presets& presets, OutputFormat format) {
  const Report& report = checked.named.report;
  const LaunchFramework* framework = find_framework(presets.frameworks, checked.findings->rules.framework);
  const Page page =
      check_page(checked.named, *checked.findings, framework_savings(checked.loaded.said, report, framework, presets));
  return format == OutputFormat::markdown ? markdown_of(page) : text_of(page);
}

std::string formatted(const ReportCommand& command, std::vector<Checked> all, bool several, const Presets& presets) {
  const OutputFormat format = command.format;
  if (page_of_check(command, several)) return check_text(all[0], presets, format);
  constexpr std::size_t changes_told = 3, passes_max = 200'000;  // more take seconds to try
  std::vector<MemorySaving> changes;
  if (const Report& first = all[0].named.report;
      !several && first.timeline && first.timeline->records.size() <= passes_max)
    changes = worthwhile_changes(all[0].loaded.said.scenario, first, changes_told);
  std::vector<NamedReport> reports;
  for (Checked& each : all) reports.push_back(std::move(each.named));
  if (format == OutputFormat::csv) return csv_of(reports);
  const Page page = several ? comparison_page(reports) : report_page(reports.front(), changes);
  return format == OutputFormat::markdown ? markdown_of(page) : text_of(page);
}

}  // namespace

OptionsCheck add_options(CLI::App& app, ReportCommand& command) {
  app.add_option("SCENARIO", command.scenarios, scenario_help)->type_name("");
  const auto set = [&](OutputFormat format) { return [&command, format] { command.format = format; }; };
  const std::vector<CLI::Option*> forms = {
      app.add_flag_callback("--text", set(OutputFormat::text),
                            "A page for the terminal (the default); several scenarios make a table"),
      app.add_flag_callback("--json", set(OutputFormat::json), "The whole report; several scenarios make an array"),
      app.add_flag_callback("--markdown", set(OutputFormat::markdown), "For a design document"),
      app.add_flag_callback("--csv", set(OutputFormat::csv), "A header, then a row per scenario"),
      app.add_flag("--jsonl", command.json_lines, "A scenario a line on stdin, a report or an error a line on stdout")};
  app.add_option("--fields", command.fields,
                 "With --jsonl: these fields of each report alone, as time.step_seconds,memory.peak_bytes")
      ->type_name("PATHS");
  app.add_flag("--tensors", command.tensors, "With --json: every stage's tensors, not the fullest stage's alone");
  app.add_flag("--operations", command.operations,
               "With --json: the critical rank's passes down to their operations and collectives, on their lanes");
  app.add_flag("--strict", command.strict, "Exit status 3 where a plan doesn't fit or has a warning");
  app.add_option("--rules", command.rules,
                 "Checks a framework's own rules too, as megatron; as text, a page of what to know before a launch")
      ->type_name("NAME");
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return [&command, forms]() -> std::optional<Problem> {
    const auto given = [](const CLI::Option* form) { return form->count() > 0; };
    if (std::count_if(forms.begin(), forms.end(), given) > 1)
      return wrong_words("--text, --json, --markdown, --csv and --jsonl exclude each other");
    if (command.json_lines && command.strict) return wrong_words("--jsonl and --strict exclude each other");
    if (command.json_lines && !command.scenarios.empty())
      return wrong_words("reads its scenarios from stdin and takes no SCENARIO", "--jsonl");
    if (!command.fields.empty() && !command.json_lines) return wrong_words("goes with --jsonl", "--fields");
    if (command.tensors && command.format != OutputFormat::json) return wrong_words("goes with --json", "--tensors");
    if (command.operations && command.format != OutputFormat::json)
      return wrong_words("goes with --json", "--operations");
    if (command.scenarios.empty() && !command.json_lines) return wrong_words("is required", "SCENARIO");
    return stdin_twice(command.scenarios);
  };
}

namespace {

/// What a report is refused for: its errors, and its own framework's rules.
void write_refusals(const Checked& one, const std::string& source, const Presets& presets, std::ostream& out) {
  std::vector<Problem> refusals = errors_among(one.named.report.problems);
  for (Problem& problem : own_rule_problems(one.loaded, presets)) refusals.push_back(std::move(problem));
  write_problems(out, refusals, source);
}

}  // namespace

int run(const ReportCommand& command, const Presets& presets, const Streams& streams) {
  if (command.json_lines) return run_json_lines(command, presets, streams);
  const bool as_json = command.format == OutputFormat::json;
  if (const auto wrong = wrong_rules(command, presets)) return refuse_words(*wrong, "shardscope: report", streams);
  std::vector<Checked> reports;  // those to be shown as text
  Json array = Json::array();    // an entry per scenario, an error where one can't be read
  bool invalid = false, objectionable = false, anything = false;
  const std::vector<ScenarioSource> sources = sources_of(command.scenarios, command.inputs, presets);
  const bool several = sources.size() > 1;
  for (const auto& [source, outside] : sources) {
    Outcome<ParsedScenario> loaded = load_scenario(source, command.settings, presets, streams.in, outside);
    if (!succeeded(loaded)) {
      invalid = true;
      write_problems(streams.error, problems_of(loaded), source);
      if (as_json) array.push_back(error_json(problems_of(loaded), {}));
      continue;
    }
    anything = true;
    Checked one = check_scenario(source, std::move(std::get<0>(loaded)), presets, command.rules);
    Report& report = one.named.report;
    if (as_json) array.push_back(asked_json(one, command));
    if (!report.valid) {
      invalid = true;
      write_refusals(one, source, presets, streams.error);
      continue;
    }
    if (command.strict && !objections_of(report).empty()) {
      objectionable = true;
      write_problems(streams.error, objections_of(report, page_of_check(command, several)), source);
    }
    if (report.timeline && several) report.timeline->records = {};  // the largest part, which no table shows
    reports.push_back(std::move(one));
  }
  if (as_json && several) streams.out << json_text(array);
  if (as_json && !several && anything) streams.out << json_text(array.front());
  if (!as_json && !reports.empty()) streams.out << formatted(command, std::move(reports), several, presets);
  streams.out.flush();
  if (invalid) return exit_status::invalid_input;
  return objectionable ? exit_status::strict_failed : exit_status::done;
}

}  // namespace shardscope
