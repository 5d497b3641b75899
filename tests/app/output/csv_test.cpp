#include "app/output/csv.h"

#include <doctest/doctest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/inspect/bubble.h"
#include "tests/core/sample_report.h"

using namespace shardscope;

namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  if (line.ends_with(',')) cells.emplace_back();
  return cells;
}

/// The cells of a row by their columns' names; only for rows without quotes.
std::map<std::string, std::string> row_of(const std::string& csv, int row) {
  std::stringstream lines(csv);
  std::string head, line;
  std::getline(lines, head);
  for (int i = 0; i <= row; ++i) std::getline(lines, line);
  const std::vector<std::string> names = cells_of(head), values = cells_of(line);
  REQUIRE(names.size() == values.size());
  std::map<std::string, std::string> cells;
  for (std::size_t i = 0; i < names.size(); ++i) cells[names[i]] = values[i];
  return cells;
}

}  // namespace

TEST_CASE("a row has the report's numbers in SI, under the keys of the JSON report") {
  const NamedReport named{"x", tests::sample_report()};
  const auto cells = row_of(csv_of(std::vector{named}), 0);
  CHECK(cells.at("scenario") == "A sample");
  CHECK(cells.at("fits") == "true");
  CHECK(cells.at("dp") == "1024");
  CHECK(cells.at("optimizer_bytes") == "6e+09");
  CHECK(cells.at("step_seconds") == "9.109375");
  CHECK(cells.at("compute_seconds") == "3");
  CHECK(cells.at("idle_share_of_makespan") == "0.5");
  CHECK(std::stod(cells.at("bubble_share_of_step")) == doctest::Approx(bubble_share_of(named.report).value()));
  CHECK(cells.at("mfu") == "0.4");
  CHECK(cells.at("rental_usd") == "5.8e+07");
}

TEST_CASE("what isn't known is an empty cell, in a row as long as the others") {
  NamedReport named{"x", tests::sample_report()};
  named.report.time.reset();
  named.report.throughput.reset();
  named.report.run = {};
  const auto cells = row_of(csv_of(std::vector{NamedReport{"y", tests::sample_report()}, named}), 1);
  CHECK(cells.at("step_seconds").empty());
  CHECK(cells.at("mfu").empty());
  CHECK(cells.at("capital_usd").empty());
}

TEST_CASE("a name with a comma or a quote stays one cell") {
  NamedReport named{"x", tests::sample_report()};
  named.report.scenario.name = "8 x \"A100\", fast";
  CHECK(csv_of(std::vector{named}).find("\n\"8 x \"\"A100\"\", fast\",true,") != std::string::npos);
}
