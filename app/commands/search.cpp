#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>
#include <utility>

#include "app/commands/answers/search_request.h"
#include "app/commands/progress.h"
#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/files.h"
#include "app/files/public_runs.h"
#include "app/files/scenario_source.h"
#include "app/output/plans/inverse_page.h"
#include "app/output/plans/search_page.h"
#include "core/inverse/inverse_json.h"
#include "core/plan_search/plan_search_json.h"
#include "core/plan_search/trial_log.h"
#include "core/scenario_json/write.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

using Clock = std::chrono::steady_clock;

std::string words_of_progress(const PlanSearch& search) {
  return format_count(static_cast<double>(search.counts.looked_at)).text() + " plans looked at, " +
         (search.best.empty() ? std::string("none fits yet")
                              : "best step " + format_seconds(search.best.front().step).text());
}

void add_inverse(CLI::App& app, SearchCommand& command) {
  std::vector<std::string> questions;
  for (const InverseQuestionEntry& entry : table_of<InverseQuestion>) questions.emplace_back(entry.name);
  takes_names(app.add_option("--find", command.find,
                             "The other way round: the least or the most with which a plan keeps every --need"),
              questions)
      ->type_name("WHAT");
}

}  // namespace

OptionsCheck add_options(CLI::App& app, SearchCommand& command) {
  const std::vector<std::string> goals = goal_names();
  app.add_option("SCENARIO", command.scenario, scenario_help)->type_name("")->required();
  takes_names(app.add_option("--objective", command.objective, "What the best plan is best at; throughput unless said"),
              goals)
      ->type_name("GOAL");
  app.add_option("--vary", command.vary,
                 "Holds a field to some values, as plan.tp=4,8 or plan.pp=1..16; may be given several times")
      ->type_name("KEY=LIST")
      ->allow_extra_args(false);
  app.add_option("--need", command.needs,
                 "What a plan must keep, as days<=30 or memory<=60e9; may be given several times")
      ->type_name("LIMIT")
      ->allow_extra_args(false);
  app.add_option("--front", command.front, "The plans that none beats in two goals, as throughput,memory")
      ->type_name("X,Y");
  app.add_option("--gpus", command.gpus, "Clusters of so many GPUs, whole nodes as each plan fills them")
      ->type_name("A..B");
  add_inverse(app, command);
  app.add_option("--rules", command.rules, "Leaves out what a framework refuses or can't express, as megatron")
      ->type_name("NAME");
  app.add_flag("--low-end", command.low_end, "Ranks by the low end of each figure's range: what is best if it is off");
  app.add_flag("--all", command.every, "Looks at every plan, also those that can't be among the best");
  add_number(app, "--top", command.top, {1, 1000}, "How many plans to list; 10 unless said, at most 1000")
      ->type_name("N");
  add_number(app, "--threads", command.threads, {1, 1024}, "Processors to use; all unless said")->type_name("N");
  app.add_option("--trials", command.trials,
                 "Writes every plan that is looked at as a line of JSON, which report --jsonl runs again")
      ->type_name("FILE");
  app.add_option("--write", command.write,
                 "Writes the best plan, or what --find found, as a scenario, which export makes a launch script of")
      ->type_name("FILE");
  app.add_flag("--json", command.json, "Counts, plans and front with all figures");
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return [&command]() -> std::optional<Problem> {
    const bool both = !command.find.empty() && !command.trials.empty();
    return both ? std::optional(wrong_words("--find doesn't go with --trials: a log is of one search")) : std::nullopt;
  };
}

namespace {

unsigned threads_of(const SearchCommand& command) {
  return command.threads > 0 ? static_cast<unsigned>(command.threads)
                             : std::max(1U, std::thread::hardware_concurrency());
}

std::string words_of_progress(const InverseAnswer& known) {
  std::string words = format_count(static_cast<double>(known.looked_at)).text() + " plans looked at";
  if (const InverseTrial* answer = known.answer()) words += ", so far " + answer_words(known, *answer);
  return words;
}

/// What is looked at goes into the log as it is. Why it can't, else empty.
std::string search_to_the_end(PlanSearch& search, const SearchCommand& command, unsigned threads,
                              const Presets& presets, const Streams& streams) {
  Progress progress(streams.error);
  const auto go_on = [&](std::ostream* log) {
    while (!search.done) {
      continue_search(search, threads);
      if (log != nullptr)
        for (const PlanLook& look : std::exchange(search.trials, {}))
          *log << trial_line(search.request, look, presets) << "\n";
      progress.show([&] { return words_of_progress(search); });
    }
  };
  std::string why;
  if (command.trials.empty())
    go_on(nullptr);
  else
    why = write_text_file(command.trials, [&](std::ostream& log) { go_on(&log); });
  progress.clear();
  return why;
}

/// The scenario of what was found, where a file is named and there is one. Why it can't be written, else empty.
std::string write_found(const std::optional<Scenario>& found, const std::string& file, const Presets& presets) {
  if (file.empty()) return {};
  if (!found) return "\"" + shown(file) + "\" isn't written: there is no plan";
  return write_text_file(file, write_scenario(*found, presets));
}

std::optional<Scenario> best_of(const PlanSearch& search) {
  const SearchRequest& request = search.request;
  return search.best.empty() ? std::nullopt
                             : std::optional(with_choice(request.base, search.best.front().choice, request.space));
}

int find_inverse(InverseQuestion question, const SearchCommand& command, const SearchRequest& search,
                 const Presets& presets, const Streams& streams) {
  const Clock::time_point begin = Clock::now();
  InverseRequest request = inverse_request(question, search, presets.gpus);
  if (search.space.gpus) request.clusters = *search.space.gpus;
  InverseRun found = begin_inverse(request);
  Progress progress(streams.error);
  while (!found.known.done) {
    continue_inverse(found, threads_of(command));
    progress.show([&] { return words_of_progress(found.known); });
  }
  progress.clear();
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const InverseTrial* answer = found.known.answer();
  const std::optional<Scenario> scenario = answer != nullptr ? std::optional(scenario_of(*answer)) : std::nullopt;
  if (const std::string why = write_found(scenario, command.write, presets); !why.empty()) return refuse(why, streams);
  const std::vector<EvidenceRun> evidence = public_evidence(presets);
  if (command.json)
    streams.out << json_text(inverse_json(found.known, request.search.base, seconds, evidence));
  else
    streams.out << text_of(inverse_page(found.known, request.search.base, seconds));
  streams.out.flush();
  return exit_status::done;
}

}  // namespace

int run(const SearchCommand& command, const Presets& presets, const Streams& streams) {
  const Outcome<ParsedScenario> loaded =
      load_scenario(command.scenario, command.inputs, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), command.scenario, streams);
  Outcome<SearchRequest> request = search_request(command, value_of(loaded).said.scenario, presets);
  if (!succeeded(request)) return refuse_words(problems_of(request), "search", streams);
  std::get<SearchRequest>(request).trials = !command.trials.empty();
  if (const std::optional<InverseQuestion> question = value_named<InverseQuestion>(command.find))
    return find_inverse(*question, command, value_of(request), presets, streams);
  const Clock::time_point begin = Clock::now();
  const unsigned threads = threads_of(command);
  PlanSearch search = begin_search(value_of(request));
  const std::string unwritten = search_to_the_end(search, command, threads, presets, streams);
  if (!unwritten.empty()) return refuse(unwritten, streams);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (const std::string why = write_found(best_of(search), command.write, presets); !why.empty())
    return refuse(why, streams);
  const std::vector<EvidenceRun> evidence = public_evidence(presets);
  if (command.json)
    streams.out << json_text(plan_search_json(search, seconds, evidence));
  else
    streams.out << text_of(search_page(search, seconds, evidence));
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
