#include "core/plan_search/bounds/least_step.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/evaluate/evaluate.h"
#include "core/schedules/schedule_ways.h"
#include "tests/core/fields/plan_values.h"
#include "tests/real_presets.h"

using namespace shardscope;

namespace {

/// Each axis one of its values, or nothing where one has none.
std::optional<PlanChoice> random_plan(const Scenario& base, const PlanSpace& space, std::uint64_t& seed) {
  PlanChoice choice = all_ones();
  for (std::size_t axis = 0; axis < plan_axis_count; ++axis) {
    std::vector<std::int64_t> values = values_of(static_cast<PlanAxis>(axis), choice, base, space);
    if (axis < index_of(PlanAxis::ep) && values.size() > 4) values.resize(4);
    if (values.empty()) return std::nullopt;
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    choice[axis] = values[(seed >> 33) % values.size()];
  }
  return choice;
}

/// The bounds on a plan, from that of many to its own, as shares of its step; nothing where it has no time.
std::vector<double> shares_of_step(const Scenario& base, const PlanSpace& space, const PlanChoice& choice) {
  const Report report = evaluate(with_choice(base, choice, space));
  PlanChoice of_costs = all_ones();  // as the search asks: before the other axes are chosen
  std::copy_n(choice.begin(), cost_axis_count, of_costs.begin());
  const std::optional<LayerCosts> costs = layer_costs(base, of_costs, space);
  if (!report.valid || !report.time || !costs) return {};
  const std::int64_t pp = value_at(choice, PlanAxis::pp), chunks = value_at(choice, PlanAxis::virtual_stages);
  const auto micro_batches = static_cast<double>(
      base.plan.global_batch / (value_at(choice, PlanAxis::dp) * value_at(choice, PlanAxis::micro_batch)));
  const ScheduleWays& ways = ways_of(static_cast<ScheduleKind>(value_at(choice, PlanAxis::schedule)));
  const Seconds step = report.time->step;
  std::vector<double> shares = {least_step_of_costs(*costs, base, of_costs) / step,
                                least_step(*costs, base, pp, micro_batches, schedule_traits(base, space)) / step};
  const auto kind = static_cast<ScheduleKind>(value_at(choice, PlanAxis::schedule));
  if (ways.copies_of_model() == 1)
    shares.push_back(least_step_of_ranks(*costs, rank_shapes(base.model, kind, pp, chunks), micro_batches,
                                         !ways.splits_backward || pp == 1) /
                     step);
  return shares;
}

}  // namespace

TEST_CASE("no plan takes less than the bounds by which plans are left out, dense and with experts" *
          doctest::test_suite("long")) {
  int bounded = 0;
  double tightest = 0;
  std::uint64_t seed = 7;
  for (const std::string preset :
       {"llama3-70b-4096-h100", "deepseek-v3-2048-h800", "gpt4-25k-a100", "mixtral-8x7b-512-h100"})
    for (const bool hidden : {false, true}) {
      Scenario base = *tests::real_presets().scenario(preset);
      base.plan.overlap.ep = base.plan.overlap.tp = hidden;
      PlanSpace space = plan_space(base);
      for (const ScheduleKind kind : known_schedules())
        if (const ScheduleWays& ways = ways_of(kind); ways.runs_backward && !ways.overlaps_passes)
          space.held[index_of(PlanAxis::schedule)].push_back(static_cast<std::int64_t>(kind));
      REQUIRE(is_bounded(base, space));
      for (int i = 0; i < 80; ++i) {
        const std::optional<PlanChoice> choice = random_plan(base, space, seed);
        if (!choice) continue;
        CAPTURE(preset);
        CAPTURE(i);
        for (const double share : shares_of_step(base, space, *choice)) {
          ++bounded;
          CHECK(share <= 1);
          tightest = std::max(tightest, share);
        }
      }
    }
  CHECK(bounded > 300);
  CHECK(tightest > 0.9);  // and they say something
}

TEST_CASE("whatever a field of the plan says, its step is no shorter than the bounds") {
  int bounded = 0;
  for (const char* preset : {"llama3-70b-4096-h100", "deepseek-v3-2048-h800"}) {
    const Scenario& said = *tests::real_presets().scenario(preset);
    tests::for_each_plan_value(said, with_defaults(said), [&](const Field& field, const Scenario& base) {
      const PlanSpace space = plan_space(base);
      const std::optional<PlanChoice> choice = choice_of(base, base, space);
      if (!choice || !is_bounded(base, space)) return;
      CAPTURE(preset);
      CAPTURE(field.path);
      for (const double share : shares_of_step(base, space, *choice)) {
        CHECK(share <= 1);
        ++bounded;
      }
    });
  }
  CHECK(bounded > 200);
}

TEST_CASE("of schedules that split their backward, or go down and up a V, the bounds hold too") {
  Scenario base = *tests::real_presets().scenario("gpt4-25k-a100");
  PlanChoice choice = all_ones();
  choice[index_of(PlanAxis::tp)] = 8, choice[index_of(PlanAxis::pp)] = 15, choice[index_of(PlanAxis::dp)] = 208;
  choice[index_of(PlanAxis::micro_batch)] = 1, choice[index_of(PlanAxis::recompute)] = 1;
  for (const ScheduleKind kind : {ScheduleKind::gpipe, ScheduleKind::zb_h1, ScheduleKind::zb_v, ScheduleKind::v_half,
                                  ScheduleKind::one_f_one_b_v, ScheduleKind::zb_auto}) {
    base.plan.schedule = kind;
    PlanSpace space = plan_space(base);
    space.held[index_of(PlanAxis::schedule)] = {static_cast<std::int64_t>(kind)};
    REQUIRE(is_bounded(base, space));
    choice[index_of(PlanAxis::schedule)] = static_cast<std::int64_t>(kind);
    const Report report = evaluate(with_choice(base, choice, space));
    REQUIRE(report.time);
    const LayerCosts costs = layer_costs(base, choice, space).value();
    CAPTURE(report.time->step.value);
    CHECK(least_step(costs, base, 15, 35, schedule_traits(base, space)) <= report.time->step);
    CHECK(least_step_of_ranks(costs, rank_shapes(base.model, kind, 15, 1), 35, !ways_of(kind).splits_backward) <=
          report.time->step);
  }
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
