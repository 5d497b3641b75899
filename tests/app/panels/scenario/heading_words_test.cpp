#include "app/panels/scenario/heading_words.h"

#include <algorithm>
#include <array>

#include "core/evaluate/evaluate.h"
#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("the headings' numbers say what they are made from") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const Report& report = explorer.session.report;
  const Explanation parameters = explain_parameters(report);
  CHECK(parameters.value == "1.83 T");
  CHECK(std::count(parameters.made_from.begin(), parameters.made_from.end(), "model.num_experts_per_tok") == 1);
  CHECK(explain_split(report).value == "24,960");
  CHECK(explain_split(report).made_from.size() == 5);
  CHECK(explain_batch(report).lines[1].find("micro-batch") != std::string::npos);
}

TEST_CASE("what a folded section counts is listed: each edited field with what it was") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "run.mtbf_gpu_hours", [](Scenario& scenario) { scenario.run.mtbf_gpu_hours = 12345; });
  constexpr std::array<std::string_view, 2> paths = {"run.mtbf_gpu_hours", "run.restart_seconds"};
  const Explanation said = explain_fold(frame_on(explorer), "Failures", "1 edited", paths);
  REQUIRE(said.lines.size() == 1);
  CHECK(said.lines.front().find("12,345") != std::string::npos);
  CHECK(said.made_from.size() == 2);
}
