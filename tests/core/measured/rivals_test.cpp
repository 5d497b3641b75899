#include "core/measured/rivals.h"

#include "tests/core/measured/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a rival's errors are of what was measured, where both are known") {
  const std::vector<MeasuredRun> runs = runs_of(few_runs);
  const MeasuredFigures errors = rival_errors(runs[0]);
  CHECK(*errors[index_of(MeasuredField::step_seconds)] == doctest::Approx(0.1));
  CHECK(*errors[index_of(MeasuredField::peak_memory_bytes)] == doctest::Approx(-0.1));
  CHECK_FALSE(errors[index_of(MeasuredField::mfu)]);
  for (const auto& error : rival_errors(runs[1])) CHECK_FALSE(error);
}

TEST_CASE("ours and theirs are summed up over the runs that both predict") {
  std::vector<MeasuredRun> runs = runs_of(few_runs);
  runs[3].rival = runs[0].rival;  // of a plan that is impossible: we have no figure
  const Comparison comparison = compare_runs(runs);
  const std::vector<RivalSummary> summaries = rival_summaries(runs, comparison);
  REQUIRE(summaries.size() == 2);
  CHECK(summaries[0].rival == "Other 1.0");
  CHECK(summaries[0].field == MeasuredField::step_seconds);
  CHECK(summaries[0].ours.count == 1);
  CHECK(summaries[0].theirs.count == 1);
  CHECK(summaries[0].theirs.mean_error == doctest::Approx(0.1));
  CHECK(summaries[0].ours.mean_error ==
        doctest::Approx(*comparison.runs[0].error[index_of(MeasuredField::step_seconds)]));
  CHECK(summaries[1].field == MeasuredField::peak_memory_bytes);
}
