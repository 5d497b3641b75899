#include "tests/app/search/search_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

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

TEST_CASE("a need leaves out what doesn't keep it") {
  SearchDriver driver;
  driver.search();
  driver.window.set_value("search.spare", "10");
  CHECK(driver.state().settings.spare == doctest::Approx(0.1));
  driver.search();
  const double room = 0.9 * static_cast<double>(driver.window.scenario().cluster.gpu.capacity_bytes());
  for (const RankedPlan& ranked : driver.state().progress.ranking) CHECK(ranked.plan.peak_memory.value <= room);
}
