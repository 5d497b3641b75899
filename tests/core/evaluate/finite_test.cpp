#include "core/evaluate/finite.h"

#include <doctest/doctest.h>

#include <limits>

using namespace shardscope;

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("a time report is finite only if every second in it is") {
  TimeReport time;
  time.step = Seconds{1};
  time.stages.resize(2);
  time.step_ends.resize(2);
  CHECK(is_finite(time));
  const auto refused = [&](const auto& broken_at) {
    for (const double value : {endless, -endless, undefined}) {
      TimeReport broken = time;
      broken_at(broken) = value;
      CHECK_FALSE(is_finite(broken));
    }
  };
  refused([](TimeReport& report) -> double& { return report.step.value; });
  refused([](TimeReport& report) -> double& { return report.breakdown.optimizer.value; });
  for (Seconds StageTime::*part : {&StageTime::forward, &StageTime::recompute, &StageTime::backward_input,
                                   &StageTime::backward_weight, &StageTime::idle})
    refused([&](TimeReport& report) -> double& { return (report.stages[1].*part).value; });
  for (TimeRange StepEnd::*part : {&StepEnd::gradients, &StepEnd::optimizer, &StepEnd::parameters})
    for (double TimeRange::*moment : {&TimeRange::start, &TimeRange::end})
      refused([&](TimeReport& report) -> double& { return report.step_ends[0].*part.*moment; });
}

TEST_CASE("of a run each figure that is infinite becomes absent, and stays where it isn't") {
  using R = RunReport;
  for (const double value : {endless, undefined, 2.0}) {
    CAPTURE(value);
    const bool stays = value == 2;
    for (std::optional<double> R::*figure :
         {&R::days,       &R::gpu_hours,        &R::calendar_days,      &R::share_of_peak, &R::goodput,
          &R::failures,   &R::failures_per_day, &R::planned_stops,      &R::checkpoints,   &R::lost_days,
          &R::steps,      &R::checkpoint_days,  &R::restart_days,       &R::planned_days,  &R::nodes_out,
          &R::co2_kg,     &R::spare_nodes,      &R::spare_nodes_needed, &R::energy_joules, &R::power_watts,
          &R::energy_usd, &R::rental_usd,       &R::capital_usd,        &R::amortised_usd, &R::critical_batch_tokens}) {
      R run;
      run.*figure = value;
      CHECK((without_infinities(run).*figure).has_value() == stays);
    }
    for (std::optional<Seconds> R::*time :
         {&R::mean_time_to_failure, &R::checkpoint_stall, &R::checkpoint_lag, &R::checkpoint_interval,
          &R::young_interval, &R::daly_interval, &R::optimal_interval}) {
      R run;
      run.*time = Seconds{value};
      CHECK((without_infinities(run).*time).has_value() == stays);
    }
  }
}

TEST_CASE("of a run's parts those that are infinite become absent: power, costs, bytes, what a scaling law says") {
  for (const double value : {endless, undefined, 2.0}) {
    CAPTURE(value);
    const bool stays = value == 2;
    RunReport run;
    run.power_parts[1] = {Spending::gpus, value};
    run.total_flops = Flops{value};
    run.costs[1] = Cost{CostWay::own, {{{Spending::gpus, value}, {}, {}}}};
    run.moved[1] = Bytes{value};
    run = without_infinities(run);
    CHECK((run.power_parts[1].what == Spending::gpus) == stays);
    CHECK(run.total_flops.has_value() == stays);
    CHECK(run.costs[1].has_value() == stays);
    CHECK(run.moved[1].has_value() == stays);
    for (double ScalingHint::*end : {&ScalingHint::tokens_high, &ScalingHint::loss_high}) {
      run.scaling = ScalingHint{1, 1, 1, 1};
      *run.scaling.*end = value;
      CHECK(without_infinities(run).scaling.has_value() == stays);
    }
  }
}
