#include "core/diagnosis/signs.h"

#include <cmath>

#include "core/evaluate/evaluate.h"
#include "tests/core/logs/cases.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::optional<double> sign(const SeenSigns& seen, Sign which) {
  return seen[index_of(which)];
}

}  // namespace

TEST_CASE("a log shows its steps, its memory and its timers, and nothing that it doesn't say") {
  std::string text;
  for (int i = 1; i <= 30; ++i)
    text += " iteration " + std::to_string(i) +
            "/ 30 | elapsed time per iteration (ms): " + std::to_string(1000 + i % 3) + ".0 | lm loss: 2.0 |\n" +
            "    batch-generator ......: (10.0, 50.0)\n    forward-compute ......: (300.00, 330.00)\n" +
            "    backward-compute .....: (550.00, 560.00)\n    all-grads-sync .......: (20.00, 40.00)\n";
  const SeenSigns seen = seen_signs(log_of(text));
  CHECK(sign(seen, Sign::step) == doctest::Approx(std::log(1.001)));
  CHECK(sign(seen, Sign::growth) == doctest::Approx(0).epsilon(0.01));
  CHECK(sign(seen, Sign::data) == doctest::Approx(std::log(0.001 + 0.05 / 1.001)));
  CHECK(sign(seen, Sign::gradient_sync) == doctest::Approx(0.04 / 1.001));
  CHECK(sign(seen, Sign::rank_gap) == doctest::Approx(std::log(1.1)));
  CHECK(sign(seen, Sign::backward) == doctest::Approx(std::log(0.555 / (0.315 - 0.03))));
  CHECK(sign(seen, Sign::passes) == doctest::Approx(std::log(0.87 / 1.001)));
  CHECK_FALSE(sign(seen, Sign::allocated));
  CHECK_FALSE(sign(seen_signs(log_of("step 1 loss 2\n")), Sign::step));
}

TEST_CASE("a step is expected where the report has it and strays as its range does") {
  const Report report = evaluate(with_defaults(Scenario(*real_presets().scenario("bloom-176b-384-a100"))));
  REQUIRE(report.time);
  const ExpectedSigns expected = expected_signs(report);
  const auto& step = expected[index_of(Sign::step)];
  REQUIRE(step);
  CHECK(step->value == doctest::Approx(std::log(report.time->step.value)));
  CHECK(std::exp(step->value + 1.2815515655446 * step->above) == doctest::Approx(report.time->range.high.value));
  CHECK(std::exp(step->value - 1.2815515655446 * step->below) == doctest::Approx(report.time->range.low.value));
  REQUIRE(expected[index_of(Sign::passes)]);
  CHECK(expected[index_of(Sign::passes)]->value < 0);
}
