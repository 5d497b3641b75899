#include "app/output/report_page.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "tests/core/sample_report.h"

using namespace shardscope;

namespace {

const Section* section_starting(const Page& page, const std::string& start) {
  for (const Section& section : page.sections)
    if (section.heading.rfind(start, 0) == 0) return &section;
  return nullptr;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the verdict says by how much it fits, and on which stage") {
  Report report = tests::sample_report();
  CHECK(headline_of(report) == "Fits: 30.0 GB of 80.0 GB on the fullest GPU (stage 1), 50.0 GB to spare.");
  report.memory.capacity = Bytes{31e9};
  CHECK(headline_of(report) == "Tight: 30.0 GB of 31.0 GB on the fullest GPU (stage 1), 1.0 GB to spare.");
  report.memory.capacity = Bytes{20e9};
  report.fits = false;
  CHECK(headline_of(report) == "Doesn't fit: 30.0 GB of 20.0 GB on the fullest GPU (stage 1), 10.0 GB too much.");
  report.valid = false;
  CHECK(contains(headline_of(report), "No machine could run"));
}

TEST_CASE("the page opens with the verdict and has a row a stage") {
  const Page page = report_page({"sample.json", tests::sample_report()});
  CHECK(page.title == "A sample");
  REQUIRE(page.sections.front().lines.size() == 1);
  CHECK(contains(page.sections.front().lines.front(), "Fits: 30.0 GB"));
  const Section* memory = section_starting(page, "Memory");
  REQUIRE(memory != nullptr);
  REQUIRE(memory->table.rows.size() == 2);
  CHECK(memory->table.rows[1] ==
        std::vector<std::string>{"1", "2", "2.0", "4.0", "6.0", "8.0", "10.0", "30.0", "50.0", "2.5"});
}

TEST_CASE("memory has its range, and the changes that are worth most stand with what they save and cost") {
  const Report report = tests::sample_report();
  CHECK(contains(text_of(report_page({"", report})), "30.0 GB; four of five runs would show 28.4 GB to 31.1 GB"));
  const std::vector<MemorySaving> changes = {
      {"EP 1 → 2", {}, Bytes{20e9}, Bytes{10e9}, 0.018, true, {"plan.ep=2", "plan.etp=8"}},
      {"CP 2 → 1", {}, Bytes{31e9}, Bytes{-1e9}, -0.1, true}};
  const Page page = report_page({"", report}, changes);
  const Section* worth = section_starting(page, "Single changes");
  REQUIRE(worth != nullptr);
  REQUIRE(worth->table.rows.size() == 2);
  CHECK(worth->table.rows[0] == std::vector<std::string>{"EP 1 → 2", "10.0 GB less", "1.8 % more time per token",
                                                         "--set plan.ep=2 --set plan.etp=8"});
  CHECK(worth->table.rows[1] == std::vector<std::string>{"CP 2 → 1", "1.0 GB more", "10.0 % less time per token", ""});
}

TEST_CASE("a year stands as a year") {
  Report report = tests::sample_report();
  report.scenario.software.year = 2022.5;
  CHECK(contains(text_of(report_page({"", report})), ", 2022.5\n"));
}

TEST_CASE("the step's rows are its parts, and the last is their sum") {
  const Page page = report_page({"", tests::sample_report()});
  const Section* step = section_starting(page, "Where the step's seconds go");
  REQUIRE(step != nullptr);
  CHECK(step->table.rows.size() == 12);
  CHECK(step->table.rows.back().front() == "Step");
  CHECK(contains(step->table.rows.back().back(), "100"));
}

TEST_CASE("what isn't known is left out of the page and a dash in the comparison") {
  Report report = tests::sample_report();
  report.time.reset();
  report.timeline.reset();
  report.throughput.reset();
  report.run = {};
  const Page page = report_page({"", report});
  CHECK(section_starting(page, "Where the step's seconds go") == nullptr);
  CHECK(section_starting(page, "The run") == nullptr);
  const NamedReport named{"file.json", report};
  const std::string text = text_of(comparison_page(std::vector{named, named}));
  CHECK(contains(text, "–"));
}

TEST_CASE("a scenario without a name is called by its source") {
  NamedReport named{"file.json", tests::sample_report()};
  named.report.scenario.name.clear();
  CHECK(title_of(named) == "file.json");
}

TEST_CASE("a few scenarios stand side by side, many below each other") {
  const NamedReport named{"x", tests::sample_report()};
  const Table few = comparison_page(std::vector(2, named)).sections.front().table;
  CHECK(few.head.size() == 3);
  const Table many = comparison_page(std::vector(6, named)).sections.front().table;
  CHECK(many.rows.size() == 6);
}

TEST_CASE("a long stage table keeps its ends and the fullest stage, in order") {
  CHECK(shown_rows(3, 1) == std::vector<int>{0, 1, 2});
  const std::vector<int> rows = shown_rows(64, 30);
  CHECK(rows.size() == stage_rows_max + 1);
  CHECK(rows.front() == 0);
  CHECK(rows.back() == 63);
  CHECK(std::is_sorted(rows.begin(), rows.end()));
  CHECK(std::count(rows.begin(), rows.end(), 30) == 1);
}

TEST_CASE("an MFU that is counted as of another model says so") {
  Report report = tests::sample_report();
  const auto counted = [&] {
    const Page page = report_page({"sample.json", report});
    for (const Section& section : page.sections)
      for (const std::vector<std::string>& row : section.table.rows)
        if (row.front() == "MFU") return row.at(1);
    return std::string();
  };
  report.scenario.flops_convention = FlopsConvention::megatron;
  REQUIRE(contains(counted(), "counted as megatron"));
  CHECK_FALSE(contains(counted(), "assumes"));
  report.scenario.flops_convention = FlopsConvention::narayanan2021;
  report.scenario.model.num_experts = 8;
  CHECK(contains(counted(), "assumes GPT's shapes"));
}
