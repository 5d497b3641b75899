#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/explorer/chart_export.h"
#include "core/evaluate/evaluate.h"
#include "core/plan_search/trial_log.h"
#include "core/scenario_json/parse.h"
#include "tests/app/search/search_driver.h"
#include "tests/real_presets.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The line's scenario comes to what the line says.
void check_line(const std::string& line) {
  const Outcome<ParsedScenario> again = parse_scenario(scenario_of_line(line), real_presets());
  REQUIRE(succeeded(again));
  const Report report = evaluate(value_of(again).said.scenario);
  const nlohmann::json said = nlohmann::json::parse(line);
  CHECK(said["valid"] == report.valid);
  if (report.time)
    CHECK(report.time->step.value == said["step_seconds"].get<double>());
  else
    CHECK(said["step_seconds"].is_null());
  if (!report.valid) CHECK(said["refused"] == report.problems.front().rule);
}

}  // namespace

TEST_CASE("a range that is typed holds its axis, and a goal that is clicked ranks by it") {
  SearchDriver driver;
  driver.search();
  driver.window.set_value("search.pp", "1 to 2");
  CHECK(driver.state().settings.within[index_of(PlanAxis::pp)] == ValueRange{1, 2});
  driver.window.click("search.goal.memory");
  driver.search();
  CHECK(driver.state().request.goal == SearchGoal::memory);
  const auto& ranking = driver.state().progress.ranking;
  REQUIRE_FALSE(ranking.empty());
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    CHECK(value_at(ranking[i].plan.choice, PlanAxis::pp) <= 2);
    if (i > 0) CHECK(ranking[i - 1].plan.peak_memory <= ranking[i].plan.peak_memory);
  }
}

TEST_CASE("a chip that is turned off leaves its value out, and the last one stays") {
  SearchDriver driver;
  driver.search();
  driver.window.click("search.zero=3");
  driver.window.frames(2);
  CHECK(driver.state().settings.held[index_of(PlanAxis::zero)] == std::vector<std::int64_t>{0, 1, 2});
  for (const char* name : {"search.zero=2", "search.zero=1", "search.zero=0"}) {
    driver.window.click(name);
    driver.window.frames(1);
  }
  CHECK(driver.state().settings.held[index_of(PlanAxis::zero)] == std::vector<std::int64_t>{0});
}

TEST_CASE("a schedule that isn't tried unasked is searched over once its chip is lit, and is off again by a click") {
  SearchDriver driver;
  driver.search();
  driver.window.click("search.schedule=ZB-V");
  driver.window.frames(2);
  const std::vector<std::int64_t>& held = driver.state().settings.held[index_of(PlanAxis::schedule)];
  CHECK(std::ranges::find(held, static_cast<std::int64_t>(ScheduleKind::zb_v)) != held.end());
  CHECK(held.size() == free_schedules(driver.window.scenario()).size() + 1);
  driver.search();
  bool found = false;
  for (const RankedPlan& ranked : driver.state().progress.ranking)
    found = found || value_at(ranked.plan.choice, PlanAxis::schedule) == static_cast<std::int64_t>(ScheduleKind::zb_v);
  CHECK(found);
  driver.window.click("search.schedule=ZB-V");
  driver.window.frames(2);
  CHECK(held.empty());
}

TEST_CASE("what is seldom searched over has rows once they are asked for, and one that is held keeps its own") {
  SearchDriver driver;
  driver.window.frames(2);
  CHECK_FALSE(driver.window.shows("search.offload=None"));
  driver.window.click("search.axes");
  driver.window.frames(2);
  for (const char* row : {"search.offload=Optimizer", "search.sequence_parallel=Off", "search.overlap=All",
                          "search.recompute_layers=2", "search.rank_order=tp-cp-ep-pp-dp", "search.virtual_stages"}) {
    CAPTURE(row);
    CHECK(driver.window.shows(row));
  }
  driver.window.click("search.offload=Optimizer");
  driver.window.frames(2);
  driver.window.click("search.axes");
  driver.window.frames(2);
  CHECK(driver.window.shows("search.offload=Optimizer"));
  CHECK_FALSE(driver.window.shows("search.sequence_parallel=Off"));
  driver.search();
  bool offloaded = false;
  for (const RankedPlan& ranked : driver.state().progress.ranking)
    offloaded = offloaded || value_at(ranked.plan.choice, PlanAxis::offload) > 0;
  CHECK(offloaded);
}

TEST_CASE("a search is stopped and taken up again by a click, and what was found stays") {
  SearchDriver driver("gpt4-25k-a100");
  for (int i = 0; i < 2000 && driver.state().progress.ranking.empty(); ++i) driver.window.frames(1);
  REQUIRE_FALSE(driver.state().progress.ranking.empty());
  driver.window.frames(2);
  driver.window.click("search.stop");
  driver.window.frames(2);
  const std::uint64_t looked = driver.state().progress.looked_at;
  driver.window.frames(5);
  CHECK(driver.state().progress.looked_at == looked);
  CHECK_FALSE(driver.state().progress.ranking.empty());
  driver.window.click("search.again");
  driver.window.frames(3);
  CHECK_FALSE(driver.state().stopped);
}

TEST_CASE("the best plan is written as a scenario, one that was picked in its place, and all that were seen as lines") {
  SearchDriver driver("gpt2-xl-8-a100", {1760, 1500, 1});
  driver.search();
  const SearchRequest& request = driver.state().request;
  driver.window.click("search.write.scenario");
  driver.window.frames(2);
  CHECK(driver.window.explorer.session.picker.name.ends_with("plan.json"));
  driver.window.key(ImGuiKey_Escape);
  const TemporaryFolder folder;
  const auto written_scenario = [&]() -> Scenario {
    REQUIRE(export_charts(driver.window.explorer, folder.path("plan.json")));
    std::ostringstream text;
    text << std::ifstream(folder.path("plan.json")).rdbuf();
    const Outcome<ParsedScenario> read = parse_scenario(text.str(), real_presets());
    REQUIRE(succeeded(read));
    return value_of(read).said.scenario;
  };
  const auto& ranking = driver.state().progress.ranking;
  REQUIRE(ranking.size() > 2);
  CHECK(written_scenario().plan == with_choice(request.base, ranking.front().plan.choice, request.space).plan);
  driver.state().visited = ranking[2].plan.choice;
  CHECK(written_scenario().plan == with_choice(request.base, ranking[2].plan.choice, request.space).plan);
  REQUIRE(export_charts(driver.window.explorer, folder.path("plans.jsonl")));
  std::ifstream written(folder.path("plans.jsonl"));
  std::size_t lines = 0, seen = 0;
  for (std::string line; std::getline(written, line); ++lines)
    if (lines % 50 == 0) check_line(line);
  for (const LandscapeChunk& chunk : driver.state().progress.landscape) seen += chunk->size();
  CHECK(lines > seen);
  CHECK(lines == driver.state().progress.landscape_counts.looked_at);
  CHECK(lines > 50);
}

TEST_CASE("the best plan's launch script is shown, and Esc leads back") {
  SearchDriver driver("gpt2-xl-8-a100", {1760, 1500, 1});
  driver.search();
  const Scenario before = driver.window.scenario();
  driver.window.click("search.write.launch");
  driver.window.frames(3);
  CHECK(driver.window.explorer.grown == "launch");
  const SearchRequest& request = driver.state().request;
  const PlanChoice& best = driver.state().progress.ranking.front().plan.choice;
  CHECK(driver.window.scenario().plan == with_choice(request.base, best, request.space).plan);
  driver.window.key(ImGuiKey_Escape);
  driver.window.frames(2);
  CHECK(driver.window.explorer.grown == "search");
  CHECK(driver.window.scenario() == before);
}

TEST_CASE("a need leaves out what doesn't keep it") {
  SearchDriver driver;
  driver.search();
  driver.window.set_value("search.spare", "10");
  CHECK(driver.state().settings.spare == doctest::Approx(0.1));
  driver.search();
  const double room = 0.9 * static_cast<double>(driver.window.scenario().cluster.gpu.capacity_bytes());
  for (const RankedPlan& ranked : driver.state().progress.ranking) CHECK(ranked.plan.peak_memory.value <= room);
}
