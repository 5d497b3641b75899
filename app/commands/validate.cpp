#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>

#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/files/files.h"
#include "app/files/public_runs.h"
#include "app/files/scenario_source.h"
#include "app/output/comparison_page.h"
#include "app/output/error_tables.h"
#include "core/measured/comparison_json.h"
#include "core/measured/read_runs.h"

namespace shardscope {

namespace {

Outcome<std::vector<MeasuredRun>> load_runs(const std::string& file, const Presets& presets, std::istream& in) {
  if (file.empty()) return load_public_runs(presets);
  const Outcome<std::string> text = read_file_or_input(file, in);
  if (!succeeded(text)) return problems_of(text);
  return read_runs(value_of(text), presets);
}

}  // namespace

OptionsCheck add_options(CLI::App& app, ValidateCommand& command) {
  app.add_option("RUNS.json", command.file, "A file of measured runs, or - for stdin; without it the public runs")
      ->type_name("");
  CLI::Option* json = app.add_flag("--json", command.json, "Every figure of every run, and the summary");
  CLI::Option* headline = app.add_flag("--headline", command.headline, "One paragraph: how far off");
  app.add_flag("--summary", command.summary, "The errors by group, without a row per run")->excludes(json, headline);
  app.add_flag("--markdown", command.markdown, "For a document")->excludes(json);
  headline->excludes(json);
  return {};
}

int run(const ValidateCommand& command, const Presets& presets, const Streams& streams) {
  const Outcome<std::vector<MeasuredRun>> loaded = load_runs(command.file, presets, streams.in);
  const std::string name = command.file.empty() ? public_runs_file() : spoken_file(command.file);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), name, streams);
  const std::vector<MeasuredRun>& runs = value_of(loaded);
  const Comparison comparison = compare_runs(runs);
  // What was left out and predicted are the public runs: it says nothing of one's own.
  const std::optional<CrossValidation> found = command.file.empty() ? load_cross_validation() : std::nullopt;
  const CrossValidation* cross_validated = found ? &*found : nullptr;
  if (command.json) {
    streams.out << json_text(comparison_json(runs, comparison, cross_validated), 1);
  } else if (command.headline) {
    streams.out << accuracy_words(runs, comparison, cross_validated) << "\n";
  } else {
    const Page page = command.summary
                          ? accuracy_page(runs, comparison, cross_validated)
                          : comparison_page("Predicted against measured: " + name, runs, comparison, cross_validated);
    streams.out << (command.markdown ? markdown_of(page) : text_of(page));
  }
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
