#include "core/plan_search/plan_cells.h"

#include <set>

#include "core/plan_search/plan_look.h"
#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

PlanSearch search_for_cells(SearchRequest request, unsigned threads = 1) {
  PlanSearch search = begin_search(std::move(request));
  while (!search.done) continue_search(search, threads);
  return search;
}

const CellAxes few_cells = {{1, 2, 8}, {1, 2, 4, 8}};

SearchRequest few_plans() {
  return small_request({"plan.cp=1", "plan.micro_batch=1,2", "plan.zero=0,1", "plan.recompute=none"});
}

}  // namespace

TEST_CASE("the table has the best plan of each place, as trying each one does") {
  const SearchRequest request = cells_request(few_plans(), few_cells);
  const PlanSearch search = search_for_cells(request, 2);
  std::map<std::pair<std::int64_t, std::int64_t>, PlanCell> tried;
  for_each_choice(request.base, request.space, 0, plan_axis_count, all_ones(), [&](const PlanChoice& choice) {
    const PlanLook look = look_at(request, choice);
    PlanCell& cell = tried[{value_at(choice, PlanAxis::tp), value_at(choice, PlanAxis::pp)}];
    if (look.valid && look.peak_memory > memory_limit(request))
      cell.least_memory = cell.least_memory ? min(*cell.least_memory, look.peak_memory) : look.peak_memory;
    if (look.counts() && (!cell.best || is_better(*look.found, *cell.best, request.goal))) cell.best = look.found;
  });
  int found = 0, empty = 0;
  for (const auto& [place, of_trial] : tried) {
    CAPTURE(place.first);
    CAPTURE(place.second);
    const auto at = search.cells.find(place);
    REQUIRE(at != search.cells.end());
    const PlanCell& cell = at->second;
    REQUIRE(cell.best.has_value() == of_trial.best.has_value());
    if (cell.best) CHECK(cell.best->choice == of_trial.best->choice);
    if (!cell.best) {
      const EmptyCell why = why_empty(request, place.first, place.second, &cell);
      CHECK(why.lack == CellLack::memory);
      REQUIRE(why.memory);
      CHECK(*why.memory > memory_limit(request));
      CHECK(*why.memory <= *of_trial.least_memory);  // a bound is no more than what the least one holds
    }
    (cell.best ? found : empty) += 1;
  }
  CHECK(found > 2);
  CHECK(empty > 1);
}

TEST_CASE("why a place is empty is said by the rule, the memory or the need that empties it") {
  SearchRequest request = cells_request(few_plans(), few_cells);
  CHECK(why_empty(request, 7, 1, nullptr).lack == CellLack::split);
  CHECK(why_empty(request, 7, 1, nullptr).message.find("64") != std::string::npos);  // the heads
  CHECK(why_empty(request, 8, 81, nullptr).lack == CellLack::split);                 // more stages than layers
  request.needs = {{SearchGoal::days, true, 1e-6}};
  const PlanSearch search = search_for_cells(request);
  for (const auto& [place, cell] : search.cells) CHECK_FALSE(cell.best);
  CHECK(why_empty(request, 8, 4, nullptr).lack == CellLack::need);
  std::set<std::pair<std::int64_t, std::int64_t>> fitting;
  for_each_choice(request.base, request.space, 0, plan_axis_count, all_ones(), [&](const PlanChoice& choice) {
    if (look_at(request, choice).fits) fitting.insert({value_at(choice, PlanAxis::tp), value_at(choice, PlanAxis::pp)});
  });
  REQUIRE(fitting.size() > 2);
  for (const auto& [tp, pp] : fitting) {
    const auto cell = search.cells.find({tp, pp});
    CHECK(why_empty(request, tp, pp, cell != search.cells.end() ? &cell->second : nullptr).lack == CellLack::need);
  }
}

TEST_CASE("rows and columns are those worth a table, with the present plan's") {
  const SearchRequest request = small_request({});
  PlanChoice present = all_ones();
  present[index_of(PlanAxis::pp)] = 7;
  const CellAxes axes = cell_axes(request.base, request.space, present);
  CHECK(axes.tps == std::vector<std::int64_t>{1, 2, 4, 8, 16, 32});
  CHECK(axes.pps == std::vector<std::int64_t>{1, 2, 4, 5, 7, 8, 10, 16, 20, 32, 40, 64});
  PlanSpace limited = request.space;
  limited.within[index_of(PlanAxis::tp)] = ValueRange{2, 4};
  CHECK(cell_axes(request.base, limited, all_ones()).tps == std::vector<std::int64_t>{1, 2, 4});
}
