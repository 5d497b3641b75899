#include "app/output/memory_sections.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "core/evaluate/evaluate.h"
#include "core/presets/presets.h"
#include "tests/source_path.h"

using namespace shardscope;

namespace {

Scenario gpt4() {
  return *value_of(load_presets(source_path("presets"))).scenario("gpt4-25k-a100");
}

std::string value_of_row(const Section& section, std::string_view name) {
  for (const auto& row : section.table.rows)
    if (row[0] == name) return row[1];
  return {};
}

/// "−30.840", with a minus sign as people read it.
double number(std::string text) {
  const std::string minus = "−";
  const bool negative = text.starts_with(minus);
  if (negative) text = text.substr(minus.size());
  return std::strtod(text.c_str(), nullptr) * (negative ? -1 : 1);
}

}  // namespace

TEST_CASE("every plan has a checkpoint, an offloading one host memory too") {
  Scenario scenario = gpt4();
  const Section kept = host_section(evaluate(scenario).memory);
  CHECK_FALSE(value_of_row(kept, "Checkpoint on disk").empty());
  CHECK(value_of_row(kept, "On the host, per node").empty());
  scenario.plan.offload = Offload::optimizer;
  const Section moved = host_section(evaluate(scenario).memory);
  CHECK_FALSE(value_of_row(moved, "On the host, per node").empty());
  CHECK(value_of_row(moved, "Checkpoint on disk") == value_of_row(kept, "Checkpoint on disk"));
  CHECK(host_section(MemoryReport{}).table.rows.empty());
}

TEST_CASE("the lines from Megatron-LM's report lead to the fullest GPU") {
  const Report report = evaluate(gpt4());
  const Section section = megatron_section(report);
  const auto& rows = section.table.rows;
  REQUIRE(rows.size() > 5);
  double sum = 0;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) sum += number(rows[i][1]);
  CHECK(std::abs(sum - number(rows.back()[1])) < 0.001 * static_cast<double>(rows.size()));
  for (std::size_t i = 2; i + 1 < rows.size(); ++i) CHECK_FALSE(rows[i][2].empty());
  CHECK(megatron_section(Report{}).table.rows.empty());
}
