#include "core/step/step_range.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

ConstantSpreads all_of(double shorter, double longer) {
  ConstantSpreads spreads;
  spreads.of_kind.fill({shorter, longer});
  return spreads;
}

GovernedSeconds seconds_of(ConstantKind kind, double seconds, ConstantKind other, double more) {
  GovernedSeconds governed{};
  governed[index_of(kind)] = Seconds{seconds};
  governed[index_of(other)] += Seconds{more};
  return governed;
}

double width(const SecondsRange& range) {
  return range.high / range.low;
}

}  // namespace

TEST_CASE("a step that one constant governs has that constant's spread, shorter and longer apart") {
  const GovernedSeconds governed = seconds_of(ConstantKind::network, 1.5, ConstantKind::network, 0.5);
  const SecondsRange range = step_range(Seconds{2}, range_parts_of(governed, all_of(0.1, 0.2)));
  CHECK(range.low.value == doctest::Approx(2 * std::exp(-0.1)));
  CHECK(range.high.value == doctest::Approx(2 * std::exp(0.2)));
}

TEST_CASE("constants that are off independently add in squares, by what each governs") {
  const GovernedSeconds governed = seconds_of(ConstantKind::network, 3, ConstantKind::attention, 4);
  const SecondsRange range = step_range(Seconds{10}, range_parts_of(governed, all_of(0.1, 0.2)));
  CHECK(range.low.value == doctest::Approx(10 * std::exp(-0.1 * 0.5)));
  CHECK(range.high.value == doctest::Approx(10 * std::exp(0.2 * 0.5)));
}

TEST_CASE("the software's spread is one of all kernels, not of the network") {
  ConstantSpreads spreads;
  spreads.software = {0.1, 0.1};
  const GovernedSeconds governed = seconds_of(ConstantKind::network, 4, ConstantKind::attention, 6);
  CHECK(step_range(Seconds{10}, range_parts_of(governed, spreads)).high.value ==
        doctest::Approx(10 * std::exp(0.1 * 0.6)));
  CHECK(range_parts_of(governed, spreads).back().governs.value == doctest::Approx(6));
}

TEST_CASE("what the constants govern sums to the step, for every preset") {
  for (const auto& [scenario, launch] : all_presets().scenarios) {
    const Report report = evaluate(with_defaults(scenario));
    if (!report.time || !report.scenario.cluster.pools.empty()) continue;
    CAPTURE(scenario.name);
    Seconds sum;
    for (std::size_t i = 0; i < constant_kind_count; ++i) {
      CHECK(report.time->range_parts[i].governs.value >= 0);
      sum += report.time->range_parts[i].governs;
    }
    CHECK(sum.value == doctest::Approx(report.time->step.value));
    CHECK(report.time->range.low < report.time->step);
    CHECK(report.time->range.high > report.time->step);
  }
}

TEST_CASE("each kind's seconds follow from what a rank runs: a bubble is made as its passes are") {
  StepBreakdown step;
  step.compute_at_peak = Seconds{6}, step.recompute = Seconds{2}, step.tp_comm = Seconds{2};
  step.bubble = Seconds{5}, step.dp_comm = Seconds{1}, step.optimizer = Seconds{0.5}, step.other = Seconds{0.25};
  GovernedSeconds kernels{};
  kernels[index_of(ConstantKind::products)] = Seconds{0.3},
  kernels[index_of(ConstantKind::memory_bound)] = Seconds{0.1};
  const GovernedSeconds governed = governed_seconds(step, kernels);
  CHECK(governed[index_of(ConstantKind::products)].value == doctest::Approx(6 * 1.5));
  CHECK(governed[index_of(ConstantKind::memory_bound)].value == doctest::Approx(2 * 1.5 + 0.5));
  CHECK(governed[index_of(ConstantKind::network)].value == doctest::Approx(2 * 1.5 + 1));
  CHECK(governed[index_of(ConstantKind::waits)].value == doctest::Approx(0.25));
}

TEST_CASE("a step's kernels are what its operations are: products of a dense model, experts' of a mixture, 8 bits") {
  const auto share = [](const Scenario& scenario, ConstantKind kind) {
    const Report report = evaluate(scenario);
    REQUIRE(report.time);
    return report.time->range_parts[index_of(kind)].governs / report.time->step;
  };
  const Scenario dense = gpt3_on(8, 4, 4);
  CHECK(share(dense, ConstantKind::products) > 0.5);
  CHECK(share(dense, ConstantKind::grouped) == 0);
  CHECK(share(dense, ConstantKind::low_products) == 0);
  Scenario low = dense;
  low.plan.precision = Precision::fp8;
  CHECK(share(low, ConstantKind::low_products) > 0.3);
  const Scenario experts = preset_scenario("mixtral-8x7b-512-h100");
  CHECK(share(experts, ConstantKind::grouped) > 0.2);
}

TEST_CASE("the range is wider with experts, and for GPUs that no runs were fitted on") {
  const Scenario dense = gpt3_on(8, 4, 4);
  Scenario strange = dense;
  strange.cluster.gpu = *all_presets().gpu("mi300x");
  const auto range = [](const Scenario& scenario) { return evaluate(scenario).time->range; };
  CHECK(width(range(preset_scenario("mixtral-8x7b-512-h100"))) > width(range(dense)));
  CHECK(width(range(strange)) > width(range(dense)));
}

TEST_CASE("a GPU whose family no run is known of has a wider range than each that has runs, dense or with experts") {
  for (const Scenario& base : {gpt3_on(8, 4, 4), preset_scenario("mixtral-8x7b-512-h100")})
    for (const GpuFamily family :
         {GpuFamily::ampere, GpuFamily::hopper, GpuFamily::blackwell, GpuFamily::blackwell_ultra}) {
      CAPTURE(label_of(family));
      Scenario known = base, strange = base;
      known.cluster.gpu.family = family, strange.cluster.gpu.family = GpuFamily::unknown;
      CHECK(has_fitted_spread(known.cluster));
      CHECK_FALSE(has_fitted_spread(strange.cluster));
      const auto range = [](const Scenario& scenario) {
        const TimeReport time = *evaluate(scenario).time;
        return SecondsRange{time.range.low / time.step * Seconds{1}, time.range.high / time.step * Seconds{1}};
      };
      CHECK(width(range(strange)) > width(range(known)));
      CHECK(range(strange).high > range(known).high);
    }
}

TEST_CASE("in a precision that no run of the family had a range is no narrower than in 16 bits") {
  Cluster cluster;
  cluster.gpu = *all_presets().gpu("a100-80");
  const ConstantSpreads ampere = constant_spreads(cluster, false);
  const ConstantSpread &low = ampere.of_kind[index_of(ConstantKind::low_products)],
                       &whole = ampere.of_kind[index_of(ConstantKind::products)];
  CHECK(low.shorter >= whole.shorter);
  CHECK(low.longer >= whole.longer);
}

TEST_CASE("no constant that governs any of a step is taken as sure") {
  for (const GpuFamily family :
       {GpuFamily::ampere, GpuFamily::hopper, GpuFamily::blackwell, GpuFamily::blackwell_ultra, GpuFamily::unknown})
    for (const bool experts : {false, true}) {
      Cluster cluster;
      cluster.gpu.family = family;
      const ConstantSpreads spreads = constant_spreads(cluster, experts);
      CHECK(spreads.software.longer > 0);
      for (const ConstantSpread& spread : spreads.of_kind) {
        CHECK(spread.shorter > 0);
        CHECK(spread.longer > 0);
      }
    }
}

TEST_CASE("the parts that make most of a range come first, small ones not at all") {
  const Report report = evaluate(preset_scenario("llama3-8b-1024-h100"));
  REQUIRE(report.time);
  const std::vector<RangePart> largest = largest_of(report.time->range_parts);
  REQUIRE(largest.size() > 1);
  CHECK(largest.size() < report.time->range_parts.size());
  const auto makes = [](const RangePart& part) {
    return part.governs.value * (part.spread.shorter + part.spread.longer);
  };
  for (std::size_t i = 1; i < largest.size(); ++i) CHECK(makes(largest[i]) <= makes(largest[i - 1]));
  CHECK(makes(largest.back()) >= makes(largest.front()) / 3);
}
