#include "core/diagnosis/explanations_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace shardscope;

TEST_CASE("an explanation has the contract's keys, in SI units") {
  WeighedCause each;
  each.cause = Cause::gpu_clock;
  each.likelihood = 0.6, each.likely = true, each.strength = 0.7;
  each.step = Seconds{2.5}, each.saved = Seconds{0.5};
  const nlohmann::ordered_json json = explanations_json({each});
  REQUIRE(json.size() == 1);
  CHECK(json[0]["what"] == "Another GPU clock");
  CHECK(json[0]["cause"] == "gpu-clock");
  CHECK(json[0]["likelihood"] == 0.6);
  CHECK(json[0]["likely"] == true);
  CHECK(json[0]["step_seconds"] == 2.5);
  CHECK(json[0]["saved_seconds"] == 0.5);
  CHECK(json[0]["allocated_bytes"].is_null());
  CHECK(explanations_json({}).is_array());
}
