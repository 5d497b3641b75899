#include "app/output/runs/log_page.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

MeasuredLog small_log() {
  MeasuredLog log;
  log.framework = "torchtitan";
  log.convention = FlopsConvention::torchtitan;
  log.iterations = 10;
  log.skipped[index_of(Skipped::warm_up)] = 2;
  log.skipped[index_of(Skipped::outlier)] = 1;
  log.step_source = StepSource::stamps;
  log.step_seconds = TypicalFigure{1.2345, 1.2, 1.3};
  log.flops_rate_per_gpu = 4.5e14;
  log.allocated_bytes = 70e9;
  return log;
}

std::string page_of(const LogBeside& set) {
  return text_of(log_page("run.log", set));
}

bool page_says(const std::string& page, const char* words) {
  return page.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("the page says what was measured, what was left out, and what to give") {
  const std::string page = page_of({small_log(), {}, {}, {}, {.plan = true}, {}});
  CAPTURE(page);
  CHECK(page_says(page, "torchtitan, 10 records of steps; left out 2 of warm-up, 1 outlier."));
  CHECK(page_says(page, "1.234 s"));
  CHECK(page_says(page, "by the time between lines"));
  CHECK(page_says(page, "450"));
  CHECK(page_says(page, "--scenario"));
  CHECK_FALSE(page_says(page, "Predicted"));
}

TEST_CASE("beside a prediction each figure has its range and the difference") {
  BesidePrediction beside;
  beside.convention = FlopsConvention::torchtitan;
  beside.rows = {{BesideFigure::step_seconds, 1.2345, 1.0, FigureRange{0.9, 1.1}, 0.236},
                 {BesideFigure::allocated_bytes, 70e9, {}, {}, {}}};
  const std::string page = page_of({small_log(), {}, {}, beside, {}, {}});
  CAPTURE(page);
  CHECK(page_says(page, "900.0 ms to 1.100 s"));
  CHECK(page_says(page, "+23.6%"));
  CHECK(page_says(page, "FLOP/s count as torchtitan counts."));
}

TEST_CASE("false FLOP/s, restarts, cut lines and the fullest rank are said") {
  MeasuredLog log = small_log();
  log.flops_rate_per_gpu.reset();
  log.flops_impossible = true;
  log.restarts = 2;
  log.cut_lines = 1;
  log.step_seconds_mean = 1.5;
  log.memory = {{0, {60e9, {}}}, {5, {70e9, {}}}};
  LogPlan plan;
  plan.problems = {{Severity::error, "--bf16", "there is no such", ""}};
  plan.differing = {{"plan.tp", 2, 4}};
  const std::string page = page_of({log, plan, {}, {}, {.gpu = true}, {}});
  CAPTURE(page);
  CHECK(page_says(page, "above what any GPU reaches"));
  CHECK(page_says(page, "begin anew 2 times"));
  CHECK(page_says(page, "rank 5 held most, 70.0 GB"));
  CHECK(page_says(page, "longer than 64 KiB"));
  CHECK(page_says(page, "a step takes 1.500 s on average"));
  CHECK(page_says(page, "plan.tp is 2 in the log and 4 in the scenario"));
  CHECK(page_says(page, "--set cluster.gpu=NAME"));
  CHECK(page_says(page, "--bf16: there is no such"));
}

TEST_CASE("causes are listed with their shares, and one is called likely only where it is") {
  WeighedCause cause;
  cause.likelihood = 0.8;
  cause.step = Seconds{1.5};
  for (const bool likely : {true, false}) {
    CAPTURE(likely);
    cause.likely = likely;
    const std::string page = page_of({small_log(), {}, {}, {}, {}, {cause}});
    CAPTURE(page);
    CHECK(page_says(page, "Why it differs"));
    CHECK(page_says(page, "80 %"));
    CHECK(page_says(page, "Likely: ") == likely);
    CHECK(page_says(page, "only weigh them against one another") != likely);
  }
  CHECK_FALSE(page_says(page_of({small_log(), {}, {}, {}, {}, {}}), "Why it differs"));
}

TEST_CASE("nothing is called unlikely beside a share of more than half: what is missing is said") {
  WeighedCause cause;
  cause.likelihood = 0.97;
  CHECK(causes_words(std::vector{cause})
            .starts_with("Of the causes tried the log fits this best: A slow GPU or node. But alone"));
  cause.explains_all = true;
  CHECK(causes_words(std::vector{cause}).starts_with("The run lies where it was predicted"));
  cause.likelihood = 0.4;
  CHECK(causes_words(std::vector{cause}).starts_with("None of the causes tried is likely"));
  cause.likely = true;
  CHECK(causes_words(std::vector{cause}) == "Likely: A slow GPU or node.");
}
