#include "app/output/report_sections.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "core/evaluate/evaluate.h"
#include "core/presets/presets.h"
#include "tests/app/desk.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("the run's sections say time, failures, four ways to count its cost, and everyday terms") {
  const Report report = evaluate(*shipped_presets().scenario("gpt4-25k-a100"));
  const std::vector<Section> sections = run_sections(report);
  REQUIRE(sections.size() == 3);
  Page page{"", sections};
  const std::string text = text_of(page);
  for (const char* word : {"Goodput", "planned stops", "Checkpoint every", "Daly's", "Spare nodes", "CO2",
                           "Sent by all GPUs", "Scaling laws", "Rent the GPU-hours", "staff", "homes"}) {
    CAPTURE(word);
    CHECK(text.find(word) != std::string::npos);
  }
  CHECK(sections[1].table.rows.size() == 4);
  CHECK(text.find("four of five runs would take") != std::string::npos);
  CHECK(text.find("sold with 400 W") != std::string::npos);
  CHECK(text.find("Of the theoretical FLOPs") != std::string::npos);
  CHECK(sections[1].table.rows[0][2].find(" to ") != std::string::npos);  // rent's range
  CHECK(sections[1].table.rows[3][2].empty());                            // the split's has no width
}

TEST_CASE("a plan without days has no costs of time and still says what a checkpoint takes") {
  Scenario scenario = *shipped_presets().scenario("gpt4-25k-a100");
  scenario.run.tokens.reset();
  const std::vector<Section> sections = run_sections(evaluate(scenario));
  CHECK(text_of(Page{"", {sections[0]}}).find("Checkpoint every") != std::string::npos);
  CHECK(text_of(Page{"", {sections[0]}}).find("Failures") == std::string::npos);
}

TEST_CASE("a run that would never end says so, and what is unknown with it") {
  Scenario scenario = *shipped_presets().scenario("gpt4-25k-a100");
  scenario.run.mtbf_gpu_hours = 0.001;
  const std::vector<Section> sections = run_sections(evaluate(scenario));
  const std::string text = text_of(Page{"", sections});
  CHECK(text.find("never ends: failures come faster than checkpoints") != std::string::npos);
  CHECK(sections[1].table.rows.size() == 4);
  CHECK(sections[1].table.rows[0][1] == "unknown");
}

TEST_CASE("GPU-hours are said of training alone and of the calendar that is rented") {
  const Report report = evaluate(*shipped_presets().scenario("gpt4-25k-a100"));
  const std::vector<Section> sections = run_sections(report);
  const std::string text = text_of(Page{"", sections});
  CHECK(text.find("GPU-hours of training alone") != std::string::npos);
  CHECK(text.find("GPU-hours rented, of the whole calendar") != std::string::npos);
}

TEST_CASE("a way to count whose price isn't known stays, with what is missing") {
  Scenario scenario = *shipped_presets().scenario("gpt4-25k-a100");
  scenario.cluster.gpu.price_usd.reset();
  const std::vector<Section> sections = run_sections(evaluate(scenario));
  REQUIRE(sections[1].table.rows.size() == 4);
  CHECK(sections[1].table.rows[1][1] == "unknown");
  CHECK(sections[1].table.rows[1][3] == "for want of the GPU's price");
}

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
  const double unit = text.ends_with(" kB") ? 1e-6 : text.ends_with(" B") ? 1e-9 : 1;  // of the column's gigabytes
  return std::strtod(text.c_str(), nullptr) * unit * (negative ? -1 : 1);
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
