#include "core/run/run.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

RunReport run_at(const Scenario& scenario, double tokens_per_second) {
  Throughput throughput;
  throughput.tokens_per_second = tokens_per_second;
  const ParameterCounts parameters =
      count_parameters(scenario.model, scenario.plan, stage_layout(scenario.model, scenario.plan));
  return run_of(scenario, parameters, &throughput);
}

}  // namespace

TEST_CASE("Llama 3's log gives a failure every 50,700 GPU-hours, one in three hours on 16,384 GPUs") {
  CHECK(default_mtbf_gpu_hours == doctest::Approx(50'700).epsilon(0.002));
  CHECK(default_mtbf_gpu_hours / 16384 == doctest::Approx(3.1).epsilon(0.01));
}

TEST_CASE("the best checkpoint interval is Young's and Daly's, and loses least") {
  // C = 60 s, M = 3 h: sqrt(2·60·10800) - 60 = 1078 s.
  const Seconds checkpoint{60}, mean_time{10'800}, restart{600};
  const Seconds best = optimal_checkpoint_interval(checkpoint, mean_time);
  CHECK(best.value == doctest::Approx(std::sqrt(2.0 * 60 * 10'800) - 60));
  const double at_best = goodput(best, checkpoint, restart, mean_time);
  CHECK(at_best > goodput(0.7 * best, checkpoint, restart, mean_time));
  CHECK(at_best > goodput(1.4 * best, checkpoint, restart, mean_time));
  CHECK(optimal_checkpoint_interval(Seconds{6000}, mean_time) == mean_time);
}

TEST_CASE("goodput without failures is what checkpoints leave, and falls with every cost") {
  const Seconds interval{1000}, checkpoint{60}, restart{600};
  CHECK(goodput(interval, checkpoint, restart, Seconds{1e12}) == doctest::Approx(1000.0 / 1060).epsilon(1e-6));
  const double good = goodput(interval, checkpoint, restart, Seconds{10'000});
  CHECK(goodput(interval, checkpoint, Seconds{1200}, Seconds{10'000}) < good);
  CHECK(goodput(interval, Seconds{120}, restart, Seconds{10'000}) < good);
  CHECK(goodput(interval, checkpoint, restart, Seconds{5'000}) < good);
  CHECK(goodput(interval, checkpoint, restart, Seconds{1e-9}) == 0);
}

TEST_CASE("days, GPU-hours and money follow from tokens a second") {
  Scenario scenario = gpt3_on(8, 2, 4);
  scenario.run.tokens = 86'400e6;
  scenario.run.gpu_hour_usd = 2;
  scenario.run.mtbf_gpu_hours = 1e15;
  scenario.run.checkpoint_interval_seconds = 1e9;
  scenario.run.checkpoint_seconds = 0;
  const RunReport run = run_at(scenario, 1e5);  // 864,000 s
  CHECK(*run.days == doctest::Approx(10));
  CHECK(*run.gpu_hours == doctest::Approx(10 * 24 * 64));
  CHECK(*run.goodput == doctest::Approx(1).epsilon(1e-3));
  CHECK(*run.rental_usd == doctest::Approx(10 * 24 * 64 * 2).epsilon(1e-3));
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
}

TEST_CASE("watts are all-in, else the server's with the building's, else unknown") {
  Cluster cluster;
  cluster.pue = 1.2;
  CHECK_FALSE(watts_per_gpu(cluster).has_value());
  cluster.gpu.server_watts_per_gpu = 1000;
  CHECK(*watts_per_gpu(cluster) == doctest::Approx(1200));
  cluster.watts_per_gpu_all_in = 1500;
  CHECK(*watts_per_gpu(cluster) == 1500);
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
  CHECK(run_of(scenario, parameters, nullptr).total_flops->value == doctest::Approx(3.14e23).epsilon(0.01));
}
