#include "app/output/check_page.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/scenario_json/parse.h"
#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string checked(const std::vector<Setting>& settings) {
  const Outcome<ParsedScenario> parsed = parse_scenario(scenario_line, real_presets(), settings);
  REQUIRE(succeeded(parsed));
  const LaunchedScenario& scenario = value_of(parsed).said;
  const LaunchFramework& megatron = *find_framework(real_presets().frameworks, "megatron");
  const NamedReport named{"small.json", evaluate(scenario.scenario)};
  const FrameworkFindings findings =
      framework_findings(check_rules(scenario, megatron, real_presets()), scenario, megatron, real_presets());
  return text_of(check_page(named, findings, framework_savings(scenario, named.report, &megatron, real_presets())));
}

bool says(const std::string& text, const char* words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("a plan that fits and breaks no rule has nothing to change") {
  const std::string page = checked({});
  CAPTURE(page);
  CHECK(says(page, "Fits: "));
  CHECK(says(page, "Megatron-LM (d98e8a6 of 2026-08-22)"));
  CHECK(says(page, "none broken"));
  CHECK(says(page, "Nothing has to change."));
  CHECK(says(page, "; likely "));
}

TEST_CASE("a rule that is broken stands with its flags and source, and comes first among the changes") {
  const std::string page = checked({"model.intermediate_size=11009"});
  CAPTURE(page);
  CHECK(says(page, "The feed-forward width is cut over tp by exact division."));
  CHECK(says(page, "--ffn-hidden-size"));
  CHECK(says(page, "megatron/core/tensor_parallel/layers.py:1038"));
  CHECK(says(page, "For Megatron-LM: make --ffn-hidden-size a multiple of --tensor-model-parallel-size"));
}

TEST_CASE("a plan that doesn't fit says by how much, and the single changes that make it fit") {
  const std::string page = checked({"plan.micro_batch=16", "plan.global_batch=1024", "plan.tp=1", "plan.dp=32"});
  CAPTURE(page);
  CHECK(says(page, "Doesn't fit: "));
  CHECK(says(page, "too much"));
  CHECK(says(page, "fits, "));
}

TEST_CASE("the page is one screen") {
  for (const std::vector<Setting>& settings : {std::vector<Setting>{},
                                               {"plan.tp=3", "plan.virtual_stages=3"},
                                               {"plan.micro_batch=16", "plan.global_batch=1024"}}) {
    const std::string page = checked(settings);
    CAPTURE(page);
    CHECK(std::count(page.begin(), page.end(), '\n') <= 30);
  }
}

TEST_CASE(
    "what the verdict rests on comes first and whole; unknown flags are one line, what a framework can't say another") {
  const Outcome<ParsedScenario> parsed = parse_scenario(scenario_line, real_presets(), {});
  REQUIRE(succeeded(parsed));
  const LaunchedScenario& scenario = value_of(parsed).said;
  NamedReport named{"small.json", evaluate(scenario.scenario)};
  for (int i = 0; i < 9; ++i)
    named.report.problems.push_back(
        {Severity::hint, TextPlace{{}, 3, "--own-" + std::to_string(i)}, "this flag isn't known", "unknown-flag"});
  named.report.problems.push_back({Severity::hint, TextPlace{{}, 7, {}}, "this hangs on $FP8", "assumed-branch"});
  named.report.problems.push_back({Severity::hint, "cluster.gpus", "8 are taken", "taken-for-granted"});
  const LaunchFramework& megatron = *find_framework(real_presets().frameworks, "megatron");
  FrameworkFindings findings =
      framework_findings(check_rules(scenario, megatron, real_presets()), scenario, megatron, real_presets());
  findings.unsaid = {{"plan.virtual_stages", "plan.virtual_stages = 2"}};
  const std::string page = text_of(check_page(named, findings, {}));
  CAPTURE(page);
  const std::size_t assumed = page.find("8 are taken"), branch = page.find("line 7: this hangs on $FP8"),
                    unknown = page.find("--own-0, --own-1");
  REQUIRE(unknown != std::string::npos);
  CHECK(assumed < branch);
  CHECK(branch < unknown);
  CHECK(says(page, "--own-8"));
  CHECK(says(page, "can't express this plan: plan.virtual_stages = 2."));
  CHECK_FALSE(says(page, "Nothing has to change."));
  for (std::size_t at = 0; at < page.size();) {
    const std::size_t end = std::min(page.find('\n', at), page.size());
    CHECK(end - at <= 120);
    at = end + 1;
  }
}
