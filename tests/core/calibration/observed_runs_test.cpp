#include "core/calibration/observed_runs.h"

#include <doctest/doctest.h>

#include "core/measured/compare.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

MeasuredRun run_that_says(MeasuredField field, double value) {
  MeasuredRun run;
  run.id = "own";
  run.scenario = gpt3_on(8, 8, 4);
  run.measured[index_of(field)] = value;
  return run;
}

}  // namespace

TEST_CASE("a run's step is what it says, or what its rate comes to") {
  CHECK(*measured_step_seconds(run_that_says(MeasuredField::step_seconds, 12.5)) == 12.5);
  const MeasuredFigures predicted = compare_run(run_that_says(MeasuredField::step_seconds, 1)).predicted;
  for (const MeasuredField field :
       {MeasuredField::tokens_per_second_per_gpu, MeasuredField::model_flops_per_gpu_per_second, MeasuredField::mfu}) {
    CAPTURE(measured_field_names[index_of(field)]);
    const double half = *predicted[index_of(field)] / 2;  // half the rate, twice the time
    CHECK(*measured_step_seconds(run_that_says(field, half)) ==
          doctest::Approx(2 * *predicted[index_of(MeasuredField::step_seconds)]));
  }
}

TEST_CASE("a run that says memory alone, or has no scenario, is no observation") {
  CHECK_FALSE(observed_run(run_that_says(MeasuredField::peak_memory_bytes, 6e10)));
  MeasuredRun unread = run_that_says(MeasuredField::step_seconds, 1);
  unread.scenario.reset();
  CHECK_FALSE(observed_run(unread));
}

TEST_CASE("a calibrated GPU is called by both names, the last calibration's alone") {
  Gpu base = *all_presets().gpu("h100-sxm");
  Calibration first, second;
  first.name = "May", first.runs = {"a"}, second.name = "June", second.runs = {"b"};
  Gpu may = calibrated_gpu(base, first, "may");
  CHECK(may.preset == "may");
  CHECK(may.title == base.title + " (May)");
  const Gpu june = calibrated_gpu(may, second, "june");
  CHECK(june.title == base.title + " (June)");
  second.gpu_title = base.title;
  CHECK(june.calibration == second);
  may.calibration.gpu_title.clear();  // as calibrations before they kept it
  CHECK(calibrated_gpu(may, second, "june").title == base.title + " (June)");
}
