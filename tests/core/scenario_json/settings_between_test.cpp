#include "core/scenario_json/settings_between.h"

#include <doctest/doctest.h>

#include "core/scenario_json/parse.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

using SettingList = std::vector<Setting>;

TEST_CASE("what differs is said path by path, words without quotes, null for what is left to its default") {
  const Scenario before = *all_presets().scenario("gpt4-25k-a100");
  CHECK(settings_between(before, before).empty());
  Scenario after = before;
  after.plan.ep = 2, after.plan.etp = 8;
  CHECK(settings_between(before, after) == SettingList{"plan.ep=2", "plan.etp=8"});
  after = before;
  after.plan.schedule = ScheduleKind::zb_h1;
  after.cluster.gpus = 100;
  CHECK(settings_between(before, after) == SettingList{"plan.schedule=zb-h1", "cluster.gpus=100"});
  after = before;
  after.plan.recompute.reset();
  CHECK(settings_between(before, after) == SettingList{"plan.recompute=null"});
}

TEST_CASE("applied in turn they make the one of the other") {
  const Scenario from = *all_presets().scenario("gpt4-25k-a100");
  Scenario to = from;
  to.plan.recompute = Recompute{RecomputeMode::full, {}, 3, RecomputeMethod::block};
  to.plan.overlap.tp = true;
  to.plan.rank_order = "tp-pp-dp";
  to.plan.dp.reset();
  to.run.gpu_hour_usd = 2.5;
  to.cluster.sites.number = 2;
  Scenario made = from;
  for (const Setting& setting : settings_between(from, to)) {
    CAPTURE(words_of(setting));
    const Outcome<Scenario> next = apply_setting(made, setting, all_presets());
    REQUIRE(succeeded(next));
    made = value_of(next);
  }
  CHECK(settings_between(made, to).empty());
  CHECK(made.plan == to.plan);
}
