#include "app/output/error_tables.h"

#include <doctest/doctest.h>

#include "tests/core/measured/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

CrossValidation left_out() {
  CrossValidation found;
  found.date = "2026-01-02";
  found.shipped = {{run_group("all but low"), 2, 0.03, 0.1}, {run_group("kind:dense but low"), 2, 0.03, 0.1}};
  found.refitted = found.shipped;
  found.configuration_left_out = {{run_group("all but low"), 2, 0.042, 0.147}};
  found.source_left_out = {{run_group("all but low"), 2, 0.064, 0.233}};
  found.ablations = {{"contention", "at full speed", {{run_group("all but low"), 2, 0.05, 0.2}}, {}}};
  return found;
}

}  // namespace

TEST_CASE("the paragraph says errors, those of runs that the fit never saw, and the worst run") {
  const std::vector<MeasuredRun> runs = runs_of(few_runs);
  const Comparison comparison = compare_runs(runs);
  const CrossValidation found = left_out();
  const std::string words = accuracy_words(runs, comparison, &found);
  CAPTURE(words);
  CHECK(says(words, "of 2 runs"));
  CHECK(says(words, "4.2% and 14.7% where the configuration took no part"));
  CHECK(says(words, "6.4% and 23.3% where the source took no part"));
  CHECK((says(words, "too fast (") || says(words, "too slow (")));
  CHECK_FALSE(says(accuracy_words(runs, comparison, nullptr), "took no part"));
}

TEST_CASE("without a timed run nothing is said of step times") {
  CHECK(accuracy_words({}, in_groups({}, {}), nullptr) == "No run states its step time.");
}

TEST_CASE("each part that was left out has a row, with a dash where a group is unknown") {
  const Section section = ablation_section(left_out());
  REQUIRE(section.table.rows.size() == 2);
  CHECK(section.table.rows[1][0] == "contention");
  CHECK(section.table.rows[1][2] == "5.0% / 20.0%; –");
  for (const auto& row : section.table.rows) CHECK(row.size() == section.table.head.size());
}

TEST_CASE("the page of tables has no row per run") {
  const std::vector<MeasuredRun> runs = runs_of(few_runs);
  for (const Section& section : accuracy_page(runs, compare_runs(runs), nullptr).sections) {
    CAPTURE(section.heading);
    CHECK(section.heading != "Runs");
  }
}
