#include "core/changes/cluster_sizes.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/scenario/plan_counts.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

SizeCurve fresh_curve(const Report& report, int count) {
  SizedSteps steps;
  return over_cluster_sizes(report, count, steps);
}

}  // namespace

TEST_CASE("every published run can be cut to other sizes, each a valid plan with the same model split") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.preset);
    const Scenario filled = with_defaults(preset);
    for (const double factor : {0.25, 1.0, 4.0}) {
      const auto sized = on_cluster_of(filled, factor * static_cast<double>(filled.cluster.gpus));
      if (!sized) continue;
      CHECK(evaluate(*sized).valid);
      CHECK(sized->plan.tp == filled.plan.tp);
      CHECK(sized->plan.global_batch % (*sized->plan.dp * sized->plan.micro_batch) == 0);
    }
  }
}

TEST_CASE("the plan's own size is on the curve, with its own days") {
  const Report report = evaluate(preset_scenario("llama3-405b-16k-h100"));
  const SizeCurve curve = fresh_curve(report, 17);
  bool found = false;
  for (const SizePoint& point : curve.points)
    if (point.gpus == 16'384) {
      found = true;
      CHECK(point.calendar_days == doctest::Approx(*report.run.calendar_days));
      CHECK(point.more_tokens == doctest::Approx(1));
    }
  CHECK(found);
}

TEST_CASE("more GPUs take fewer days until the bubble, failures and the batch eat the gain") {
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const SizeCurve curve = fresh_curve(report, 33);
  REQUIRE(curve.points.size() > 14);
  REQUIRE(curve.fastest);
  REQUIRE(curve.half_lost_above);
  CHECK(curve.points.front().calendar_days > 5 * *report.run.calendar_days);
  CHECK(*curve.half_lost_above > 10'000);
  CHECK(*curve.half_lost_above < curve.points.back().gpus);
}

TEST_CASE("where replicas are more than the batch has sequences it grows, and with it the tokens") {
  Scenario scenario = preset_scenario("gpt4-25k-a100");
  scenario.plan.global_batch = 208 * 5;
  scenario.run.critical_batch_tokens = 10e6;
  const SizeCurve curve = fresh_curve(evaluate(scenario), 33);
  REQUIRE(curve.points.size() > 10);
  const SizePoint& last = curve.points.back();
  CHECK(last.gpus > 300'000);
  CHECK(last.batch_tokens == last.gpus / 120 * 8192);
  CHECK(last.more_tokens == doctest::Approx((1 + last.batch_tokens / 10e6) / (1 + 208 * 5 * 8192 / 10e6)));
}

TEST_CASE("strong scaling's limits lie where the points say") {
  Scenario scenario = preset_scenario("gpt4-25k-a100");
  scenario.plan.global_batch = 1040;
  scenario.run.critical_batch_tokens = 15e6;
  const SizeCurve curve = fresh_curve(evaluate(scenario), 33);
  REQUIRE(curve.batch_grows_from.has_value());
  REQUIRE(curve.critical_from.has_value());
  REQUIRE(curve.bubble_half_from.has_value());
  const double own = 1040.0 * 8192;
  for (const SizePoint& point : curve.points) {
    CHECK((point.batch_tokens > 1.08 * own) == (point.gpus >= *curve.batch_grows_from));
    CHECK((point.batch_tokens >= 15e6) == (point.gpus >= *curve.critical_from));
    if (point.gpus < *curve.bubble_half_from) CHECK(*point.bubble < 0.5);
    CHECK(*point.goodput > 0);
  }
}

TEST_CASE("sizes that hardly ever train are left out, so that the others can be told apart") {
  Scenario scenario = preset_scenario("llama3-405b-16k-h100");
  scenario.run.checkpoint_interval_seconds = 86'400;
  const Report report = evaluate(scenario);
  const SizeCurve curve = fresh_curve(report, 33);
  REQUIRE(curve.points.size() > 5);
  for (const SizePoint& point : curve.points) {
    CHECK(*point.goodput >= std::min(0.01, 0.1 * *report.run.goodput));
    CHECK(point.calendar_days < 1e6);
  }
}

TEST_CASE("each size has its cost by every way to count") {
  const SizeCurve curve = fresh_curve(evaluate(preset_scenario("gpt4-25k-a100")), 9);
  REQUIRE(curve.points.size() > 3);
  for (const SizePoint& point : curve.points) {
    CHECK(*point.cost_usd[static_cast<std::size_t>(CostWay::rent)] > 0.9 * point.gpus * point.calendar_days * 24);
    CHECK(*point.cost_usd[static_cast<std::size_t>(CostWay::buy)] > 15'000 * point.gpus);
  }
}

TEST_CASE("kept steps give the curve that a fresh one is, as long as they are of the same plan") {
  Scenario scenario = preset_scenario("gpt4-25k-a100");
  SizedSteps kept;
  const auto check = [&] {
    const Report report = evaluate(scenario);
    const SizeCurve with = over_cluster_sizes(report, 9, kept), fresh = fresh_curve(report, 9);
    REQUIRE(with.points.size() == fresh.points.size());
    REQUIRE(with.points.size() > 3);
    for (std::size_t i = 0; i < with.points.size(); ++i) {
      CHECK(with.points[i].gpus == fresh.points[i].gpus);
      CHECK(with.points[i].calendar_days == fresh.points[i].calendar_days);
      CHECK(with.points[i].cost_usd == fresh.points[i].cost_usd);
      CHECK(with.points[i].bubble == fresh.points[i].bubble);
    }
    CHECK(with.fastest == fresh.fastest);
  };
  check();
  const Report* const first = &kept.steps.front().report;
  scenario.run.tokens = 20e12;
  check();
  CHECK(first == &kept.steps.front().report);  // not made anew
  scenario.plan.tp = 4;
  scenario.plan.dp = 416;
  scenario.plan.global_batch = 7072;
  check();
  CHECK(kept.steps.front().report.scenario.plan.tp == 4);
}

TEST_CASE("without days there is no curve") {
  CHECK(fresh_curve(Report{}, 9).points.empty());
}

TEST_CASE("every size keeps to the micro-batches that the schedule takes, and the batch grows to the fewest of them") {
  Scenario scenario = preset_scenario("deepseek-v3-2048-h800");
  scenario.plan.schedule = ScheduleKind::dualpipe;
  scenario.plan.virtual_stages = 1;
  scenario.plan.pipeline_layout.reset(), scenario.plan.stage_layers.reset();
  const Report report = evaluate(scenario);
  REQUIRE(report.valid);
  const Plan& plan = report.scenario.plan;
  bool grew = false;
  for (const double factor : {0.25, 0.7, 1.0, 3.0, 8.0, 16.0}) {
    CAPTURE(factor);
    const auto sized = on_cluster_of(report.scenario, factor * static_cast<double>(report.scenario.cluster.gpus));
    REQUIRE(sized);
    CHECK(micro_batches_of(sized->plan) % 2 == 0);
    CHECK(micro_batches_of(sized->plan) >= 2 * plan.pp);
    CHECK(evaluate(*sized).time.has_value());
    grew |= sized->plan.global_batch > plan.global_batch && micro_batches_of(sized->plan) == 2 * plan.pp;
  }
  CHECK(grew);
  const SizeCurve curve = fresh_curve(report, 17);
  REQUIRE_FALSE(curve.points.empty());
  CHECK(curve.points.back().gpus > 8 * static_cast<double>(report.scenario.cluster.gpus));
}
