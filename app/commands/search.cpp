#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/progress.h"
#include "app/commands/refuse.h"
#include "app/files/public_runs.h"
#include "app/files/scenario_source.h"
#include "app/output/plans/search_page.h"
#include "core/plan_search/plan_search_json.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::optional<SearchGoal> goal_named(std::string_view name) {
  const auto names = std::span(table_of<SearchGoal>);
  const auto found = std::find(names.begin(), names.end(), name);
  return found != names.end() ? std::optional(static_cast<SearchGoal>(found - names.begin())) : std::nullopt;
}

/// What the options ask, or what is wrong with them; of --front "throughput,memory".
Outcome<SearchRequest> request_of(const SearchCommand& command, Scenario base, const Presets& presets) {
  SearchRequest request;
  request.space = plan_space(base);
  request.base = std::move(base);
  request.low_end = command.low_end, request.every = command.every, request.distinct = true;
  request.goal = goal_named(command.objective).value_or(SearchGoal::throughput);
  request.top = static_cast<std::size_t>(command.top);
  std::vector<Problem> problems;
  for (const std::string& text : command.vary)
    for (Problem& problem : hold_axis(request.space, text)) problems.push_back(std::move(problem));
  if (!command.gpus.empty())
    for (Problem& problem : hold_gpus(request.space, request.base, command.gpus))
      problems.push_back(std::move(problem));
  for (const std::string& text : command.needs) {
    const Outcome<SearchNeed> need = read_need(text);
    if (succeeded(need))
      request.needs.push_back(value_of(need));
    else
      problems.push_back(problems_of(need).front());
  }
  if (!command.rules.empty()) {
    request.rules = {find_framework(presets.frameworks, command.rules), &presets};
    if (request.rules.framework == nullptr)
      problems.push_back({Severity::error, shown(command.rules),
                          "isn't known; --rules takes " + framework_names(presets.frameworks), "search-rules"});
  }
  if (!command.front.empty()) {
    const std::size_t comma = command.front.find(',');
    const auto first = goal_named(command.front.substr(0, comma));
    const auto second = comma == std::string::npos ? std::nullopt : goal_named(command.front.substr(comma + 1));
    if (first && second && first != second)
      request.front = std::pair(*first, *second);
    else
      problems.push_back({Severity::error, shown(command.front),
                          "isn't X,Y, two of throughput, memory, cost, days, energy and gpus", "search-front"});
  }
  if (!problems.empty()) return problems;
  return request;
}

std::string words_of_progress(const PlanSearch& search) {
  return format_count(static_cast<double>(search.counts.looked_at)).text() + " plans looked at, " +
         (search.best.empty() ? std::string("none fits yet")
                              : "best step " + format_seconds(search.best.front().step).text());
}

/// What has been measured; empty where the file can't be read.
std::vector<EvidenceRun> evidence_from(const Presets& presets) {
  const Outcome<std::vector<MeasuredRun>> runs = load_public_runs(presets);
  return succeeded(runs) ? evidence_of(value_of(runs)) : std::vector<EvidenceRun>{};
}

}  // namespace

OptionsCheck add_options(CLI::App& app, SearchCommand& command) {
  const std::vector<std::string> goals(std::begin(table_of<SearchGoal>), std::end(table_of<SearchGoal>));
  app.add_option("SCENARIO", command.scenario, scenario_help)->type_name("")->required();
  app.add_option("--objective", command.objective, "What the best plan is best at; throughput unless said")
      ->check(CLI::IsMember(goals))
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
  app.add_option("--rules", command.rules, "Leaves out what a framework refuses or can't express, as megatron")
      ->type_name("NAME");
  app.add_flag("--low-end", command.low_end, "Ranks by the low end of each figure's range: what is best if it is off");
  app.add_flag("--all", command.every, "Looks at every plan, also those that can't be among the best");
  app.add_option("--top", command.top, "How many plans to list; 10 unless said")
      ->check(CLI::Range(1, 1000))
      ->type_name("N");
  app.add_option("--threads", command.threads, "Processors to use; all unless said")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  app.add_flag("--json", command.json, "Counts, plans and front with all figures");
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return {};
}

int run(const SearchCommand& command, const Presets& presets, const Streams& streams) {
  const Outcome<ParsedScenario> loaded =
      load_scenario(command.scenario, command.inputs, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), command.scenario, streams);
  const Outcome<SearchRequest> request = request_of(command, value_of(loaded).scenario, presets);
  if (!succeeded(request)) {
    write_problems(streams.error, problems_of(request), "search");
    return exit_status::wrong_command_line;
  }
  const auto begin = std::chrono::steady_clock::now();
  const unsigned threads =
      command.threads > 0 ? static_cast<unsigned>(command.threads) : std::max(1U, std::thread::hardware_concurrency());
  PlanSearch search = begin_search(value_of(request));
  Progress progress(streams.error);
  while (!search.done) {
    continue_search(search, threads);
    progress.show([&] { return words_of_progress(search); });
  }
  progress.clear();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::vector<EvidenceRun> evidence = evidence_from(presets);
  if (command.json)
    streams.out << json_text(plan_search_json(search, seconds, evidence));
  else
    streams.out << text_of(search_page(search, seconds, evidence));
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
