#include "core/run/run.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/evaluate/evaluate.h"
#include "core/run/failures.h"
#include "core/run/money.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

constexpr Bytes checkpoint{2.4e12};

RunReport run_at(const Scenario& scenario, double tokens_per_second) {
  Throughput throughput;
  throughput.tokens_per_second = tokens_per_second;
  const ParameterCounts parameters =
      count_parameters(scenario.model, scenario.plan, stage_layout(scenario.model, scenario.plan));
  RunInputs inputs{scenario, parameters, checkpoint};
  inputs.throughput = &throughput;
  return run_of(inputs);
}

}  // namespace

TEST_CASE("days, GPU-hours and money follow from tokens per second") {
  Scenario scenario = gpt3_on(8, 2, 4);
  scenario.run.tokens = 86'400e6;
  scenario.run.gpu_hour_usd = 2;
  scenario.run.mtbf_gpu_hours = 1e15;
  scenario.run.checkpoint_interval_seconds = 1e9;
  scenario.run.checkpoint_seconds = 0;
  scenario.run.planned_stops_per_failure = 0;
  const RunReport run = run_at(scenario, 1e5);  // 864,000 s
  CHECK(*run.days == doctest::Approx(10));
  CHECK(*run.gpu_hours == doctest::Approx(10 * 24 * 64));
  CHECK(*run.goodput == doctest::Approx(1).epsilon(1e-3));
  CHECK(*run.rental_usd == doctest::Approx(10 * 24 * 64 * 2).epsilon(1e-3));
  CHECK(*run.rental_usd == *rented_gpu_hours(run, 64) * 2);
  CHECK(*run.capital_usd == doctest::Approx(64 * *scenario.cluster.gpu.price_usd));
  scenario.run.amortisation_years = 2;
  CHECK(*run_at(scenario, 1e5).amortised_usd == doctest::Approx(*run.capital_usd * *run.calendar_days / (2 * 365.25)));
}

TEST_CASE("energy is power times calendar days, at the electricity's price") {
  Scenario scenario = gpt3_on(8, 2, 4);
  scenario.run.tokens = 86'400e6;
  scenario.run.electricity_usd_per_kwh = 0.1;
  scenario.cluster.watts_per_gpu_all_in = 1400;
  const RunReport run = run_at(scenario, 1e5);
  CHECK(*run.power_watts == doctest::Approx(1400 * 64));
  CHECK(*run.energy_joules == doctest::Approx(*run.power_watts * *run.calendar_days * 86'400));
  CHECK(*run.energy_usd == doctest::Approx(*run.energy_joules / 3.6e6 * 0.1));
  CHECK(*run.calendar_days > *run.days);
  CHECK(*run.co2_kg == doctest::Approx(*run.energy_joules / 3.6e6 * 0.373));
}

TEST_CASE("what isn't training adds up to the calendar") {
  Scenario scenario = preset_scenario("gpt4-25k-a100");
  const RunReport run = evaluate(scenario).run;
  CHECK(*run.days + *run.checkpoint_days + *run.lost_days + *run.restart_days + *run.planned_days ==
        doctest::Approx(*run.calendar_days));
  CHECK(*run.days / *run.calendar_days == doctest::Approx(*run.goodput));
  CHECK(*run.failures_per_day == doctest::Approx(25'000 * 24 / default_mtbf_gpu_hours));
  CHECK(*run.planned_stops ==
        doctest::Approx(*run.failures * 47 / 419 * std::exp(-600 / run.mean_time_to_failure->value)));
}

TEST_CASE("a batch that grows takes more steps, and the time that the pipeline's ends cost at each") {
  // 1 to 2 sequences of 1 token over 1,000 tokens: the integral of dD/B is 1000·ln 2.
  const RampTime whole = ramp_time(1000, 1, 2, 1, Seconds{3}, Seconds{3});
  CHECK(whole.steps == doctest::Approx(1000 * std::log(2)));
  CHECK(whole.seconds == doctest::Approx(1000.0 / 2 * 3));  // no ends: time goes with tokens
  const RampTime with_ends = ramp_time(1000, 1, 2, 1, Seconds{4}, Seconds{3});
  CHECK(with_ends.seconds == doctest::Approx(whole.seconds + whole.steps));
  // Against the sum over steps.
  double tokens = 0, seconds = 0;
  while (tokens < 1e6) {
    const double batch = 100 + 300 * tokens / 1e6;
    seconds += 10 - 8 * (1 - batch / 400);
    tokens += batch;
  }
  CHECK(ramp_time(1e6, 100, 400, 1, Seconds{10}, Seconds{8}).seconds == doctest::Approx(seconds).epsilon(1e-3));
  CHECK(ramp_time(0, 100, 400, 1, Seconds{10}, Seconds{8}).steps == 0);
}

TEST_CASE("DeepSeek-V3's ramp to 15,360 sequences over 469 billion tokens costs steps and days") {
  Scenario scenario = preset_scenario("deepseek-v3-2048-h800");
  scenario.run.batch_ramp_start.reset(), scenario.run.batch_ramp_tokens.reset();
  const RunReport without = evaluate(scenario).run;
  scenario.run.batch_ramp_start = 3072;
  scenario.run.batch_ramp_tokens = 469e9;
  const RunReport with = evaluate(scenario).run;
  CHECK(*with.steps == doctest::Approx(*without.steps + 469e9 / 4096 * (std::log(5.0) / 12'288 - 1.0 / 15'360)));
  CHECK(*with.days > *without.days);
  CHECK(*with.days < *without.days * 1.03);
}

TEST_CASE("bytes moved are each pipeline rank's a step, of its GPUs, over the run's steps") {
  const Report report = evaluate(preset_scenario("llama3-405b-16k-h100"));
  double expected = 0, sum = 0, critical = 0;
  for (const CarriedByKind& rank : report.time->sent)
    for (const Carried& kind : rank) expected += kind.sent.value * 16'384 / 16;
  for (const Carried& kind : report.time->sent[static_cast<std::size_t>(report.time->critical_rank)])
    critical += kind.sent.value * 16'384;
  for (const auto& bytes : report.run.moved) sum += bytes ? bytes->value : 0;
  const double steps = 15.6e12 / (2048 * 8192.0);
  CHECK(sum == doctest::Approx(expected * steps));
  CHECK(sum < critical * steps);  // the first and the last chunk hold an embedding and a loss in place of a layer
}

TEST_CASE("spare nodes are those that the plan leaves idle, and enough for those in repair") {
  const RunReport run = evaluate(preset_scenario("gpt4-25k-a100")).run;
  CHECK(*run.spare_nodes == 5);  // 25,000 - 8·15·208 GPUs
  CHECK(*run.nodes_out == doctest::Approx(*run.failures_per_day * 289 / 419));
  CHECK(*run.spare_nodes_needed > *run.nodes_out);
}

TEST_CASE("the share of the peak is MFU of all GPUs times goodput, also while the batch grows") {
  for (const char* preset : {"gpt4-25k-a100", "llama3-405b-16k-h100"}) {
    CAPTURE(preset);
    const Report report = evaluate(preset_scenario(preset));
    const Plan& plan = report.scenario.plan;
    const auto working = static_cast<double>(plan.tp * plan.pp * plan.cp * *plan.dp);
    CHECK(*report.run.share_of_peak == doctest::Approx(report.throughput->mfu * *report.run.goodput * working /
                                                       static_cast<double>(report.scenario.cluster.gpus)));
  }
  const Report ramped = evaluate(preset_scenario("deepseek-v3-2048-h800"));
  CHECK(*ramped.run.share_of_peak < ramped.throughput->mfu * *ramped.run.goodput);
}

TEST_CASE("what the scenario doesn't say is absent") {
  Scenario scenario = gpt3_on(8, 2, 4);
  scenario.cluster.gpu.price_usd.reset();
  scenario.run.gpu_hour_usd.reset();
  const RunReport run = run_at(scenario, 1e5);
  CHECK_FALSE(run.days.has_value());
  CHECK_FALSE(run.total_flops.has_value());
  CHECK_FALSE(run.capital_usd.has_value());
  CHECK_FALSE(run.rental_usd.has_value());
  CHECK(run.goodput.has_value());
}

TEST_CASE("a run's FLOPs are its tokens times a step's, with or without a time") {
  Scenario scenario = gpt3_on(8, 2, 4);
  scenario.flops_convention = FlopsConvention::six_nd;
  scenario.run.tokens = 300e9;
  const ParameterCounts parameters =
      count_parameters(scenario.model, scenario.plan, stage_layout(scenario.model, scenario.plan));
  // Brown et al. 2020, appendix D: 3.14e23 for 300 billion tokens.
  CHECK(run_of({scenario, parameters, checkpoint}).total_flops->value == doctest::Approx(3.14e23).epsilon(0.01));
}

TEST_CASE("three published runs come out within 15 % of their GPU-hours, nothing tuned to them") {
  struct Published {
    std::string preset;
    double gpu_hours;
  };
  // Llama 3.1's and Llama 2's model cards; DeepSeek-AI 2024, table 1, pre-training of 14.8T tokens.
  for (const Published& run : {Published{"llama3-405b-16k-h100", 30.84e6}, Published{"deepseek-v3-2048-h800", 2.664e6},
                               Published{"llama2-70b-2000-a100", 1'720'320}}) {
    CAPTURE(run.preset);
    const double ours = *evaluate(preset_scenario(run.preset)).run.gpu_hours;
    MESSAGE(run.preset, ": ", ours / run.gpu_hours - 1);
    CHECK(std::abs(ours / run.gpu_hours - 1) < 0.15);
  }
}

TEST_CASE("a schedule without backward passes has no days, no GPU-hours and no rent, and a hint says why") {
  Scenario scenario = gpt3_on(8, 2, 4);
  scenario.run.tokens = 300e9;
  scenario.run.gpu_hour_usd = 2;
  REQUIRE(evaluate(scenario).run.rental_usd.has_value());
  scenario.plan.schedule = ScheduleKind::forward_only;
  const Report report = evaluate(scenario);
  REQUIRE(report.throughput.has_value());
  CHECK_FALSE(report.run.days.has_value());
  CHECK_FALSE(report.run.gpu_hours.has_value());
  CHECK_FALSE(report.run.rental_usd.has_value());
  CHECK_FALSE(report.run.energy_joules.has_value());
  CHECK_FALSE(report.run.failures.has_value());
  CHECK(std::any_of(report.problems.begin(), report.problems.end(),
                    [](const Problem& problem) { return problem.rule == "run-is-trained"; }));
}
