#include "core/measured/measured_again.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/core/measured/cases.h"
#include "tests/core/step/preset_scenarios.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

MeasuredRun run_of(std::int64_t tp, double year, double seconds) {
  MeasuredRun run;
  run.scenario = gpt3_on(tp, 1, 1);
  run.scenario->software.year = year;
  run.measured[index_of(MeasuredField::step_seconds)] = seconds;
  return run;
}

}  // namespace

TEST_CASE("each run of a configuration is held against the one before it in age") {
  const std::vector<MeasuredRun> runs = {run_of(8, 2026, 12.1), run_of(4, 2025, 30), run_of(8, 2024, 10),
                                         run_of(8, 2025, 11)};
  const std::optional<ErrorSummary> again = measured_again(runs);
  REQUIRE(again);
  CHECK(again->count == 2);
  CHECK(again->median_absolute_error == doctest::Approx(0.1));
  CHECK(again->mean_error == doctest::Approx(0.1));
}

TEST_CASE("the deviation that diagnosis and calibration count with is that of the public runs") {
  std::ifstream file(source_path("presets/measured/public_runs.json"));
  const std::vector<MeasuredRun> runs =
      runs_of(std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>()));
  const std::optional<ErrorSummary> again = measured_again(runs);
  REQUIRE(again);
  CHECK(again->median_absolute_error / 0.6745 == doctest::Approx(measured_again_deviation).epsilon(0.1));
}

TEST_CASE("runs of other plans, and runs without a time, are held against nothing") {
  std::vector<MeasuredRun> runs = {run_of(8, 2024, 10), run_of(4, 2025, 30)};
  CHECK_FALSE(measured_again(runs));
  runs.push_back(run_of(8, 2025, 11));
  runs.back().measured[index_of(MeasuredField::step_seconds)].reset();
  CHECK_FALSE(measured_again(runs));
}
