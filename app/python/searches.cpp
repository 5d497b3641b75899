// A search that Python carries on with, a slice at a time.
#include <pybind11/stl.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/commands/answers/search_request.h"
#include "app/commands/refuse.h"
#include "app/files/public_runs.h"
#include "app/python/command_words.h"
#include "app/python/interruptible.h"
#include "app/python/module.h"
#include "app/python/refusals.h"
#include "app/python/scenarios.h"
#include "core/plan_search/plan_search_json.h"

namespace shardscope {

namespace {

namespace py = pybind11;

struct RunningSearch {
  std::shared_ptr<const Presets> presets;
  PlanSearch search;
};

/// `words`: of the command line, from "search" on.
RunningSearch begun_search(const ProgramPresets& program, const std::vector<std::string>& words,
                           const std::string& text, const AsRead& as_read) {
  Command command = command_of_words(words);
  SearchCommand& asked = std::get<SearchCommand>(command);
  asked.inputs.as_read = as_read;
  std::istringstream input(text);
  const Outcome<ParsedScenario> loaded =
      load_scenario(asked.scenario, asked.inputs, asked.settings, *program.presets, input);
  if (!succeeded(loaded)) raise_refusal(problems_of(loaded), asked.scenario, *program.presets);
  Outcome<SearchRequest> request = search_request(asked, value_of(loaded).said.scenario, *program.presets);
  if (!succeeded(request)) {
    std::vector<Problem> refused = problems_of(request);
    for (Problem& problem : refused) problem = of_argument(std::move(problem));
    raise_refusal(refused, {}, *program.presets);
  }
  return {program.presets, begin_search(std::move(std::get<0>(request)))};
}

void go_on(RunningSearch& running, int threads) {
  run_interruptibly(
      [&](const std::stop_token& stop) { continue_search(running.search, threads_wanted(threads), stop); });
}

py::object best_step(const RunningSearch& running) {
  if (running.search.best.empty()) return py::none();
  return py::float_(running.search.best.front().step.value);
}

std::string found_text(const RunningSearch& running, double seconds) {
  return json_text(plan_search_json(running.search, seconds, public_evidence(*running.presets)), -1);
}

}  // namespace

void bind_searches(py::module_& module) {
  py::class_<RunningSearch>(module, "Search")
      .def(py::init(&begun_search))
      .def("go_on", &go_on)
      .def_property_readonly("done", [](const RunningSearch& running) { return running.search.done; })
      .def_property_readonly("looked_at", [](const RunningSearch& running) { return running.search.counts.looked_at; })
      .def_property_readonly("best_step", &best_step)
      .def("text", &found_text);
}

}  // namespace shardscope
