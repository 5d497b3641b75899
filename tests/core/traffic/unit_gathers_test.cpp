#include "core/traffic/unit_gathers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

using namespace shardscope;

namespace {

constexpr Contention none{1, 1};
constexpr Contention measured{1.189, 1.3};

UnitRun layers(double count, double kernels, double traffic) {
  return {count, Seconds{kernels}, Seconds{2 * kernels}, Seconds{traffic}, Seconds{traffic}};
}

/// The same unit by unit, with one step of kernels and traffic after the other.
GatherExposure by_hand(const std::vector<UnitRun>& units, const Contention& contention) {
  const std::size_t n = units.size();
  GatherExposure exposure{units.front().gather, units.back().gather + units.front().scatter};
  for (std::size_t i = 0; i < n; ++i) {
    const Seconds ahead = i + 1 < n ? units[i + 1].gather : Seconds{};
    exposure.forward += shown_beside(units[i].forward, ahead, contention);
    const Seconds next = i > 0 ? units[i - 1].gather : Seconds{}, whole = i + 1 < n ? units[i + 1].scatter : Seconds{};
    exposure.backward += shown_beside(units[i].backward, next + whole, contention);
  }
  return exposure;
}

}  // namespace

TEST_CASE("traffic shorter than the kernels shows but their loss, longer what is left of it") {
  CHECK(shown_beside(Seconds{2}, Seconds{1}, none).value == 0);
  CHECK(shown_beside(Seconds{2}, Seconds{5}, none).value == 3);
  // For 1.3 s of slower traffic the kernels lose what they would have done in 0.189 of 1.3 / 1.189 s.
  CHECK(shown_beside(Seconds{2}, Seconds{1}, measured).value == doctest::Approx(1.3 * (1 - 1 / 1.189)));
  // Kernels end after 1.189·2 s, in which the traffic did 1 / 1.3 of that.
  CHECK(shown_beside(Seconds{2}, Seconds{5}, measured).value == doctest::Approx(1.189 * 2 + (5 - 1.189 * 2 / 1.3) - 2));
  CHECK(shown_beside(Seconds{0}, Seconds{5}, measured).value == 5);
}

TEST_CASE("what shows is never below zero nor above the traffic") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> time(0, 3);
  for (int i = 0; i < 1000; ++i) {
    const Seconds kernels{time(random)}, traffic{time(random)};
    for (const Contention& contention : {none, measured}) {
      const Seconds shown = shown_beside(kernels, traffic, contention);
      CHECK(shown.value >= 0);
      CHECK(shown.value <= traffic.value + 1e-12);
      CHECK(shown <= shown_beside(kernels * 0.9, traffic, contention) + Seconds{1e-12});
    }
  }
}

TEST_CASE("rows of like units show as much as unit by unit") {
  std::mt19937 random(2);
  const auto real = [&](double to) { return Seconds{std::uniform_real_distribution<double>(0, to)(random)}; };
  for (int i = 0; i < 300; ++i) {
    std::vector<UnitRun> runs, units;
    for (int k = 0; k < 4; ++k) {
      UnitRun run{static_cast<double>(std::uniform_int_distribution<int>(0, 4)(random)), real(2), real(4), real(3),
                  real(3)};
      if (k == 0) run.count = 1;
      runs.push_back(run);
      for (int c = 0; c < static_cast<int>(run.count); ++c) units.push_back(run);
    }
    const GatherExposure expected = by_hand(units, measured), got = gather_exposure(runs, 1, measured);
    CHECK(got.forward.value == doctest::Approx(expected.forward.value));
    CHECK(got.backward.value == doctest::Approx(expected.backward.value));
  }
}

TEST_CASE("prefetching hides all but the first gather of a pass and the last scatter where kernels are longer") {
  const std::array units = {layers(10, 1, 0.4)};
  const GatherExposure ahead = gather_exposure(units, 1, none);
  CHECK(ahead.forward.value == doctest::Approx(0.4));
  CHECK(ahead.backward.value == doctest::Approx(0.8));
  const GatherExposure each = gather_exposure(units, 0, none);
  CHECK(each.forward.value == doctest::Approx(10 * 0.4));
  CHECK(each.backward.value == doctest::Approx(10 * 0.4 + 0.4));  // scatters hide, but for the last
}

TEST_CASE("prefetching never shows more than none") {
  std::mt19937 random(3);
  const auto real = [&](double to) { return Seconds{std::uniform_real_distribution<double>(0, to)(random)}; };
  for (int i = 0; i < 300; ++i) {
    std::vector<UnitRun> runs;
    for (int k = 0; k < 3; ++k) runs.push_back({1.0 + k, real(2), real(4), real(3), real(3)});
    const GatherExposure ahead = gather_exposure(runs, 1, measured), each = gather_exposure(runs, 0, measured);
    CHECK(ahead.forward.value <= each.forward.value + 1e-9);
    CHECK(ahead.backward.value <= each.backward.value + 1e-9);
  }
}

TEST_CASE("a stage without units shows nothing") {
  CHECK(gather_exposure({}, 1, measured).forward.value == 0);
  CHECK(gather_exposure(std::array{layers(0, 1, 1)}, 1, measured).backward.value == 0);
}

TEST_CASE("the lanes of units show what their runs do, with one unit ahead and with none") {
  std::mt19937 random(4);
  const auto real = [&](double to) { return Seconds{std::uniform_real_distribution<double>(0, to)(random)}; };
  for (int i = 0; i < 300; ++i) {
    std::vector<UnitRun> runs;
    for (int k = 0; k < 3; ++k) runs.push_back({1.0 + k, real(2), real(4), real(3), real(3)});
    for (const std::int64_t ahead : {0, 1})
      for (const Contention& contention : {none, measured}) {
        const GatherExposure expected = gather_exposure(runs, ahead, contention);
        double forward = 0, backward = 0;
        for (const UnitRun& run : runs)
          forward += run.count * run.forward.value, backward += run.count * run.backward.value;
        const auto length = [&](UnitPass pass) {
          return makespan_of(run_lanes(unit_tasks(runs, pass, ahead).tasks, contention));
        };
        CHECK(length(UnitPass::forward) - forward == doctest::Approx(expected.forward.value));
        CHECK(length(UnitPass::backward) - backward == doctest::Approx(expected.backward.value));
      }
  }
}

TEST_CASE("two layers by hand, gathered with none, one and two ahead") {
  // Forward 2, backward 4, gather 3, scatter 1 second a layer.
  const std::array units = {UnitRun{2, Seconds{2}, Seconds{4}, Seconds{3}, Seconds{1}}};
  const auto times = [&](UnitPass pass, std::int64_t ahead) {
    const UnitTasks lanes = unit_tasks(units, pass, ahead);
    std::vector<double> moments;
    const std::vector<LaneSpan> spans = run_lanes(lanes.tasks, none);
    for (const UnitTasks::Unit& unit : lanes.units)
      for (const std::int32_t at : {unit.gather, unit.kernels, unit.scatter})
        if (at >= 0) moments.push_back(spans[static_cast<std::size_t>(at)].end);
    return moments;
  };
  CHECK(times(UnitPass::forward, 0) == std::vector<double>{3, 5, 8, 10});  // gather, kernels, gather, kernels
  CHECK(times(UnitPass::forward, 1) == std::vector<double>{3, 5, 6, 8});   // the second gather beside the first layer
  CHECK(times(UnitPass::forward, 2) == std::vector<double>{3, 5, 6, 8});   // there is no third to gather
  // Gather, kernels, scatter: of the first layer's beside the second's kernels, the last one behind them.
  CHECK(times(UnitPass::backward, 0) == std::vector<double>{3, 7, 11, 10, 14, 15});
  CHECK(times(UnitPass::backward, 1) == std::vector<double>{3, 7, 8, 6, 11, 12});
}

TEST_CASE("units further ahead hide a long gather behind several short ones") {
  // Three layers that need no gather, then one that needs a long one.
  const std::array units = {UnitRun{3, Seconds{1}, Seconds{1}, Seconds{0}, Seconds{0}},
                            UnitRun{1, Seconds{1}, Seconds{1}, Seconds{3}, Seconds{0}}};
  CHECK(gather_exposure(units, 0, none).forward.value == doctest::Approx(3));
  CHECK(gather_exposure(units, 1, none).forward.value == doctest::Approx(2));
  CHECK(gather_exposure(units, 2, none).forward.value == doctest::Approx(1));
  CHECK(gather_exposure(units, 3, none).forward.value == doctest::Approx(0));
}
