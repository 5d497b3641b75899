#include "core/logs/log_json.h"

#include <nlohmann/json.hpp>

#include "tests/core/logs/cases.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

nlohmann::ordered_json json_of(const std::string& file) {
  const MeasuredLog log = log_of(log_text(file));
  return log_json(file, log, plan_of_log(log, real_presets()), {}, nlohmann::ordered_json::array());
}

}  // namespace

TEST_CASE("a log's JSON has every key of the contract, null where the log doesn't say") {
  const nlohmann::ordered_json json = json_of("megatron-pairs.log");
  for (const char* key : {"file",
                          "framework",
                          "iterations",
                          "skipped",
                          "step_seconds",
                          "step_seconds_p10",
                          "step_seconds_p90",
                          "tokens_per_second_per_gpu",
                          "samples_per_second",
                          "model_flops_per_gpu_per_second",
                          "allocated_bytes",
                          "reserved_bytes",
                          "plan",
                          "model",
                          "scenario",
                          "gpus",
                          "predicted",
                          "explanations",
                          "timers",
                          "step_growth",
                          "times_unread"}) {
    CAPTURE(key);
    CHECK(json.contains(key));
  }
  CHECK(json["step_seconds"] == 2.0);
  CHECK(json["allocated_bytes"].is_null());
  CHECK(json["gpus"].is_null());
  CHECK(json["model"].is_null());
  CHECK(json["scenario"].is_null());
  CHECK(json["predicted"].is_null());
  CHECK(json["plan"]["global_batch"] == 64);
  CHECK(json["explanations"].empty());
}

TEST_CASE("a dump's plan and model stand under the scenario's keys") {
  const nlohmann::ordered_json json = json_of("megatron-ranks.log");
  CHECK(json["plan"]["tp"] == 2);
  CHECK(json["plan"]["dp"] == 2);
  CHECK(json["model"]["num_hidden_layers"] == 24);
  CHECK(json["gpus"] == 8);
  CHECK(json["scenario"]["plan"] == json["plan"]);
  CHECK(json["skipped"] == 4);
  CHECK(json["memory_by_rank"].size() == 2);
}
