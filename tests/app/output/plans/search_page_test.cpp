#include "app/output/plans/search_page.h"

#include <doctest/doctest.h>

#include "tests/real_presets.h"

using namespace shardscope;

namespace {

PlanSearch two_plans() {
  PlanSearch search;
  search.request.base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  search.request.space = plan_space(search.request.base);
  FoundPlan found;
  found.choice = all_ones();
  found.choice[index_of(PlanAxis::schedule)] = static_cast<std::int64_t>(ScheduleKind::one_f_one_b);
  found.step = found.step_low = found.step_high = Seconds{2.5};
  found.peak_memory = Bytes{60e9}, found.tokens_per_second = 1e6;
  search.best = {found, found};
  search.best[1].choice[index_of(PlanAxis::tp)] = 8;
  search.counts = {1000, 40, 30, 20, 20, {}};
  search.done = true;
  return search;
}

}  // namespace

TEST_CASE("a search's page lists the plans with the axes that tell them apart, and says what wasn't looked at") {
  const Page page = search_page(two_plans(), 1);
  REQUIRE(page.sections.size() == 2);
  CHECK(page.sections[0].lines[0].find("can't be listed") != std::string::npos);
  const Table& table = page.sections[1].table;
  CHECK(table.head.front() == "tp");
  CHECK(std::find(table.head.begin(), table.head.end(), "ep") == table.head.end());
  CHECK(table.rows.size() == 2);
  CHECK(table.rows[1].front() == "8");
}

TEST_CASE("a search that finds nothing says so") {
  PlanSearch search = two_plans();
  search.best.clear();
  const auto last = [&] { return search_page(search, 1).sections.at(0).lines.back(); };
  CHECK(last().find("run.tokens") != std::string::npos);  // plans fit, and the goal isn't known
  search.request.needs = {{SearchGoal::days, true, 30}};
  CHECK(last().find("--need") != std::string::npos);
  search.counts.evaluated = 0;
  CHECK(last() == "No plan fits.");
  search.counts.valid = 0;
  CHECK(last().starts_with("No plan is valid"));
}
