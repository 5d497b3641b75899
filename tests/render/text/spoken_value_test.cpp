#include "render/text/spoken_value.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a field's value is said in its unit, a choice by its label, a switch as on or off") {
  const auto said = [](std::string_view path, const FieldValue& value) {
    return spoken_value(*find_field(path), value);
  };
  CHECK(said("run.storage_bandwidth", 50e9) == "50.0 GB/s");
  CHECK(said("run.tokens", 13e12) == "13 T");
  CHECK(said("model.rope_theta", 500'000.0) == "500,000");
  CHECK(said("run.detection_seconds", 86'400.0) == "1 day");
  CHECK(said("plan.sequence_length", std::int64_t{8192}) == "8,192");
  CHECK(said("plan.precision", std::int64_t{0}) == "bf16");
  CHECK(said("plan.fragmentation", 0.06) == "6 %");
  CHECK(said("run.jitter", 0.0) == "0 %");
  CHECK(said("run.planned_stops_per_failure", 0.125) == "12.5 %");
  CHECK(said("plan.cuda_graphs", true) == "on");
  CHECK(said("run.slow_rank", std::monostate{}) == "none");
  CHECK(said("plan.prefetch_layers", std::monostate{}) == "default");
}

TEST_CASE("a plan's degrees are said with the GPUs that they put to work") {
  Plan plan;
  plan.tp = 8, plan.pp = 6, plan.dp = 1040;
  CHECK(degrees_multiplied(plan) == "8 × 6 × 1,040 = 49,920");
  plan.cp = 2, plan.dp = 4;
  CHECK(degrees_multiplied(plan) == "8 × 6 × 2 × 4 = 384");
}
