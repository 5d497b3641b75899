#include "core/inspect/in_force.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("what a scenario leaves unsaid has the value that the run is made with") {
  Scenario scenario = preset_scenario("gpt4-25k-a100");
  const Report report = evaluate(scenario);
  CHECK(*run_value_in_force("run.mtbf_gpu_hours", report) == default_mtbf_gpu_hours);
  CHECK(*run_value_in_force("run.storage_bandwidth", report) == doctest::Approx(25'000 * 2e12 / 16'384));
  CHECK(*run_value_in_force("run.checkpoint_seconds", report) == report.run.checkpoint_stall->value);
  CHECK(*run_value_in_force("run.checkpoint_interval_seconds", report) == report.run.checkpoint_interval->value);
  CHECK(*run_value_in_force("run.critical_batch_tokens", report) == *report.run.critical_batch_tokens);
  CHECK(*run_value_in_force("run.batch_ramp_start", report) == 7280);
  // Said in so many words it is the same run.
  scenario.run.mtbf_gpu_hours = *run_value_in_force("run.mtbf_gpu_hours", report);
  scenario.run.storage_bandwidth = *run_value_in_force("run.storage_bandwidth", report);
  CHECK(*evaluate(scenario).run.calendar_days == doctest::Approx(*report.run.calendar_days));
}

TEST_CASE("where nothing is taken there is no value") {
  Scenario scenario = preset_scenario("gpt4-25k-a100");
  CHECK_FALSE(run_value_in_force("run.mtbf_node_hours", evaluate(scenario)).has_value());
  CHECK_FALSE(run_value_in_force("plan.tp", evaluate(scenario)).has_value());
  scenario.run.mtbf_node_hours = 3692;
  CHECK_FALSE(run_value_in_force("run.mtbf_gpu_hours", evaluate(scenario)).has_value());
}
