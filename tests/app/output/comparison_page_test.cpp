#include "app/output/comparison_page.h"

#include "tests/core/measured/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

Page page_of_few() {
  const std::vector<MeasuredRun> runs = runs_of(few_runs);
  return comparison_page("Few runs", runs, compare_runs(runs));
}

const Section& section_named(const Page& page, const std::string& heading) {
  for (const Section& section : page.sections)
    if (section.heading == heading) return section;
  FAIL("no section ", heading);
  return page.sections.front();
}

}  // namespace

TEST_CASE("every run is a row, with a dash where nothing was measured or predicted") {
  const Page page = page_of_few();
  const Table& table = section_named(page, "Runs").table;
  REQUIRE(table.rows.size() == 4);
  CHECK(table.rows[0][0] == "one");
  CHECK(table.rows[0][2] == "3.000");
  CHECK(table.rows[0][5] == "20.0");
  CHECK(table.rows[0][8] == "reserved");
  CHECK(table.rows[1][6] == "–");
  CHECK(table.rows[3][3] == "–");
  for (const auto& row : table.rows) CHECK(row.size() == table.head.size());
}

TEST_CASE("the summary names groups, and small ones by framework and origin are left out") {
  const Page page = page_of_few();
  const Table& table = section_named(page, "Step time, error by group").table;
  REQUIRE_FALSE(table.rows.empty());
  CHECK(table.rows[0][0] == "all but low");
  CHECK(table.rows[0][1] == "2");
  CHECK(table.rows[1][0] == "all");
  CHECK(table.rows[1][1] == "3");
  for (const auto& row : table.rows) {
    CHECK_FALSE(row[0].starts_with("framework:"));
    CHECK_FALSE(row[0].starts_with("source:"));
  }
}

TEST_CASE("invalid runs are counted and each says why") {
  const Page page = page_of_few();
  CHECK(page.sections[0].lines[0].starts_with("4 runs, 1 of them invalid"));
  const Table& table = section_named(page, "Not predicted, because the scenario is invalid").table;
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0][0] == "four");
  CHECK(says(table.rows[0][1], "plan.tp"));
  CHECK(text_of(page).find("nan") == std::string::npos);
}

TEST_CASE("another program's errors stand beside ours, and cross-validated ones where they are given") {
  const Page page = page_of_few();
  const Section& rivals = section_named(page, "Beside other programs, on the same runs");
  REQUIRE(rivals.table.rows.size() == 2);
  CHECK(rivals.table.rows[0][2] == "Other 1.0");
  CHECK(rivals.table.rows[0][4] == "+10.0%");
  REQUIRE(rivals.lines.size() == 2);
  CHECK(rivals.lines[0].starts_with("Other 1.0, step_seconds of 1 runs: ours "));
  for (const Section& section : page.sections) CHECK_FALSE(section.heading == "Step time, cross-validated");
  CrossValidation found;
  found.date = "2026-11-21";
  found.shipped = {{run_group("all but low"), 2, 0.04, 0.13}};
  found.source_left_out = {{run_group("all but low"), 2, 0.06, 0.21}};
  const std::vector<MeasuredRun> runs = runs_of(few_runs);
  const Page with = comparison_page("Few runs", runs, compare_runs(runs), &found);
  const Section& section = section_named(with, "Step time, cross-validated");
  REQUIRE(section.table.rows.size() == 1);
  CHECK(section.table.rows[0][2] == "4.0% / 13.0%");
  CHECK(section.table.rows[0][3] == "–");
  CHECK(section.table.rows[0][4] == "6.0% / 21.0%");
}
