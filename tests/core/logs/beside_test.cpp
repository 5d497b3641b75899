#include "core/logs/beside.h"

#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;

namespace {

MeasuredLog run_of(double step) {
  MeasuredLog log;
  log.step_seconds = TypicalFigure{step, step, step};
  log.flops_rate_per_gpu = 4e14;
  log.convention = FlopsConvention::torchtitan;
  log.reserved_bytes = 7e10;
  return log;
}

}  // namespace

TEST_CASE("what was measured stands beside the report's figures with their range") {
  const Report report = evaluate(with_defaults(Scenario(*tests::real_presets().scenario("llama3-70b-4096-h100"))));
  REQUIRE(report.time);
  const double step = report.time->step.value;
  const auto beside = beside_prediction(run_of(2 * step), report);
  REQUIRE(beside);
  const auto row = [&](BesideFigure figure) { return beside->rows[index_of(figure)]; };
  CHECK(row(BesideFigure::step_seconds).predicted == doctest::Approx(step));
  CHECK(row(BesideFigure::step_seconds).difference == doctest::Approx(1.0));
  REQUIRE(row(BesideFigure::step_seconds).range);
  CHECK(row(BesideFigure::step_seconds).range->low < step);
  CHECK(row(BesideFigure::step_seconds).range->high > step);
  CHECK(row(BesideFigure::tokens_per_second_per_gpu).range->low <
        *row(BesideFigure::tokens_per_second_per_gpu).predicted);
  CHECK_FALSE(row(BesideFigure::tokens_per_second_per_gpu).measured);
  CHECK_FALSE(row(BesideFigure::tokens_per_second_per_gpu).difference);
  const auto& torchtitan = report.throughput->by_convention[index_of(FlopsConvention::torchtitan)];
  CHECK(row(BesideFigure::model_flops_per_gpu_per_second).predicted ==
        doctest::Approx(torchtitan.model_flops_per_gpu.value));
  CHECK(row(BesideFigure::reserved_bytes).predicted > row(BesideFigure::allocated_bytes).predicted);
  REQUIRE(row(BesideFigure::reserved_bytes).range);
  CHECK(row(BesideFigure::reserved_bytes).range->low < *row(BesideFigure::reserved_bytes).predicted);
  CHECK(row(BesideFigure::allocated_bytes).range->high > *row(BesideFigure::allocated_bytes).predicted);
}

TEST_CASE("beside a plan that no machine could run stands nothing") {
  Report report;
  report.valid = false;
  CHECK_FALSE(beside_prediction(run_of(1), report));
}
