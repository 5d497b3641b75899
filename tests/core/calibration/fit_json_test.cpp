#include "core/calibration/fit_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/core/calibration/own_runs.h"

using namespace shardscope;

TEST_CASE("a fit as JSON has every run before and after, and every constant with what is left of its spread") {
  CalibratedValues factors = ones();
  factors[index_of(CalibratedConstant::products)] = 1.05;
  const CalibrationFit fit = calibrate("lab", runs_with(factors, 2));
  const auto json = calibration_fit_json(fit, *all_presets().gpu("h100-sxm"));
  CHECK(json["name"] == "lab");
  CHECK(json["gpu"] == "h100-sxm");
  REQUIRE(json["runs"].size() == 2);
  CHECK(json["runs"][0]["after_seconds"] > json["runs"][0]["before_seconds"]);
  CHECK(json["runs"][0]["range_after"][0] < json["runs"][0]["after_seconds"]);
  REQUIRE(json["constants"].size() == calibrated_count);
  CHECK(json["constants"][0]["name"] == "products");
  CHECK(json["constants"][0]["factor"] > 1);
  CHECK(json["constants"][0]["left"] < 1);
}
