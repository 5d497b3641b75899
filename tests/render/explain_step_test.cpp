#include "render/explain_step.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/render/sample_report.h"

using namespace shardscope;

namespace {
bool has_line(const Explanation& words, std::string_view part) {
  return std::any_of(words.lines.begin(), words.lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}
}  // namespace

TEST_CASE("the ideal row divides this GPU's FLOPs by the peak") {
  const Explanation words = explain_step_row(step_report(), StepRow::ideal);
  CHECK(words.value == "11.7 s");
  CHECK(has_line(words, "3.65 PFLOP / 312 TFLOP/s"));
  CHECK(has_line(words, "33.6 % of the step's 34.8 s"));
}

TEST_CASE("the bubble's closed form is given with this plan's numbers") {
  const Explanation words = explain_step_row(step_report(), StepRow::bubble);
  CHECK(has_line(words, "(p−1) / (m + p−1) = 28.6 % with p 15, m 35"));
  Report interleaved = step_report();
  interleaved.scenario.plan.virtual_stages = 4;
  CHECK(has_line(explain_step_row(interleaved, StepRow::bubble), "(p−1) / (v·m + p−1) = 9.1 % with p 15, m 35, v 4"));
}

TEST_CASE("a row's factors multiply to the row") {
  CHECK(has_line(explain_step_row(step_report(), StepRow::recomputation), "35 micro-batches × 17.1 ms"));  // 0.6 s
}

TEST_CASE("traffic is listed by collective, with its group, bytes and what is exposed") {
  const Explanation words = explain_step_row(step_report(), StepRow::tensor);
  CHECK(has_line(words, "all-gather and reduce-scatter over 8 GPUs in one node"));
  CHECK(has_line(words, "1.0 TB a GPU and step: 5.2 s, of which 2.6 s exposed"));
}

TEST_CASE("every row that takes time has a title, a value and words; without times there are none") {
  const Report report = step_report();
  for (const StepRow row : rows_of(report.time->breakdown)) {
    const Explanation words = explain_step_row(report, row);
    CHECK(words.title == label_of(row));
    CHECK_FALSE(words.value.empty());
    CHECK(words.lines.size() >= 2);
  }
  CHECK(explain_step_row(Report{}, StepRow::ideal).empty());
}

TEST_CASE("MFU's equation has this plan's numbers, and is empty without a time") {
  const std::string words = mfu_equation(step_report());
  CHECK(words.find(" / 3,120 / 312 TFLOP/s") != std::string::npos);
  CHECK(words.find(" / 34.8 s / ") != std::string::npos);
  CHECK(mfu_equation(Report{}).empty());
}
