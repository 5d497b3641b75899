#include "app/search/search_kept.h"

#include "core/plan_search/space/plan_axes.h"
#include "core/scenario/plan_schedule.h"
#include "tests/app/search/search_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr std::size_t schedule_place = index_of(PlanAxis::schedule), tensor_place = index_of(PlanAxis::tp);

/// As the view has it after a start: shown for some frames.
SearchState started_with(const std::string& text) {
  SearchDriver driver("llama3-70b-4096-h100");
  SearchState& state = driver.state();
  state = SearchState{};
  state.threads = 0;
  take_kept_settings(state, text);
  driver.window.frames(2);
  stop_search(state);
  return state;
}

}  // namespace

TEST_CASE("what was searched over and asked for comes back") {
  SearchDriver driver("llama3-70b-4096-h100");
  driver.window.frames(2);
  SearchState& state = driver.state();
  stop_search(state);
  state.settings.within[tensor_place] = ValueRange{2, 8};
  state.settings.held[schedule_place] = {static_cast<std::int64_t>(ScheduleKind::one_f_one_b)};
  state.settings.goal = SearchGoal::cost, state.settings.low_end = true, state.settings.spare = 0.1;
  state.settings.days = 30, state.settings.budget = 5e7;
  state.arranged.across = SearchGoal::days, state.arranged.sensitivity = true;
  state.arranged.all_axes = true, state.arranged.dimensions[3] = true;
  state.settings.held[index_of(PlanAxis::offload)] = {0, 1};
  const std::string text = kept_settings(state);
  SearchState unseen;  // a start in which nobody looks at the view loses nothing of it
  take_kept_settings(unseen, text);
  const SearchState next = started_with(kept_settings(unseen));
  CHECK(next.settings == state.settings);
  CHECK(next.arranged.across == SearchGoal::days);
  CHECK(next.arranged.up == state.arranged.up);
  CHECK(next.arranged.sensitivity);
  CHECK(next.arranged.all_axes);
  CHECK(next.arranged.dimensions == state.arranged.dimensions);
}

TEST_CASE("whatever an axis can be held to comes back") {
  SearchDriver driver("gpt4-25k-a100");
  driver.window.frames(2);
  SearchState& state = driver.state();
  stop_search(state);
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    const auto axis = static_cast<PlanAxis>(i);
    if (axis_ways(axis).offered != nullptr || axis == PlanAxis::recompute || axis == PlanAxis::zero)
      state.settings.held[i] = offered_values(axis, *state.base, state.request.space);
  }
  const SearchSettings all = state.settings;
  take_kept_settings(state, kept_settings(state));
  CHECK(state.settings == all);
  CHECK(all.held[index_of(PlanAxis::overlap)].size() == 3);
  CHECK(all.held[index_of(PlanAxis::rank_order)].size() == 2);
}

TEST_CASE("ranges that were left as usual stay so, and those widened to all too") {
  SearchDriver driver("llama3-70b-4096-h100");
  driver.window.frames(2);
  stop_search(driver.state());
  REQUIRE(driver.state().settings.within[tensor_place]);
  CHECK(started_with(kept_settings(driver.state())).settings.within == driver.state().settings.within);
  driver.state().settings.within = {};
  CHECK(started_with(kept_settings(driver.state())).settings.within == AxisRanges{});
}

TEST_CASE("what can't be read, or isn't open to this scenario, is left out") {
  for (const char* text : {"", "[]", R"({"goal": "beauty", "within": {"plan.tp": [8, 2], "plan.pp": ["a", 3]}})",
                           R"({"held": {"plan.schedule": ["gone"], "plan.zero": [3]}, "days": -1, "spare": "x"})"}) {
    CAPTURE(text);
    const SearchState state = started_with(text);
    CHECK(state.settings.goal == SearchGoal::throughput);
    CHECK(state.settings.held == SearchSettings().held);
    CHECK_FALSE(state.settings.days);
    CHECK(state.settings.spare == 0);
  }
}
