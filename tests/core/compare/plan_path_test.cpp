#include "core/compare/plan_path.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;

namespace {

Scenario preset(const char* name) {
  return *tests::real_presets().scenario(name);
}

void check_sums(const Scenario& a, const Scenario& b) {
  const PlanFigures of_a = plan_figures(evaluate(a)), of_b = plan_figures(evaluate(b));
  const std::vector<PathStep> path = plan_path(a, b);
  REQUIRE_FALSE(path.empty());
  Seconds seconds;
  Bytes bytes;
  for (const PathStep& step : path) {
    REQUIRE(step.change.step);
    seconds += *step.change.step, bytes += step.change.peak;
    CHECK_FALSE(step.settings.empty());
    CHECK(total_of(step.change.lost).value == doctest::Approx(step.change.step->value).epsilon(1e-9));
  }
  CHECK(seconds.value == doctest::Approx(of_b.step->value - of_a.step->value).epsilon(1e-9));
  CHECK(bytes == of_b.peak - of_a.peak);
  CHECK(path.back().after == b);
  for (const PathStep& step : path) CHECK(evaluate(step.after).valid);
}

std::vector<std::string> paths_of(const PathStep& step) {
  std::vector<std::string> paths;
  for (const PathSetting& setting : step.settings)
    paths.emplace_back(setting.field != nullptr ? setting.field->path : "whole");
  return paths;
}

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("from a plan to itself there is no way") {
  const Scenario a = preset("gpt4-25k-a100");
  CHECK(plan_path(a, a).empty());
  Scenario named = a;
  named.name = "another";
  CHECK(plan_path(a, named).empty());
}

TEST_CASE("what the steps of the way bring sums to the whole difference, both ways and between models") {
  const Scenario a = preset("gpt4-25k-a100");
  Scenario b = a;
  b.plan.tp = 16, b.plan.dp = 104, b.plan.virtual_stages = 2, b.plan.schedule = ScheduleKind::interleaved;
  b.plan.global_batch = 6240;
  check_sums(a, b);
  check_sums(b, a);
  check_sums(preset("llama3-70b-4096-h100"), preset("deepseek-v3-2048-h800"));
}

TEST_CASE("replicas follow the other degrees, and are a setting of their own for what is left") {
  const Scenario a = preset("gpt4-25k-a100");  // TP 8, PP 15, DP 208
  Scenario b = a;
  b.plan.tp = 16, b.plan.dp = 104;
  std::vector<PathStep> path = plan_path(a, b);
  REQUIRE(path.size() == 1);
  CHECK(paths_of(path[0]) == Paths{"plan.tp"});
  CHECK(path[0].replicas_follow);
  b.plan.dp = 52;
  path = plan_path(a, b);
  REQUIRE(path.size() == 2);
  CHECK(path[0].after.plan.dp == 104);
  CHECK(paths_of(path[1]) == Paths{"plan.dp"});
}

TEST_CASE("settings that make no plan by themselves change together, and what defaults say already brings nothing") {
  const Scenario a = preset("gpt4-25k-a100");
  Scenario b = a;
  b.plan.sequence_parallel = true;  // as it is by default
  CHECK(plan_path(a, b).empty());
  b.plan.schedule = ScheduleKind::zb_v, b.plan.virtual_stages = 2;  // the schedule has two chunks by itself
  std::vector<PathStep> path = plan_path(a, b);
  REQUIRE(path.size() == 1);
  CHECK(paths_of(path[0]) == Paths{"plan.schedule"});
  Scenario spread = a;
  spread.plan.ep = 16;
  b = spread, b.plan.ep = 13, b.model.num_experts = 13;
  path = plan_path(spread, b);
  REQUIRE(path.size() == 1);
  CHECK(paths_of(path[0]) == Paths{"model.num_experts", "plan.ep"});
}

TEST_CASE("another GPU or model is one setting, a figure of it a field") {
  const Scenario a = preset("llama3-70b-4096-h100");
  Scenario b = a;
  b.cluster.gpu = *tests::real_presets().gpu("h200");
  std::vector<PathStep> path = plan_path(a, b);
  REQUIRE(path.size() == 1);
  CHECK(path[0].settings[0].kind == PathSetting::Kind::gpu);
  b = a, b.model.num_hidden_layers = 64;
  path = plan_path(a, b);
  REQUIRE(path.size() == 1);
  CHECK(paths_of(path[0]) == Paths{"model.num_hidden_layers"});
}
