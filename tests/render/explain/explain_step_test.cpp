#include "render/explain/explain_step.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"
#include "tests/render/explain/has_line.h"
#include "tests/render/sample_report.h"

using namespace shardscope;
using tests::has_line;

namespace {

Explanation explained(const Report& report, TimeLost row) {
  const LostSeconds lost = time_lost(report);
  return explain_step_row(report, lost, row, seconds_of(lost, row));
}
}  // namespace

TEST_CASE("the ideal row divides this GPU's FLOPs by the peak") {
  const Explanation words = explained(step_report(), TimeLost::at_peak);
  CHECK(words.value == "11.7 s");
  CHECK(has_line(words, "3.65 PFLOP / 312 TFLOP/s"));
  CHECK(has_line(words, "33.6 % of the step's 34.8 s"));
}

TEST_CASE("the bubble's closed form is given with this plan's numbers") {
  const Explanation words = explained(step_report(), TimeLost::bubble);
  CHECK(has_line(words, "(p−1) / (v·m + p−1) = 14 / (1 × 35 + 14) = 28.6 %"));
  Report interleaved = step_report();
  interleaved.scenario.plan.virtual_stages = 4;
  CHECK(has_line(explained(interleaved, TimeLost::bubble), "(p−1) / (v·m + p−1) = 14 / (4 × 35 + 14) = 9.1 %"));
}

TEST_CASE("a row's factors multiply to the row") {
  CHECK(has_line(explained(step_report(), TimeLost::recompute), "35 micro-batches × 17.1 ms"));  // 0.6 s
}

TEST_CASE("traffic is listed by collective, with its group, bytes and what is exposed") {
  const Explanation words = explained(step_report(), TimeLost::tensor);
  CHECK(has_line(words, "all-gather and reduce-scatter over 8 GPUs in one node"));
  CHECK(has_line(words, "1.0 TB per GPU and step: 5.2 s, of which 2.6 s exposed"));
}

TEST_CASE("every row that takes time has a title, a value and words; without times there are none") {
  for (const char* preset : {"gpt4-25k-a100", "deepseek-v3-2048-h800"}) {
    const Report report = evaluate(preset_scenario(preset));
    const LostSeconds lost = time_lost(report);
    for (const TimeLost row : rows_of(lost)) {
      const Explanation words = explained(report, row);
      CHECK(words.title == label_of(row));
      CHECK_FALSE(words.value.empty());
      CHECK(words.lines.size() >= 2);
    }
  }
  CHECK(explain_step_row(Report{}, {}, TimeLost::at_peak, {}).empty());
}

TEST_CASE("the ideal of a plan in 8 bits says which of its products run over which peak") {
  const Explanation words = explained(evaluate(preset_scenario("deepseek-v3-2048-h800")), TimeLost::at_peak);
  CHECK(has_line(words, "over 1.98 PFLOP/s; attention, logits and router in 16 bits over 989 TFLOP/s"));
}

TEST_CASE("experts out of balance and a slow rank are told with their figures") {
  Scenario scenario = preset_scenario("deepseek-v3-2048-h800");
  scenario.plan.expert_imbalance = 1.3;
  CHECK(has_line(explained(evaluate(scenario), TimeLost::imbalance), "expert imbalance 1.30"));
  Scenario slow = preset_scenario("gpt4-25k-a100");
  slow.run.slow_rank = 3, slow.run.slow_factor = 1.25;
  CHECK(has_line(explained(evaluate(slow), TimeLost::stragglers), "rank 3 takes 1.25 times as long"));
}

TEST_CASE("the last row says what else it holds where there was little room") {
  const Report report = step_report();
  const LostSeconds lost = time_lost(report);
  CHECK_FALSE(has_line(explained(report, TimeLost::other), "too small for a row"));
  CHECK(has_line(explain_step_row(report, lost, TimeLost::other, Seconds{3}), "too small for a row"));
}

TEST_CASE("MFU's equation has this plan's numbers, and is empty without a time") {
  const std::string words = mfu_equation(step_report());
  CHECK(words.find(" / 3,120 / 312 TFLOP/s") != std::string::npos);
  CHECK(words.find(" / 34.8 s / ") != std::string::npos);
  CHECK(mfu_equation(Report{}).empty());
}
