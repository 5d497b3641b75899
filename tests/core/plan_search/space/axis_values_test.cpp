#include "core/plan_search/space/axis_values.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::axis_values;

TEST_CASE("context parallelism splits the sequence into whole pieces, whatever its length divides by") {
  Scenario base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  const PlanSpace space = plan_space(base);
  base.plan.sequence_length = 6 * 1024;
  const PlanChoice choice = all_ones();
  const Values values = free_cp({choice, base, space});
  CHECK(std::find(values.begin(), values.end(), 3) != values.end());
  CHECK(std::find(values.begin(), values.end(), 8) != values.end());
  CHECK(std::find(values.begin(), values.end(), 5) == values.end());
}

TEST_CASE("what is offered has all that is tried unasked, ascending and each once") {
  for (const char* preset : {"llama3-70b-4096-h100", "deepseek-v3-2048-h800", "gpt4-25k-a100"}) {
    const Scenario base = *tests::real_presets().scenario(preset);
    const PlanSpace space = plan_space(base);
    PlanChoice choice = all_ones();
    choice[index_of(PlanAxis::tp)] = choice[index_of(PlanAxis::pp)] = choice[index_of(PlanAxis::dp)] = 2;
    for (std::size_t i = 0; i < plan_axis_count; ++i) {
      const auto axis = static_cast<PlanAxis>(i);
      CAPTURE(name_of(axis));
      const Values offered = offered_values(axis, base, space);
      CHECK(std::is_sorted(offered.begin(), offered.end()));
      CHECK(std::adjacent_find(offered.begin(), offered.end()) == offered.end());
      if (axis_ways(axis).offered == nullptr) continue;
      const Values tried = axis_ways(axis).free({choice, base, space});
      CHECK(std::includes(offered.begin(), offered.end(), tried.begin(), tried.end()));
    }
  }
}

TEST_CASE("shards are offered over all replicas and over whole nodes, none beyond the cluster") {
  const Scenario base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  const PlanSpace space = plan_space(base);
  const Values groups = offered_values(PlanAxis::shard_group, base, space);
  CHECK(groups.front() == 0);
  for (const std::int64_t group : groups) {
    CHECK(group % base.cluster.gpus_per_node == 0);
    CHECK(group < base.cluster.gpus);
  }
}
