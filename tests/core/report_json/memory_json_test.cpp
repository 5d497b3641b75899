#include "core/report_json/memory_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;
using Json = nlohmann::ordered_json;

TEST_CASE("tensors are listed for the stages asked for, and sum to each stage's components") {
  const Report report = evaluate(preset_scenario("llama3-405b-16k-h100"));
  const auto listed = [&](TensorLists which) {
    const Json json = report_json(report, which);
    std::size_t stages = 0;
    for (const Json& stage : json["memory"]["stages"]) {
      if (!stage.contains("tensors")) continue;
      ++stages;
      double sums[2] = {};
      for (const Json& tensor : stage["tensors"])
        for (const int c : {0, 1})
          if (tensor["component"] == (c == 0 ? "weights" : "activations")) sums[c] += tensor["bytes"].get<double>();
      CHECK(sums[0] == doctest::Approx(stage["weights_bytes"].get<double>()).epsilon(1e-12));
      CHECK(sums[1] == doctest::Approx(stage["activations_bytes"].get<double>()).epsilon(1e-12));
    }
    return stages;
  };
  CHECK(listed(TensorLists::none) == 0);
  CHECK(listed(TensorLists::peak_stage) == 1);
  CHECK(listed(TensorLists::every_stage) == report.memory.stages.size());
}

TEST_CASE("a tensor's entry says where it is, its shape in symbols and numbers, and what becomes of it") {
  const Report report = evaluate(preset_scenario("llama3-405b-16k-h100"));
  const Json json = report_json(report, TensorLists::every_stage);
  bool found = false;
  for (const Json& tensor : json["memory"]["stages"][1]["tensors"]) {
    if (tensor["name"] != "input of gate and up") continue;
    found = true;
    CHECK(tensor["component"] == "activations");
    CHECK(tensor["part"] == "dense layers");
    CHECK(tensor["group"] == "MLP");
    CHECK(tensor["shape"] == "[s/cp/tp, b, h]");
    CHECK(tensor["shape_numbers"] == Json::array({1024.0, 1.0, 16384.0}));
    CHECK(tensor["dtype"] == "bf16");
    CHECK(tensor["fate"] == "kept as a slice, gathered again in the backward pass");
    CHECK(tensor["bytes"].get<double>() == 1024.0 * 16384 * 2 * tensor["count"].get<double>());
    CHECK(tensor["role"].is_null());
    CHECK_FALSE(tensor["source"].is_null());
  }
  CHECK(found);
}
