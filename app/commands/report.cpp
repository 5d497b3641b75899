#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/commands/commands.h"
#include "app/commands/error_json.h"
#include "app/output/csv.h"
#include "app/output/page.h"
#include "app/output/report_page.h"
#include "app/scenario_source.h"
#include "core/report_json.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

std::vector<Problem> errors_of(const std::vector<Problem>& problems) {
  std::vector<Problem> errors;
  std::copy_if(problems.begin(), problems.end(), std::back_inserter(errors),
               [](const Problem& problem) { return problem.severity == Severity::error; });
  return errors;
}

void write_lines(std::ostream& out, const std::vector<Problem>& problems, const std::string& source) {
  for (const std::string& line : lines_of(problems, source == "-" ? "stdin" : source)) out << line << "\n";
}

/// What `--strict` objects to.
std::vector<Problem> objections_of(const Report& report) {
  std::vector<Problem> objections;
  std::copy_if(report.problems.begin(), report.problems.end(), std::back_inserter(objections),
               [](const Problem& problem) { return problem.severity == Severity::warning; });
  if (!report.fits && objections.empty())
    objections.push_back({Severity::warning, "plan", verdict_of(report), "fits-in-memory"});
  return objections;
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string formatted(OutputFormat format, const std::vector<NamedReport>& reports) {
  if (format == OutputFormat::csv) return csv_of(reports);
  const Page page = reports.size() == 1 ? report_page(reports.front()) : comparison_page(reports);
  return format == OutputFormat::markdown ? markdown_of(page) : text_of(page);
}

}  // namespace

int run_report(const ReportCommand& command, const Presets& presets, const Streams& streams) {
  if (command.json_lines) return run_json_lines(command, presets, streams);
  const bool as_json = command.format == OutputFormat::json;
  const TensorLists tensors = command.tensors ? TensorLists::every_stage : TensorLists::peak_stage;
  std::vector<NamedReport> reports;  // those to be shown as text
  Json array = Json::array();        // an entry a scenario, an error where one can't be read
  bool invalid = false, objectionable = false, anything = false;
  for (const std::string& source : command.scenarios) {
    Outcome<ParsedScenario> loaded = load_scenario(source, command.settings, presets, streams.in);
    if (!succeeded(loaded)) {
      invalid = true;
      write_lines(streams.error, problems_of(loaded), source);
      if (as_json) array.push_back(error_json(problems_of(loaded), {}));
      continue;
    }
    Report report = evaluate_loaded(value_of(loaded));
    anything = true;
    if (as_json) array.push_back(report_json(report, tensors));
    if (!report.valid) {
      invalid = true;
      write_lines(streams.error, errors_of(report.problems), source);
      continue;
    }
    if (command.strict && !objections_of(report).empty()) {
      objectionable = true;
      write_lines(streams.error, objections_of(report), source);
    }
    if (report.timeline) report.timeline->records = {};  // the largest part, which no text shows
    reports.push_back({source, std::move(report)});
  }
  if (as_json && command.scenarios.size() > 1) streams.out << json_text(array);
  if (as_json && command.scenarios.size() == 1 && anything) streams.out << json_text(array.front());
  if (!as_json && !reports.empty()) streams.out << formatted(command.format, reports);
  streams.out.flush();
  if (invalid) return exit_status::invalid_input;
  return objectionable ? exit_status::strict_failed : exit_status::done;
}

}  // namespace shardscope
