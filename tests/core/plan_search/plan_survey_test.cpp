#include "core/plan_search/plan_survey.h"

#include <set>

#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

SearchRequest asked() {
  SearchRequest request = small_request({"plan.tp=2,4,8", "plan.pp=1,2,4,8", "plan.micro_batch=1", "plan.cp=1",
                                         "plan.zero=1", "plan.virtual_stages=1,2"});
  request.distinct = true;
  return request;
}

PlanSurvey done_survey(unsigned threads, std::vector<LandscapePlan>* seen = nullptr) {
  const SearchRequest request = asked();
  PlanSurvey survey = begin_survey(request, cell_axes(request.base, request.space, all_ones()), 500);
  while (!survey.done())
    for (const LandscapePlan& plan : continue_survey(survey, threads))
      if (seen != nullptr) seen->push_back(plan);
  return survey;
}

}  // namespace

TEST_CASE("a survey ends with the search's best, the best of each cell and a landscape that has none better") {
  std::vector<LandscapePlan> seen;
  const PlanSurvey survey = done_survey(2, &seen);
  PlanSearch alone = begin_search(asked());
  while (!alone.done) continue_search(alone, 1);
  REQUIRE_FALSE(survey.best.best.empty());
  CHECK(survey.best.best.front().choice == alone.best.front().choice);
  const FoundPlan& best = survey.best.best.front();
  bool in_a_cell = false;
  for (const auto& [place, cell] : survey.cells.cells) {
    if (!cell.best) continue;
    CHECK_FALSE(is_better(*cell.best, best, SearchGoal::throughput));
    in_a_cell = in_a_cell || cell.best->step == best.step;
  }
  CHECK(in_a_cell);
  CHECK(seen.size() > 20);
  for (const LandscapePlan& plan : seen)
    if (plan.counts) CHECK_FALSE(is_better(plan.found, best, SearchGoal::throughput));
}

TEST_CASE(
    "after every round no place of the table says less than what was found there, by whichever part of the survey") {
  const SearchRequest request = asked();
  PlanSurvey survey = begin_survey(request, cell_axes(request.base, request.space, all_ones()), 500);
  survey.best.round = survey.cells.round = short_round, survey.landscape.round = 8;
  std::size_t before_the_tables_own = 0;  // found by others first
  const auto holds = [&](const FoundPlan& plan) {
    const auto cell =
        survey.cells.cells.find({value_at(plan.choice, PlanAxis::tp), value_at(plan.choice, PlanAxis::pp)});
    REQUIRE(cell != survey.cells.cells.end());
    REQUIRE(cell->second.best);
    CHECK_FALSE(is_better(plan, *cell->second.best, SearchGoal::throughput));
    before_the_tables_own += survey.cells.counts.evaluated == 0 ? 1 : 0;
  };
  while (!survey.done()) {
    for (const LandscapePlan& plan : continue_survey(survey, 1))
      if (plan.counts) {
        holds(plan.found);
        CHECK_FALSE(is_better(plan.found, survey.best.best.front(), SearchGoal::throughput));
      }
    std::set<PlanChoice> listed;
    for (const FoundPlan& plan : survey.best.best) CHECK(listed.insert(plan.choice).second);
    for (const FoundPlan& plan : survey.best.best) holds(plan);
  }
  CHECK(before_the_tables_own > 0);
}

TEST_CASE("a plan that is known counts as found from the start, where the space has it") {
  const SearchRequest request = asked();
  const CellAxes axes = cell_axes(request.base, request.space, all_ones());
  const PlanChoice known = done_survey(1).best.best.back().choice;
  REQUIRE(is_in_space(known, request.base, request.space));
  const PlanSurvey survey = begin_survey(request, axes, 500, known);
  REQUIRE(survey.best.best.size() == 1);
  CHECK(survey.best.best.front().choice == known);
  const auto cell = survey.cells.cells.find({value_at(known, PlanAxis::tp), value_at(known, PlanAxis::pp)});
  REQUIRE(cell != survey.cells.cells.end());
  CHECK(cell->second.best->choice == known);
  PlanChoice outside = known;
  outside[index_of(PlanAxis::tp)] = 1;
  CHECK_FALSE(is_in_space(outside, request.base, request.space));
  CHECK(begin_survey(request, axes, 500, outside).best.best.empty());
}

TEST_CASE("what a survey finds doesn't depend on the threads") {
  std::vector<LandscapePlan> one, two;
  const PlanSurvey first = done_survey(1, &one), second = done_survey(2, &two);
  CHECK(first.looked_at() == second.looked_at());
  REQUIRE(one.size() == two.size());
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(one[i].found.choice == two[i].found.choice);
}

TEST_CASE("there is a best plan to hold others against before the landscape begins") {
  const SearchRequest request = asked();
  PlanSurvey survey = begin_survey(request, cell_axes(request.base, request.space, all_ones()), 500);
  while (survey.landscape.counts.looked_at == 0 && !survey.done()) (void)continue_survey(survey, 1);
  CHECK_FALSE(survey.best.best.empty());
}

TEST_CASE("a plan's parts of the step sum to it") {
  const PlanSurvey survey = done_survey(1);
  const FoundPlan& best = survey.best.best.front();
  CHECK(total_of(time_lost_of(survey.best.request, best.choice)).value == doctest::Approx(best.step.value));
}
