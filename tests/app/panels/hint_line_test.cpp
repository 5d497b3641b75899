#include "app/panels/hint_line.h"

#include <doctest/doctest.h>

#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("the hint line says the edit, what followed, and what it did to memory, step and bubble") {
  Figures before, now;
  before.peak_bytes = 70e9, now.peak_bytes = 100e9;
  before.step_seconds = 40, now.step_seconds = 38;
  before.bubble_fraction = now.bubble_fraction = 0.3;
  const Change change{before, "Tensor 8 → 4", "data parallel 208 → 416", "plan.tp"};
  const auto lines = change_lines(change, now);
  CHECK(lines[0] == "Tensor 8 → 4 (data parallel 208 → 416): memory +30.0 GB, step −2.0 s, bubble unchanged");
  CHECK(lines[1] == "Tensor 8 → 4: memory +30.0 GB, step −2.0 s, bubble unchanged");
  CHECK(lines[2] == "Tensor 8 → 4");
}

TEST_CASE("the hint line is empty before the first edit, and leaves out what isn't known") {
  CHECK(change_lines({}, {})[0].empty());
  Figures before, now;
  before.peak_bytes = 70e9, now.peak_bytes = 60e9;
  before.step_seconds = 40;
  CHECK(change_lines({before, "Tensor 8 → 6", {}, "plan.tp"}, now)[0] == "Tensor 8 → 6: memory −10.0 GB");
}

TEST_CASE("errors come first, then not fitting, then the bubble") {
  Report report;
  CHECK(first_advice(report) == nullptr);
  report.problems = {{Severity::hint, "plan.global_batch", "bubble", "bubble-large"},
                     {Severity::warning, "plan", "too much", "fits-in-memory"}};
  CHECK(first_advice(report)->rule == "fits-in-memory");
  report.problems.push_back({Severity::error, "plan.tp", "wrong", "heads-divisible-by-tp"});
  CHECK(first_advice(report)->message == "wrong");
}
