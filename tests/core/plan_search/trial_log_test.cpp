#include "core/plan_search/trial_log.h"

#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "core/scenario_json/parse.h"
#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("every plan that a search looked at is in the log once, and runs again to the same figures") {
  SearchRequest request = small_request({"plan.tp=4,8", "plan.cp=1", "plan.pp=1,2", "plan.zero=1,3",
                                         "plan.virtual_stages=1", "plan.micro_batch=1,2", "plan.schedule=1f1b"});
  request.trials = request.every = true;
  PlanSearch search = begin_search(request), other = begin_search(request);
  while (!search.done) continue_search(search, 1);
  while (!other.done) continue_search(other, 3);
  REQUIRE(search.trials.size() == search.counts.looked_at);
  REQUIRE(other.trials.size() == search.trials.size());
  std::size_t fit = 0;
  for (std::size_t i = 0; i < search.trials.size(); ++i) {
    const PlanLook& look = search.trials[i];
    CHECK(other.trials[i].choice == look.choice);
    const std::string line = trial_line(search.request, look, real_presets());
    CHECK(line.find('\n') == std::string::npos);
    const nlohmann::json json = nlohmann::json::parse(line);
    const Outcome<ParsedScenario> again = parse_scenario(scenario_of_line(line), real_presets());
    REQUIRE(succeeded(again));
    const Report report = evaluate(value_of(again).said.scenario);
    CHECK(json["valid"] == report.valid);
    if (report.time) CHECK(json["step_seconds"] == report.time->step.value);
    if (report.valid) CHECK(json["fits"] == report.fits);
    fit += look.fits ? 1 : 0;
    if (look.valid && !look.fits) CHECK(json["refused"] == "fits-in-memory");
  }
  CHECK(fit == search.counts.fit);
}

TEST_CASE("of a line that is no log's nothing is taken out") {
  for (const char* line : {"", "{}", "{\"model\": \"gpt4\"}", "{\"scenario\": 3}", "{\"scenario\": {", "[]",
                           "{\"name\": \"\\\"scenario\\\"\"}"})
    CHECK(scenario_of_line(line) == line);
  CHECK(scenario_of_line(" { \"scenario\": {\"model\": \"gpt4\"}, \"valid\": true}") == "{\"model\":\"gpt4\"}");
}
