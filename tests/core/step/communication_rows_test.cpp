#include "core/step/communication_rows.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("communication is listed for the degrees above 1 and shows at most its own time") {
  Scenario scenario = gpt3_on(8, 4, 4);
  std::vector<Communication> lines = evaluate(scenario).communication;
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].kind == GroupKind::tp);
  CHECK(lines[1].kind == GroupKind::pp);
  CHECK(lines[2].kind == GroupKind::dp);
  for (const Communication& line : lines) {
    CHECK(line.bytes_per_gpu_per_step.value > 0);
    if (line.kind != GroupKind::pp) CHECK(line.exposed.value <= line.time.value * (1 + 1e-9));
  }
  // 16 micro-batches through 24 layers, eight collectives of 7/8·[s, b, h] each; the first stage's embedding adds two.
  const double each = 2048.0 * 12288 * 2 * 7 / 8;
  CHECK(lines[0].bytes_per_gpu_per_step.value == doctest::Approx(16 * 24 * 8 * each).epsilon(0.02));
  CHECK(evaluate(gpt3_on(1, 1, 1)).communication.empty());
}

TEST_CASE("what isn't exposed of a row is hidden; of one that takes no time nothing can be") {
  Communication row;
  CHECK_FALSE(hidden_share(row).has_value());
  row.time = Seconds{4}, row.exposed = Seconds{1};
  CHECK(hidden_share(row) == 0.75);
  row.exposed = Seconds{5};
  CHECK(hidden_share(row) == 0);
}

TEST_CASE("what the critical rank sends is what the report's rows say, but for a pipeline's ends") {
  for (const char* name : {"gpt4-25k-a100", "llama3-405b-16k-h100", "deepseek-v3-2048-h800"}) {
    const Report report = evaluate(preset_scenario(name));
    REQUIRE(report.time.has_value());
    CAPTURE(name);
    REQUIRE(report.time->sent.size() == static_cast<std::size_t>(report.scenario.plan.pp));
    const auto critical = static_cast<std::size_t>(report.time->critical_rank);
    for (const Communication& row : report.communication) {
      const double bytes = sent_of(*report.time, critical, row).value;
      if (row.kind == GroupKind::pp)
        CHECK(bytes <= row.bytes_per_gpu_per_step.value * (1 + 1e-9));
      else
        CHECK(bytes == doctest::Approx(row.bytes_per_gpu_per_step.value));
    }
  }
}
