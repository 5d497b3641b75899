#include "core/evaluate/plan_report.h"

#include <doctest/doctest.h>

#include "core/base/rule_names.h"
#include "core/evaluate/evaluate.h"
#include "tests/core/evaluate/mixed_pools.h"

using namespace shardscope;

TEST_CASE("a plan alone is what the whole evaluation begins with, without pools") {
  const Scenario uniform = gpt3_on(8, 8, 8);
  CHECK(evaluate_plan(uniform).time->step == evaluate(uniform).time->step);
  const Scenario scenario = mixed(pool_of("h100-sxm", 256), pool_of("a100-80", 256), 8, 512);
  const PlanReport plan = evaluate_plan(scenario);
  CHECK(plan.time->step < evaluate(scenario).time->step);
}

TEST_CASE("a schedule that can't be made is said to come from there") {
  const PlanReport plan = evaluate_plan(gpt3_on(1, 96, 1));
  for (const Problem& problem : plan.problems)
    CHECK((problem.origin == Origin::rules || problem.origin == Origin::schedule));
}

TEST_CASE("a schedule that splits the backward holds on one rank what 1F1B does there") {
  Scenario scenario = gpt3_on(8, 1, 8);
  scenario.plan.recompute = Recompute{RecomputeMode::full, {}, {}, RecomputeMethod::block};
  scenario.plan.schedule = ScheduleKind::one_f_one_b;
  const PlanReport plain = evaluate_plan(scenario);
  for (const ScheduleKind kind : {ScheduleKind::zb_h1, ScheduleKind::zb_h2, ScheduleKind::zb_auto}) {
    scenario.plan.schedule = kind;
    const PlanReport report = evaluate_plan(scenario);
    CHECK(report.memory.peak.value == plain.memory.peak.value);
    CHECK(report.time->step.value == doctest::Approx(plain.time->step.value));
  }
}

TEST_CASE("a plan with far more stages than layers lists no more than could hold anything") {
  Scenario scenario = gpt3_on(1, 1, 1);
  scenario.plan.pp = 100'000, scenario.cluster.gpus = 100'000;
  const PlanReport report = evaluate_plan(scenario);
  CHECK_FALSE(report.valid);
  CHECK(report.memory.stages.size() == 96 + 2);
  CHECK(report.memory.peak.value > 0);
}

TEST_CASE("a valid plan that can't be timed says why") {
  Scenario scenario = gpt3_on(8, 1, 8);
  scenario.plan.precision = Precision::fp8;
  scenario.cluster.gpu.peak_flops = {};
  scenario.cluster.gpu.peak_flops.fp8 = 1e15;  // and none in 16 bits
  const PlanReport plan = evaluate_plan(scenario);
  REQUIRE(plan.valid);
  CHECK_FALSE(plan.time.has_value());
  REQUIRE_FALSE(plan.problems.empty());
  CHECK(plan.problems.back().rule == rule_name::step_unknown);
  CHECK(plan.problems.back().origin == Origin::schedule);
  CHECK(plan.problems.back().message.find("no peak in 16 bits") != std::string::npos);
}

TEST_CASE("a plan's memory by itself is the memory of its report") {
  for (const std::int64_t pp : {1, 8}) {
    const Scenario scenario = gpt3_on(8, pp, 8);
    const PlanReport alone = memory_of_plan(scenario), whole = evaluate_plan(scenario);
    CHECK(alone.valid);
    CHECK(alone.memory.peak == whole.memory.peak);
    CHECK(alone.memory.capacity == whole.memory.capacity);
    CHECK_FALSE(alone.time);
  }
  CHECK_FALSE(memory_of_plan(gpt3_on(7, 8, 8)).valid);
}
