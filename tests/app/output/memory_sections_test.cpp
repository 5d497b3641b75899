#include "app/output/memory_sections.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include "core/evaluate.h"
#include "core/scenario/presets.h"

using namespace shardscope;

namespace {

Scenario gpt4() {
  return *value_of(load_presets(SHARDSCOPE_SOURCE_DIR "/presets")).scenario("gpt4-25k-a100");
}

std::string value_of_row(const Section& section, std::string_view name) {
  for (const auto& row : section.table.rows)
    if (row[0] == name) return row[1];
  return {};
}

}  // namespace

TEST_CASE("every plan has a checkpoint, an offloading one host memory too") {
  Scenario scenario = gpt4();
  const Section kept = host_section(evaluate(scenario).memory);
  CHECK_FALSE(value_of_row(kept, "Checkpoint on disk").empty());
  CHECK(value_of_row(kept, "On the host, a node").empty());
  scenario.plan.offload = Offload::optimizer;
  const Section moved = host_section(evaluate(scenario).memory);
  CHECK_FALSE(value_of_row(moved, "On the host, a node").empty());
  CHECK(value_of_row(moved, "Checkpoint on disk") == value_of_row(kept, "Checkpoint on disk"));
  CHECK(host_section(MemoryReport{}).table.rows.empty());
}

TEST_CASE("the lines from Megatron-LM's report lead to the fullest GPU") {
  const Report report = evaluate(gpt4());
  const Section section = megatron_section(report);
  const auto& rows = section.table.rows;
  REQUIRE(rows.size() > 5);
  double sum = 0;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) sum += std::strtod(rows[i][1].c_str(), nullptr);
  CHECK(std::abs(sum - std::strtod(rows.back()[1].c_str(), nullptr)) < 0.001 * static_cast<double>(rows.size()));
  for (std::size_t i = 2; i + 1 < rows.size(); ++i) CHECK_FALSE(rows[i][2].empty());
  CHECK(megatron_section(Report{}).table.rows.empty());
}
