#include "app/output/runs/calibration_page.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace shardscope;

namespace {

CalibrationFit small_fit() {
  CalibrationFit fit;
  fit.calibration.name = "Lab";
  fit.calibration.runs = {"a.log"};
  fit.changes = {{CalibratedConstant::products, 1.05, {0.04, 0.05}, 0.6, true},
                 {CalibratedConstant::grouped, 1, {0.08, 0.06}, 1, false}};
  fit.observations = {
      {"a.log", 10, 9, 9.9, SecondsRange{Seconds{8}, Seconds{10}}, SecondsRange{Seconds{9}, Seconds{10}}}};
  fit.unpredicted = {"b.log"};
  return fit;
}

}  // namespace

TEST_CASE("the page says how far each constant moved, what that makes of each run, and where it is kept") {
  Gpu base;
  base.title = "H100 SXM";
  const std::string page = text_of(calibration_page(small_fit(), base, "lab", "presets/gpus/lab.json"));
  CAPTURE(page);
  for (const char* words :
       {"Calibration lab of H100 SXM", "1 run", "Products in 16 bits", "+5.0%", "60.0 %", "−10.0%", "−1.0%",
        "9.0 to 10.0 s", "--set cluster.gpu=lab", "presets/gpus/lab.json", "nothing can be predicted of them: b.log"}) {
    CAPTURE(words);
    CHECK(page.find(words) != std::string::npos);
  }
  CHECK(page.find("Experts' products") == std::string::npos);
}

TEST_CASE("ranges narrow by the ratio of their logarithms") {
  CHECK(narrowing(small_fit()) == doctest::Approx(std::log(10.0 / 9) / std::log(10.0 / 8) - 1));
  CHECK(narrowing({}) == 0);
}
