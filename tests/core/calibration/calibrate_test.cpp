#include "core/calibration/calibrate.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/core/calibration/own_runs.h"

using namespace shardscope;

namespace {

CalibratedValues slower_products() {
  CalibratedValues factors = ones();
  factors[index_of(CalibratedConstant::products)] = 1.06;
  return factors;
}

/// Of runs that took no part: log(measured / predicted), the farthest.
double farthest_error(const Calibration& calibration, const CalibratedValues& truth, std::size_t from) {
  double most = 0;
  const std::vector<Observation> all = runs_with(truth, 10);
  for (std::size_t i = from; i < all.size(); ++i)
    most = std::max(most, std::abs(std::log(all[i].seconds / *all[i].predicted(calibration))));
  return most;
}

}  // namespace

TEST_CASE("runs that take as long as predicted move nothing and still narrow the range") {
  const CalibrationFit fit = calibrate("lab", runs_with(ones(), 4));
  CHECK(fit.calibration.name == "lab");
  CHECK(fit.calibration.runs == std::vector<std::string>{"run 0", "run 1", "run 2", "run 3"});
  for (const double factor : fit.calibration.factors) CHECK(factor == doctest::Approx(1).epsilon(1e-4));
  for (const FittedObservation& run : fit.observations) {
    CHECK(run.after == doctest::Approx(run.before));
    CHECK(run.range_after->low > run.range_before->low);
    CHECK(run.range_after->high < run.range_before->high);
  }
}

TEST_CASE("one run moves what one can tell, more runs move more, and runs unseen are predicted nearer") {
  const CalibratedValues truth = slower_products();
  const double before = farthest_error({}, truth, 5);
  const double one = farthest_error(calibrate("lab", runs_with(truth, 1)).calibration, truth, 5);
  const double five = farthest_error(calibrate("lab", runs_with(truth, 5)).calibration, truth, 5);
  CHECK(before > 0.02);
  CHECK(one < 0.9 * before);
  CHECK(five < 0.65 * before);
  CHECK(five < one);
}

TEST_CASE("more runs leave less of the spread, and never more than the public one") {
  const CalibrationFit one = calibrate("lab", runs_with(slower_products(), 1));
  const CalibrationFit ten = calibrate("lab", runs_with(slower_products(), 10));
  for (std::size_t k = 0; k < calibrated_count; ++k) {
    CAPTURE(label_of(static_cast<CalibratedConstant>(k)));
    CHECK(ten.changes[k].left <= one.changes[k].left + 1e-9);
    CHECK(one.changes[k].left <= 1 + 1e-9);
    CHECK(ten.changes[k].left >= std::sqrt(1 - SharedVariance{}.of_all) - 1e-9);
  }
}

TEST_CASE("a rate of the machine itself says more than a step that is as far off") {
  std::vector<Observation> step = runs_with(slower_products(), 1), rate = step;
  rate[0].configuration.clear();
  const auto moved = [&](const std::vector<Observation>& runs) {
    return calibrate("lab", runs).calibration.factor(CalibratedConstant::products);
  };
  CHECK(moved(rate) > moved(step));
  CHECK(moved(step) > 1);
}

TEST_CASE("three runs of one model say less of others than three of different models") {
  const CalibratedValues truth = slower_products();
  std::vector<Observation> different = runs_with(truth, 3), alike = different;
  for (Observation& run : alike) run.configuration = "one";
  const auto moved = [&](const std::vector<Observation>& runs) {
    return calibrate("lab", runs).calibration.factor(CalibratedConstant::products);
  };
  CHECK(moved(different) > moved(alike));
  CHECK(moved(alike) > 1);
}

TEST_CASE("what no run depends on stays where it is") {
  const CalibrationFit fit = calibrate("lab", runs_with(slower_products(), 3));
  const CalibratedChange& grouped = fit.changes[index_of(CalibratedConstant::grouped)];  // a dense model
  CHECK_FALSE(grouped.seen);
  CHECK(grouped.factor == doctest::Approx(1));
  CHECK(grouped.left == doctest::Approx(1));
  CHECK(fit.changes[index_of(CalibratedConstant::products)].seen);
}

TEST_CASE("a run that has gone wrong hardly moves what the others say") {
  std::vector<Observation> runs = runs_with(ones(), 5);
  runs[2].seconds *= 2;
  const CalibrationFit fit = calibrate("lab", runs);
  CHECK(std::abs(std::log(fit.observations[0].after / fit.observations[0].before)) < 0.02);
}

TEST_CASE("a slow network is told from slow kernels where runs weigh them differently") {
  CalibratedValues truth = ones();
  truth[index_of(CalibratedConstant::scale_out)] = 1.5;
  const CalibrationFit fit = calibrate("lab", runs_with(truth, 10));
  const double moved = std::log(fit.calibration.factor(CalibratedConstant::scale_out));
  CHECK(moved > 0.02);
  CHECK(moved > 2 * std::log(fit.calibration.factor(CalibratedConstant::products)));
}

TEST_CASE("runs that can't be predicted are named and left out; without any there is no calibration") {
  Scenario impossible = gpt3_on(8, 1, 1);
  impossible.plan.tp = 7;
  std::vector<Observation> runs = {observed_step("impossible", 1, impossible)};
  const CalibrationFit none = calibrate("lab", runs);
  CHECK_FALSE(none.calibration.stands());
  CHECK(none.unpredicted == std::vector<std::string>{"impossible"});
  runs.push_back(runs_with(ones(), 1).front());
  CHECK(calibrate("lab", runs).calibration.runs == std::vector<std::string>{"run 0"});
}

TEST_CASE("a calibrated GPU's step and range are what its fit says") {
  const std::vector<Observation> runs = runs_with(slower_products(), 3);
  const CalibrationFit fit = calibrate("lab", runs);
  Scenario plan = plans_of_own().front();
  plan.cluster.gpu.calibration = fit.calibration;
  const Report report = evaluate(plan);
  CHECK(report.time->step.value == doctest::Approx(fit.observations.front().after));
  CHECK(report.time->range.high.value == doctest::Approx(fit.observations.front().range_after->high.value));
}

TEST_CASE("a calibration made anew begins at the public fit, whatever the GPU carries") {
  const std::vector<Observation> runs = runs_with(slower_products(), 2);
  Scenario carried = plans_of_own().front();
  carried.cluster.gpu.calibration = calibrate("before", runs).calibration;
  const Observation again = observed_step("run 0", runs[0].seconds, carried);
  CHECK(*again.predicted({}) == doctest::Approx(*runs[0].predicted({})));
}
