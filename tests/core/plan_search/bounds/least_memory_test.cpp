#include "core/plan_search/bounds/least_memory.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "tests/core/fields/plan_values.h"
#include "tests/real_presets.h"

using namespace shardscope;

namespace {

struct Bounds {
  Bytes of_model, of_ranks;
};

Bounds bounds_of(const Scenario& base, const PlanSpace& space, const PlanChoice& choice) {
  PlanChoice of_costs = all_ones();
  std::copy_n(choice.begin(), cost_axis_count, of_costs.begin());
  const StateRates rates = state_rates(base, of_costs, space);
  const KeptBytes kept = kept_of_blocks(base, of_costs, space);
  const std::int64_t pp = value_at(choice, PlanAxis::pp), dp = value_at(choice, PlanAxis::dp),
                     zero = value_at(choice, PlanAxis::zero), chunks = value_at(choice, PlanAxis::virtual_stages);
  const Sharers sharers = sharers_of(choice, dp);
  const ScheduleWays& ways = ways_of(static_cast<ScheduleKind>(value_at(choice, PlanAxis::schedule)));
  const auto micro_batches =
      static_cast<double>(base.plan.global_batch / (dp * value_at(choice, PlanAxis::micro_batch)));
  const ScheduleSize size{static_cast<double>(pp), micro_batches, static_cast<double>(chunks)};
  const auto kind = static_cast<ScheduleKind>(value_at(choice, PlanAxis::schedule));
  return {least_memory(rates, kept, model_on_one_rank(base.model).ranks.front(), pp, zero, sharers),
          least_memory_of_ranks(rates, kept, rank_shapes(base.model, kind, pp, chunks), ways, size, zero, sharers)};
}

/// Each axis one of its values, or nothing where one has none.
std::optional<PlanChoice> random_choice(const Scenario& base, const PlanSpace& space, std::uint64_t& seed) {
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

}  // namespace

TEST_CASE("no plan's fullest GPU holds less than the bound by which plans are left out" * doctest::test_suite("long")) {
  std::uint64_t seed = 11;
  int bounded = 0;
  double tightest = 0;
  for (const char* preset : {"llama3-70b-4096-h100", "deepseek-v3-2048-h800", "gpt4-25k-a100", "bloom-176b-384-a100"}) {
    const Scenario* found = tests::real_presets().scenario(preset);
    if (found == nullptr) continue;
    for (const Framework framework :
         {found->software.framework, Framework::torchtitan, Framework::megatron_deepspeed}) {
      Scenario base = *found;
      base.software.framework = framework;
      for (const Offload offload : {Offload::none, Offload::optimizer}) {
        base.plan.offload = offload;
        PlanSpace space = plan_space(base);
        for (const ScheduleKind kind : known_schedules())
          if (ways_of(kind).runs_backward && ways_of(kind).copies_of_model() == 1)
            space.held[index_of(PlanAxis::schedule)].push_back(static_cast<std::int64_t>(kind));
        REQUIRE(is_memory_bounded(base, space));
        for (int i = 0; i < 40; ++i) {
          const std::optional<PlanChoice> choice = random_choice(base, space, seed);
          if (!choice) continue;
          const Report report = evaluate(with_choice(base, *choice, space));
          if (!report.valid) continue;
          ++bounded;
          CAPTURE(preset);
          CAPTURE(i);
          const Bounds bounds = bounds_of(base, space, *choice);
          CHECK(bounds.of_model <= report.memory.peak);
          CHECK(bounds.of_ranks <= report.memory.peak);
          tightest = std::max(tightest, bounds.of_ranks / report.memory.peak);
        }
      }
    }
  }
  CHECK(bounded > 300);
  CHECK(tightest > 0.9);
}

TEST_CASE("whatever a field of the plan says, its fullest GPU holds no less than the bound") {
  int bounded = 0;
  for (const char* preset : {"llama3-70b-4096-h100", "deepseek-v3-2048-h800"}) {
    const Scenario& said = *tests::real_presets().scenario(preset);
    tests::for_each_plan_value(said, with_defaults(said), [&](const Field& field, const Scenario& base) {
      const PlanSpace space = plan_space(base);
      const std::optional<PlanChoice> choice = choice_of(base, base, space);
      if (!choice || !is_memory_bounded(base, space)) return;
      const Report report = evaluate(with_choice(base, *choice, space));
      if (!report.valid) return;
      CAPTURE(preset);
      CAPTURE(field.path);
      const Bounds bounds = bounds_of(base, space, *choice);
      CHECK(bounds.of_model <= report.memory.peak);
      CHECK(bounds.of_ranks <= report.memory.peak);
      ++bounded;
    });
  }
  CHECK(bounded > 150);
}

TEST_CASE("mixed clusters, mirrored schedules and those without a backward have no such bound") {
  const Scenario& base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  CHECK(is_memory_bounded(base, plan_space(base)));
  Scenario other = base;
  for (const ScheduleKind kind : {ScheduleKind::chimera, ScheduleKind::dualpipe, ScheduleKind::forward_only}) {
    other.plan.schedule = kind;
    CHECK_FALSE(is_memory_bounded(other, plan_space(other)));
  }
  other = base;
  other.cluster.pools = {{base.cluster.gpu, 8, {}, {}, {}}, {base.cluster.gpu, 8, {}, {}, {}}};
  CHECK_FALSE(is_memory_bounded(other, plan_space(other)));
}
