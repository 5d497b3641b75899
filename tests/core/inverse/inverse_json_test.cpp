#include "core/inverse/inverse_json.h"

#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"
#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("what an answer says to set makes its plan of the scenario that was asked about, to the last digit") {
  SearchRequest search = small_request({"plan.tp=8", "plan.cp=1", "plan.pp=1,2", "plan.zero=3", "plan.schedule=1f1b",
                                        "plan.virtual_stages=1", "plan.micro_batch=1,2"});
  search.base.run.tokens = 1e10;
  const Scenario asked = search.base;
  std::vector<Gpu> gpus = {*real_presets().gpu("a100-80"), *real_presets().gpu("h100-sxm")};
  for (std::size_t i = 0; i < count_of<InverseQuestion>; ++i) {
    InverseRun run = begin_inverse(inverse_request(static_cast<InverseQuestion>(i), search, gpus));
    while (!run.known.done) continue_inverse(run, 2);
    const nlohmann::ordered_json json = inverse_json(run.known, asked, 1);
    CAPTURE(json["find"].get<std::string>());
    CHECK(json["proved"] == true);
    REQUIRE(json["answer"].is_object());
    std::vector<Setting> settings;
    for (const auto& [key, value] : json["answer"]["settings"].items()) settings.emplace_back(key, value.dump());
    const Outcome<ParsedScenario> again =
        parse_scenario(write_scenario({asked, {}}, real_presets()), real_presets(), settings);
    REQUIRE(succeeded(again));
    const Report report = evaluate(value_of(again).said.scenario);
    REQUIRE(report.time.has_value());
    CHECK(report.time->step.value == json["answer"]["step_seconds"].get<double>());
    CHECK(json["tried"].size() >= 1);
  }
}
