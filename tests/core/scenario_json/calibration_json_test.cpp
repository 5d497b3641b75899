#include "core/scenario_json/calibration_json.h"

#include <doctest/doctest.h>

#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

Calibration some_calibration() {
  Calibration calibration;
  calibration.name = "lab", calibration.gpu_title = "H100 SXM";
  calibration.runs = {"a.log", "b.log"};
  calibration.factors[index_of(CalibratedConstant::products)] = 1.04;
  calibration.left[0][0] = 0.5;
  calibration.left[0][1] = calibration.left[1][0] = -0.25;
  return calibration;
}

Gpu gpu_read_from(const nlohmann::ordered_json& json, std::vector<Problem>* problems = nullptr) {
  const Outcome<Gpu> gpu = parse_gpu(json.dump(), real_presets());
  if (!succeeded(gpu) && problems != nullptr) *problems = problems_of(gpu);
  return succeeded(gpu) ? value_of(gpu) : Gpu{};
}

}  // namespace

TEST_CASE("a GPU's calibration is written and read back whole, also within a scenario") {
  Gpu gpu = *real_presets().gpu("h100-sxm");
  CHECK_FALSE(gpu_json(gpu).contains("calibration"));
  gpu.calibration = some_calibration();
  CHECK(gpu_read_from(gpu_json(gpu)).calibration == gpu.calibration);
  LaunchedScenario said = *real_presets().launched("llama3-70b-4096-h100");
  said.scenario.cluster.gpu = gpu;
  const Outcome<ParsedScenario> again = parse_scenario(write_scenario(said, real_presets()), real_presets());
  REQUIRE(succeeded(again));
  CHECK(value_of(again).said.scenario.cluster.gpu.calibration == gpu.calibration);
}

TEST_CASE("an uncalibrated GPU can be had of a calibrated one's preset") {
  Presets presets = real_presets();
  Gpu own = *presets.gpu("h100-sxm");
  own.preset = "own", own.calibration = some_calibration();
  presets.gpus.push_back(own);
  LaunchedScenario said = *presets.launched("llama3-70b-4096-h100");
  said.scenario.cluster.gpu = own;
  said.scenario.cluster.gpu.calibration = {};
  const Outcome<ParsedScenario> again = parse_scenario(write_scenario(said, presets), presets);
  REQUIRE(succeeded(again));
  CHECK_FALSE(value_of(again).said.scenario.cluster.gpu.calibration.stands());
}

TEST_CASE("what is wrong in a calibration is said with its place") {
  const auto refusal = [](const char* calibration) {
    auto json = gpu_json(*real_presets().gpu("h100-sxm"));
    json["calibration"] = nlohmann::ordered_json::parse(calibration);
    std::vector<Problem> problems;
    (void)gpu_read_from(json, &problems);
    return problems.empty() ? std::string() : problems.front().path + ": " + problems.front().message;
  };
  CHECK(refusal(R"({"factors": {}})").find("cluster.gpu.calibration.runs") == 0);
  CHECK(refusal(R"({"runs": []})").find("isn't a list of one to 1000 names") != std::string::npos);
  CHECK(refusal(R"({"runs": ["a"], "factors": {"product": 1}})").find("did you mean \"products\"?") !=
        std::string::npos);
  CHECK(refusal(R"({"runs": ["a"], "factors": {"products": 0}})").find("isn't a number from 0.05 to 20") !=
        std::string::npos);
  CHECK(refusal(R"({"runs": ["a"], "left": {"products": {"products": 2}}})").find("isn't a number from -1 to 1") !=
        std::string::npos);
  CHECK(refusal(R"({"runs": ["a"], "lft": {}})").find("there is no such key") != std::string::npos);
  CHECK(refusal("7").find("isn't") != std::string::npos);
}
