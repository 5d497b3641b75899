#include "core/traffic/redone_exchanges.h"

#include <doctest/doctest.h>

#include "core/step/stage_cost.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

/// DeepSeek-V3 with tp, cp and ep, selective recomputation of these modules.
Scenario recomputing(RecomputeModules modules) {
  Scenario scenario = *all_presets().scenario("deepseek-v3-2048-h800");
  scenario.plan.pp = 1, scenario.plan.tp = 2, scenario.plan.cp = 2, scenario.plan.ep = 8, scenario.plan.dp = 16;
  scenario.plan.schedule = ScheduleKind::one_f_one_b, scenario.plan.virtual_stages = 1;
  scenario.plan.sequence_parallel = true;
  scenario.plan.recompute = Recompute{};
  scenario.plan.recompute->mode = RecomputeMode::selective;
  scenario.plan.recompute->modules = modules;
  return with_defaults(scenario);
}

RedoneExchanges redone(BlockKind kind, RecomputeModules modules, bool fully = false) {
  const Scenario scenario = recomputing(modules);
  return redone_exchanges(make_block(kind, scenario.model, scenario.plan), scenario, fully);
}

}  // namespace

TEST_CASE("selective recomputation sends again what its modules exchange, and nothing else") {
  struct Case {
    RecomputeModules modules;
    BlockKind kind;
    double tensor;
    bool ring, experts;
  };
  RecomputeModules attention, mlp, moe, act;
  attention.core_attn = mlp.mlp = moe.moe = act.moe_act = true;
  for (const Case& each :
       {Case{attention, BlockKind::dense_layer, 0, true, false}, Case{attention, BlockKind::moe_layer, 0, true, false},
        Case{mlp, BlockKind::dense_layer, 2, false, false}, Case{mlp, BlockKind::moe_layer, 0, false, false},
        Case{moe, BlockKind::dense_layer, 0, false, false}, Case{moe, BlockKind::moe_layer, 2, false, true},
        Case{act, BlockKind::moe_layer, 0, false, false}}) {
    const RedoneExchanges again = redone(each.kind, each.modules);
    CHECK(again.tensor == each.tensor);
    CHECK(again.ring == each.ring);
    CHECK(again.experts == each.experts);
  }
}

TEST_CASE("full recomputation sends all again, and a forward alone nothing") {
  const RedoneExchanges all = redone(BlockKind::moe_layer, {}, true);
  CHECK(all.tensor == 4);
  CHECK(all.ring);
  CHECK(all.experts);
  Scenario forward = recomputing({});
  forward.plan.schedule = ScheduleKind::forward_only;
  const RedoneExchanges none =
      redone_exchanges(make_block(BlockKind::moe_layer, forward.model, forward.plan), forward, true);
  CHECK(none.tensor == 0);
  CHECK_FALSE(none.experts);
}

TEST_CASE("recomputed experts take the seconds of another dispatch and combine, and their bytes") {
  const auto cost = [](RecomputeModules modules) {
    const Scenario scenario = recomputing(modules);
    const Block block = make_block(BlockKind::moe_layer, scenario.model, scenario.plan);
    return block_cost(block, scenario, *machine_speed(scenario), false);
  };
  RecomputeModules moe, act;
  moe.moe = act.moe_act = true;
  const StageCost once = cost(act), again = cost(moe);
  CHECK(once.recompute.ep.value == 0);
  CHECK(again.recompute.ep.value == doctest::Approx(again.forward.ep.value));
  CHECK(again.communication.ep_sent.sent.value == doctest::Approx(1.5 * once.communication.ep_sent.sent.value));
}
