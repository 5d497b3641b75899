#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "app/commands/answers/search_request.h"
#include "app/commands/progress.h"
#include "app/commands/refuse.h"
#include "app/commands/words/commands.h"
#include "app/commands/words/options.h"
#include "app/files/public_runs.h"
#include "app/files/scenario_source.h"
#include "app/output/plans/search_page.h"
#include "core/plan_search/plan_search_json.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::string words_of_progress(const PlanSearch& search) {
  return format_count(static_cast<double>(search.counts.looked_at)).text() + " plans looked at, " +
         (search.best.empty() ? std::string("none fits yet")
                              : "best step " + format_seconds(search.best.front().step).text());
}

}  // namespace

OptionsCheck add_options(CLI::App& app, SearchCommand& command) {
  const std::vector<std::string> goals(std::begin(table_of<SearchGoal>), std::end(table_of<SearchGoal>));
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
  app.add_option("--rules", command.rules, "Leaves out what a framework refuses or can't express, as megatron")
      ->type_name("NAME");
  app.add_flag("--low-end", command.low_end, "Ranks by the low end of each figure's range: what is best if it is off");
  app.add_flag("--all", command.every, "Looks at every plan, also those that can't be among the best");
  add_number(app, "--top", command.top, {1, 1000}, "How many plans to list; 10 unless said, at most 1000")
      ->type_name("N");
  add_number(app, "--threads", command.threads, {1, 1024}, "Processors to use; all unless said")->type_name("N");
  app.add_flag("--json", command.json, "Counts, plans and front with all figures");
  add_settings(app, command.settings);
  add_inputs(app, command.inputs);
  return {};
}

int run(const SearchCommand& command, const Presets& presets, const Streams& streams) {
  const Outcome<ParsedScenario> loaded =
      load_scenario(command.scenario, command.inputs, command.settings, presets, streams.in);
  if (!succeeded(loaded)) return refuse(problems_of(loaded), command.scenario, streams);
  const Outcome<SearchRequest> request = search_request(command, value_of(loaded).said.scenario, presets);
  if (!succeeded(request)) return refuse_words(problems_of(request), "search", streams);
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
  const std::vector<EvidenceRun> evidence = public_evidence(presets);
  if (command.json)
    streams.out << json_text(plan_search_json(search, seconds, evidence));
  else
    streams.out << text_of(search_page(search, seconds, evidence));
  streams.out.flush();
  return exit_status::done;
}

}  // namespace shardscope
