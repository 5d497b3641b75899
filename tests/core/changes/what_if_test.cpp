#include "core/changes/what_if.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

HardwareFactors only(HardwareFigure figure, double factor) {
  HardwareFactors factors = hardware_as_it_is;
  factors[static_cast<std::size_t>(figure)] = factor;
  return factors;
}

}  // namespace

TEST_CASE("hardware as it is changes nothing") {
  for (const auto& [preset, launch] : all_presets().scenarios) CHECK(on_hardware(preset, hardware_as_it_is) == preset);
}

TEST_CASE("a better figure never makes a step longer, and each shortens some preset's step") {
  for (std::size_t i = 0; i < hardware_figure_count; ++i) {
    const auto figure = static_cast<HardwareFigure>(i);
    CAPTURE(name_of(figure));
    bool shortens = false;
    for (const auto& [preset, launch] : all_presets().scenarios) {
      const Report before = evaluate(preset), after = evaluate(on_hardware(preset, only(figure, 2)));
      REQUIRE(before.time.has_value() == after.time.has_value());
      if (!before.time) continue;
      CAPTURE(preset.preset);
      CHECK(after.time->step.value <= before.time->step.value * (1 + 1e-9));
      shortens |= after.time->step.value < before.time->step.value * 0.9999;
    }
    CHECK(shortens == (figure != HardwareFigure::memory));
  }
}

TEST_CASE("twice the memory is twice the line, and twice the peak halves what the step would take at peak") {
  const Scenario preset = preset_scenario("gpt4-25k-a100");
  const Report before = evaluate(preset);
  CHECK(evaluate(on_hardware(preset, only(HardwareFigure::memory, 2))).memory.capacity.value ==
        2 * before.memory.capacity.value);
  const Scenario one_stage = gpt3_on(8, 1, 2);
  CHECK(evaluate(on_hardware(one_stage, only(HardwareFigure::peak, 2))).time->breakdown.compute_at_peak.value ==
        doctest::Approx(evaluate(one_stage).time->breakdown.compute_at_peak.value / 2));
}

TEST_CASE("factors that are no factors leave the figure as it is") {
  const Scenario preset = preset_scenario("gpt4-25k-a100");
  for (const double wrong : {0.0, -1.0, std::nan(""), HUGE_VAL})
    CHECK(on_hardware(preset, only(HardwareFigure::scale_out, wrong)) == preset);
}
