#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "app/commands/progress.h"
#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/files.h"
#include "app/files/scenario_source.h"
#include "app/output/plans/sweep_page.h"
#include "core/sweep/sweep_rows.h"

namespace shardscope {

namespace {

/// The keys that vary, or what is wrong with what was said of them.
Outcome<std::vector<Varied>> varied_of(const std::vector<std::string>& texts) {
  std::vector<Varied> varied;
  for (const std::string& text : texts) {
    Outcome<Varied> one = read_varied(text);
    if (!succeeded(one)) return problems_of(one);
    varied.push_back(std::move(std::get<Varied>(one)));
  }
  return varied;
}

/// Some at a time, so that the progress moves.
std::vector<SweepRow> rows_of(const SweepBase& base, const std::vector<std::vector<Setting>>& all,
                              std::span<const FieldPath> fields, Progress& progress) {
  constexpr std::size_t rows_per_thread = 8;
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  std::vector<SweepRow> rows;
  while (rows.size() < all.size()) {
    const std::size_t count = std::min(all.size() - rows.size(), threads * rows_per_thread);
    add_sweep_rows(rows, base, std::span(all).subspan(rows.size(), count), fields, threads);
    progress.show([&] { return std::to_string(rows.size()) + " of " + std::to_string(all.size()) + " scenarios"; });
  }
  complete_settings(rows, base);
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

void add_questions(CLI::App& app, SweepCommand& command) {
  std::vector<std::string> questions, follows;
  for (const SweepQuestionEntry& entry : table_of<SweepQuestion>) questions.emplace_back(entry.name);
  for (const Choice& choice : choices<SweepFollow>()) follows.emplace_back(choice.json);
  takes_names(app.add_option("--question", command.question,
                             "A field with its usual values and what stays meanwhile, as the window's Sweep asks it"),
              questions)
      ->type_name("NAME");
  takes_names(
      app.add_option("--follow", command.follow,
                     "What else moves: nothing (alone) unless said, or what hangs on the field, while the GPUs, "
                     "the batch or each replica's share of it stays"),
      follows)
      ->type_name("WHAT");
}

}  // namespace

OptionsCheck add_options(CLI::App& app, SweepCommand& command) {
  app.add_option("SCENARIO", command.scenario, scenario_help)->type_name("")->required();
  app.add_option("--vary", command.vary,
                 "A field and its values, plan.tp=1,2,4, or plan.pp=1..16 for the valid ones between; may be given "
                 "several times, for all combinations")
      ->type_name("KEY=LIST")
      ->allow_extra_args(false);
  add_questions(app, command);
  app.add_option("--fields", command.fields,
                 "Fields of the report, as time.step_seconds,memory.peak_bytes; the headline's unless said")
      ->type_name("PATHS");
  app.add_option("--trials", command.trials,
                 "Writes every row as a line of JSON with its scenario, which report --jsonl runs again")
      ->type_name("FILE");
  const auto set = [&](OutputFormat format) { return [&command, format] { command.format = format; }; };
  const std::vector<CLI::Option*> forms = {
      app.add_flag_callback("--json", set(OutputFormat::json), "An array with an object per row"),
      app.add_flag_callback("--csv", set(OutputFormat::csv), "A header, then a row each")};
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return [forms, &command]() -> std::optional<Problem> {
    if (command.vary.empty() && command.question.empty()) return wrong_words("--vary or --question is required");
    const bool both =
        std::all_of(forms.begin(), forms.end(), [](const CLI::Option* form) { return form->count() > 0; });
    return both ? std::optional(wrong_words("--json and --csv exclude each other")) : std::nullopt;
  };
}

int run(const SweepCommand& command, const Presets& presets, const Streams& streams) {
  const Outcome<std::vector<Varied>> given = varied_of(command.vary);
  if (!succeeded(given)) return refuse_words(problems_of(given), "--vary", streams);
  const Outcome<std::vector<FieldPath>> fields = read_field_paths(command.fields, example_report(presets));
  if (!succeeded(fields)) return refuse_words(problems_of(fields), "--fields", streams);
  Outcome<ReadSource> read = read_source(command.scenario, command.inputs, presets, streams.in);
  if (!succeeded(read)) return refuse(problems_of(read), command.scenario, streams);
  const std::optional<SweepQuestion> question = value_named<SweepQuestion>(command.question);
  const Outcome<SweepBase> base =
      sweep_base(loads_read(std::move(std::get<ReadSource>(read)), command.settings, presets),
                 value_named<SweepFollow>(command.follow).value_or(follow_of(question)));
  if (!succeeded(base)) return refuse(problems_of(base), command.scenario, streams);
  const Outcome<std::vector<Varied>> varied = with_question(question, value_of(base), value_of(given));
  if (!succeeded(varied)) return refuse(problems_of(varied), command.scenario, streams);
  const auto all = all_settings(value_of(varied));
  if (!succeeded(all)) return refuse_words(problems_of(all), "--vary", streams);
  Progress progress(streams.error);
  std::vector<SweepRow> rows = rows_of(value_of(base), value_of(all), value_of(fields), progress);
  progress.clear();
  if (std::none_of(rows.begin(), rows.end(), [](const SweepRow& row) { return row.read; }))
    return refuse(std::vector<Problem>{{Severity::error, "", rows.front().problem, "varied-values"}}, command.scenario,
                  streams);
  keep_meant(rows, value_of(varied));
  if (!command.trials.empty()) {
    const std::string why = write_text_file(command.trials, [&](std::ostream& log) {
      for (const SweepRow& row : rows)
        if (row.read) log << trial_line(value_of(base), row, presets) << "\n";
    });
    if (!why.empty()) return refuse(why, streams);
  }
  write(rows, value_of(fields), command.format, value_of(base).unvaried.said.scenario.name, streams.out);
  return exit_status::done;
}

}  // namespace shardscope
