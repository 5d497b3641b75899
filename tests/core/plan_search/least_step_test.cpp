#include "core/plan_search/least_step.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;

TEST_CASE("no plan takes less than the bound by which plans are left out, dense and with experts") {
  int bounded = 0;
  for (const char* preset : {"llama3-70b-4096-h100", "deepseek-v3-2048-h800", "gpt4-25k-a100"}) {
    const Scenario& base = *tests::real_presets().scenario(preset);
    const PlanSpace space = plan_space(base);
    REQUIRE(is_bounded(base, space));
    PlanChoice choice;
    std::uint64_t seed = 7;
    for (int i = 0; i < 60; ++i) {
      choice.fill(1);
      bool there = true;
      for (std::size_t axis = 0; axis < plan_axis_count && there; ++axis) {
        std::vector<std::int64_t> values = values_of(static_cast<PlanAxis>(axis), choice, base, space);
        if (axis < index_of(PlanAxis::ep) && values.size() > 4) values.resize(4);
        there = !values.empty();
        seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
        if (there) choice[axis] = values[(seed >> 33) % values.size()];
      }
      if (!there) continue;
      const Report report = evaluate(with_choice(base, choice, space));
      PlanChoice of_costs;  // as the search asks: before the other axes are chosen
      of_costs.fill(1);
      std::copy_n(choice.begin(), cost_axis_count, of_costs.begin());
      const std::optional<LayerCosts> costs = layer_costs(base, of_costs, space);
      if (!report.valid || !report.time || !costs) continue;
      ++bounded;
      CAPTURE(preset);
      CAPTURE(i);
      CHECK(least_step(*costs, base, choice) <= report.time->step);
    }
  }
  CHECK(bounded > 40);
}

TEST_CASE("plans of mixed clusters, several sites, jitter or passes that overlap have no such bound") {
  const Scenario& base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  const PlanSpace space = plan_space(base);
  Scenario other = base;
  other.cluster.sites.number = 2;
  CHECK_FALSE(is_bounded(other, space));
  other = base, other.run.jitter = 0.1;
  CHECK_FALSE(is_bounded(other, space));
  other = base, other.plan.schedule = ScheduleKind::dualpipe;
  CHECK_FALSE(is_bounded(other, space));
  PlanSpace held = space;
  CHECK(hold_axis(held, "plan.schedule=1f1b,dualpipe-v").empty());
  CHECK_FALSE(is_bounded(base, held));
}
