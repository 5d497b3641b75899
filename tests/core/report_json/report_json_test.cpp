#include "core/report_json/report_json.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "core/inspect/time_lost.h"
#include "core/presets/presets.h"
#include "tests/core/sample_report.h"
#include "tests/core/step/preset_scenarios.h"
#include "tests/source_path.h"

using namespace shardscope;
using Json = nlohmann::ordered_json;

namespace {

// Every key that the contract lists, as JSON pointers; 0 stands for each entry of an array that isn't empty.
const std::vector<std::string> contract_keys = {"/scenario",
                                                "/problems",
                                                "/valid",
                                                "/fits",
                                                "/parameters/total",
                                                "/parameters/active",
                                                "/parameters/embedding",
                                                "/parameters/per_layer",
                                                "/parameters/per_stage",
                                                "/parameters/padding",
                                                "/parameters/mtp",
                                                "/memory/stages",
                                                "/memory/peak_bytes",
                                                "/memory/peak_stage",
                                                "/memory/capacity_bytes",
                                                "/memory/stages/0/stage",
                                                "/memory/stages/0/weights_bytes",
                                                "/memory/stages/0/gradients_bytes",
                                                "/memory/stages/0/optimizer_bytes",
                                                "/memory/stages/0/activations_bytes",
                                                "/memory/stages/0/buffers_bytes",
                                                "/memory/stages/0/total_bytes",
                                                "/memory/stages/0/allocated_bytes",
                                                "/memory/stages/0/reserved_bytes",
                                                "/memory/stages/0/micro_batches_in_flight",
                                                "/memory/megatron_report/weight_and_optimizer_bytes",
                                                "/memory/megatron_report/activation_bytes",
                                                "/time/step_seconds",
                                                "/time/stages",
                                                "/time/breakdown_seconds/compute",
                                                "/time/breakdown_seconds/recompute",
                                                "/time/breakdown_seconds/tp_comm",
                                                "/time/breakdown_seconds/cp_comm",
                                                "/time/breakdown_seconds/ep_comm",
                                                "/time/breakdown_seconds/pp_comm",
                                                "/time/breakdown_seconds/dp_comm",
                                                "/time/breakdown_seconds/bubble",
                                                "/time/breakdown_seconds/optimizer",
                                                "/time/breakdown_seconds/other",
                                                "/time/time_lost_seconds/at_peak",
                                                "/time/time_lost_seconds/memory_bound",
                                                "/time/time_lost_seconds/slowest",
                                                "/pipeline/bubble_fraction",
                                                "/pipeline/bubble_share_of_step",
                                                "/pipeline/makespan_seconds",
                                                "/pipeline/passes",
                                                "/throughput/tokens_per_second",
                                                "/throughput/tokens_per_second_per_gpu",
                                                "/throughput/model_flops_per_gpu_per_second",
                                                "/throughput/hardware_flops_per_gpu_per_second",
                                                "/throughput/mfu",
                                                "/throughput/hfu",
                                                "/throughput/by_convention/megatron/mfu",
                                                "/throughput/by_convention/megatron-causal/mfu",
                                                "/throughput/by_convention/6nd/mfu",
                                                "/throughput/by_convention/palm/model_flops_per_gpu_per_second",
                                                "/throughput/by_convention/llama3/mfu",
                                                "/throughput/by_convention/dgxc-mha/mfu",
                                                "/communication",
                                                "/run/days",
                                                "/run/gpu_hours",
                                                "/run/total_flops",
                                                "/run/goodput",
                                                "/run/failures",
                                                "/run/energy_joules",
                                                "/run/power_watts",
                                                "/run/energy_usd",
                                                "/run/rental_usd",
                                                "/run/capital_usd",
                                                "/run/checkpoint_interval_seconds"};

const std::vector<std::string> stage_time_keys = {"forward_seconds", "backward_input_seconds",
                                                  "backward_weight_seconds", "idle_seconds"};
const std::vector<std::string> communication_keys = {
    "kind", "collective", "algorithm", "group_size", "crosses", "bytes_per_gpu_per_step", "seconds", "exposed_seconds"};

void check_contract(const Json& json) {
  for (const std::string& key : contract_keys) {
    CAPTURE(key);
    CHECK(json.contains(Json::json_pointer(key)));
  }
  for (const Json& stage : json["time"]["stages"])
    for (const std::string& key : stage_time_keys) CHECK(stage.contains(key));
  for (const Json& group : json["communication"])
    for (const std::string& key : communication_keys) CHECK(group.contains(key));
}

const Presets& presets() {
  static const Presets loaded = value_of(load_presets(source_path("presets")));
  return loaded;
}

}  // namespace

TEST_CASE("every number is written under its key") {
  const Json json = report_json(tests::sample_report());
  check_contract(json);
  CHECK(json["parameters"]["active"] == 600);
  CHECK(json["parameters"]["per_stage"] == Json{375, 325});
  CHECK(json["parameters"]["by_component"]["mlp"] == 300);
  CHECK(json["memory"]["peak_stage"] == 1);
  CHECK(json["memory"]["stages"][1]["optimizer_bytes"] == 6e9);
  CHECK(json["memory"]["stages"][0]["parts"][0]["factors"][1]["unit"] == "bytes");
  CHECK(json["memory"]["stages"][0]["parts"][0]["factors"][0]["unit"].is_null());
  CHECK(json["memory"]["megatron_report"]["activation_bytes"] == 12e9);
  CHECK(json["time"]["step_seconds"] == 9.109375);
  CHECK(json["time"]["breakdown_seconds"]["compute"] == 3);
  CHECK(json["time"]["compute_split_seconds"]["below_peak"] == 2);
  CHECK(json["time"]["stages"][1]["idle_seconds"] == 3);
  CHECK(json["pipeline"]["bubble_fraction"] == 0.5);
  // The same idle time, of the step.
  CHECK(json["pipeline"]["bubble_share_of_step"].get<double>() ==
        doctest::Approx(0.5 * json["pipeline"]["makespan_seconds"].get<double>() / 9.109375));
  CHECK(json["pipeline"]["passes"] == 4);
  CHECK(json["pipeline"]["schedule"] == "1f1b");
  CHECK(json["pipeline"]["idle_per_rank"].size() == 2);
  CHECK(json["pipeline"]["idle_per_rank"][1]["warm_up_seconds"] == 1);
  CHECK(json["pipeline"]["idle_per_rank"][0]["waiting_seconds"] == 2);
  CHECK(json["throughput"]["hfu"] == 0.48);
  CHECK(json["throughput"]["by_convention"]["palm"]["mfu"].get<double>() == doctest::Approx(0.33));
  CHECK(json["communication"][0]["crosses"] == "node");
  CHECK(json["communication"][0]["algorithm_bandwidth"] == 14e9);
  CHECK(json["communication"][0]["bus_bandwidth"] == 12e9);
  CHECK(json["communication"][0]["levels"] == Json::array({"node"}));
  CHECK(json["run"]["days"] == 90.5);
  CHECK(json["run"]["calendar_days"] == 95.25);
  CHECK(json["run"]["checkpoint_interval_seconds"] == 1800);
  CHECK(json["problems"][0]["severity"] == "warning");
}

TEST_CASE("the breakdown has the contract's ten parts and no other, and they add up to the step") {
  const Json breakdown = report_json(tests::sample_report())["time"]["breakdown_seconds"];
  CHECK(breakdown.size() == 10);
  double sum = 0;
  for (const Json& part : breakdown) sum += part.get<double>();
  CHECK(sum == doctest::Approx(9.109375));
}

TEST_CASE("what isn't known is null under the same keys, never 0") {
  Report report = tests::sample_report();
  report.time.reset();
  report.timeline.reset();
  report.throughput.reset();
  report.run = {};
  const Json json = report_json(report);
  check_contract(json);
  CHECK(json["time"]["step_seconds"].is_null());
  for (const Json& part : json["time"]["breakdown_seconds"]) CHECK(part.is_null());
  for (const Json& part : json["run"]) CHECK(part.is_null());
  CHECK(json["pipeline"]["passes"].is_null());
  CHECK(json["throughput"]["mfu"].is_null());
  CHECK(json["throughput"]["by_convention"]["6nd"]["mfu"].is_null());
}

TEST_CASE("a number that isn't finite is null") {
  Report report = tests::sample_report();
  report.time->step = Seconds{std::numeric_limits<double>::infinity()};
  report.run.days = std::nan("");
  const Json json = report_json(report);
  CHECK(json["time"]["step_seconds"].is_null());
  CHECK(json["run"]["days"].is_null());
}

TEST_CASE("numbers read back exactly as they were") {
  Report report = tests::sample_report();
  for (const double value : {0.1, 1.0 / 3, 1e300, 5e-324, 123456789.123456789, 0x1.fffffffffffffp+1023}) {
    report.run.days = value;
    CHECK(Json::parse(report_json(report).dump())["run"]["days"].get<double>() == value);
  }
}

TEST_CASE("every preset scenario's report has every key of the contract, and known figures where it is valid") {
  REQUIRE_FALSE(presets().scenarios.empty());
  for (const auto& [scenario, launch] : presets().scenarios) {
    CAPTURE(scenario.preset);
    const Report report = evaluate(scenario);
    const Json json = Json::parse(report_json(report).dump());
    check_contract(json);
    CHECK(json["valid"] == true);
    for (const char* key : {"/memory/peak_bytes", "/time/step_seconds", "/throughput/mfu", "/pipeline/bubble_fraction",
                            "/parameters/total"}) {
      CAPTURE(key);
      CHECK(json.at(Json::json_pointer(key)).is_number());
    }
    double sum = 0;
    for (const Json& part : json["time"]["breakdown_seconds"]) sum += part.get<double>();
    CHECK(sum == doctest::Approx(json["time"]["step_seconds"].get<double>()).epsilon(1e-9));
    for (const Json& stage : json["memory"]["stages"]) {
      double bytes = 0;
      for (const Json& part : stage["parts"]) bytes += part["bytes"].get<double>();
      CHECK(bytes == doctest::Approx(stage["total_bytes"].get<double>()).epsilon(1e-9));
    }
  }
}

TEST_CASE(
    "with every stage's tensors come the buckets of its exchange; each kind of traffic says what share is hidden") {
  const Report report = evaluate(*presets().scenario("llama3-70b-4096-h100"));
  const Json json = report_json(report, TensorLists::every_stage);
  const Json& ranks = json["pipeline"]["exchange"];
  REQUIRE(ranks.size() == static_cast<std::size_t>(report.timeline->ranks));
  for (const Json& rank : ranks) {
    CHECK(rank.size() > 1);
    for (const Json& bucket : rank) {
      CHECK((bucket["kind"] == "gradients" || bucket["kind"] == "parameters"));
      CHECK(bucket["end_seconds"].get<double>() > bucket["start_seconds"].get<double>());
    }
  }
  for (const Json& line : json["communication"]) {
    CHECK(line["hidden_share"].get<double>() <= 1);
    if (line["kind"] == "dp") CHECK(line["hidden_share"].get<double>() > 0.5);
  }
  CHECK_FALSE(report_json(report, TensorLists::peak_stage)["pipeline"].contains("exchange"));
}

TEST_CASE("the time lost that is written is what the step takes beyond its ideal, each none or more") {
  Scenario scenario = preset_scenario("deepseek-v3-2048-h800");
  scenario.plan.expert_imbalance = 1.2;
  scenario.run.jitter = 0.02;
  const Json time = report_json(evaluate(scenario), TensorLists::none)["time"];
  const Json& lost = time["time_lost_seconds"];
  CHECK(lost.size() == time_lost_count);
  double beyond = 0;
  for (const auto& [name, seconds] : lost.items()) {
    CHECK(seconds.get<double>() >= 0);
    if (name != "at_peak") beyond += seconds.get<double>();
  }
  CHECK(beyond == doctest::Approx(time["step_seconds"].get<double>() - lost["at_peak"].get<double>()).epsilon(1e-9));
  CHECK(lost["expert_imbalance"].get<double>() > 0);
  CHECK(lost["slowest"].get<double>() > 0);
}
