#include "render/chart/range_table.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

TimeReport time_of(std::string_view preset) {
  const Report report = evaluate(preset_scenario(preset));
  REQUIRE(report.time);
  return *report.time;
}

}  // namespace

TEST_CASE("the range's table has what governs any of the step, the software's spread with the rest") {
  const std::vector<RangeRow> rows = range_rows(time_of("llama3-8b-1024-h100"));
  const auto has = [&](std::string_view name) {
    return std::any_of(rows.begin(), rows.end(), [&](const RangeRow& row) { return row.constant == name; });
  };
  CHECK(has("products in 16 bits"));
  CHECK(has("software"));
  CHECK_FALSE(has("experts' products"));
  for (const RangeRow& row : rows) {
    CHECK(row.share.ends_with("%"));
    CHECK(row.shorter.find("−") == 0);
    CHECK(row.longer.find("+") == 0);
  }
}

TEST_CASE("with experts the software comes first, at the spread of mixtures of experts") {
  const std::vector<RangeRow> rows = range_rows(time_of("gpt4-25k-a100"));
  REQUIRE_FALSE(rows.empty());
  CHECK(rows.front().constant == "software");
  CHECK(rows.front().shorter == "−14 %");
  CHECK(rows.front().longer == "+19 %");
}

TEST_CASE("sentences say what the range means for this GPU and name the constants that make most of it") {
  Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const std::vector<std::string> words = range_sentences(report);
  REQUIRE(words.size() == 2);
  CHECK(words[0].find("four of five of all public runs") != std::string::npos);
  CHECK(words[1].find("Constants that may be off, the most first: software (−14 % to +19 %)") == 0);
  CHECK(words[1].find("launches") == std::string::npos);
  report.scenario.cluster.gpu = *all_presets().gpu("mi300x");
  CHECK(range_sentences(report)[0].find("No run of this GPU's family was timed") != std::string::npos);
  CHECK(range_sentences(Report{}).empty());
}
