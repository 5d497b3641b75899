#include "core/changes/first_changes.h"

#include "core/evaluate/evaluate.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// By what the plan came to and what saves memory of it alone.
FirstChanges first_of(bool valid, bool fits, FrameworkFindings findings, const std::vector<MemorySaving>& savings) {
  Report report;
  report.valid = valid, report.fits = fits;
  findings.rules.title = "DeepSpeed";
  return first_changes(report, findings, savings);
}

}  // namespace

TEST_CASE("what a framework asks for comes with its name, and a plan that it can't express with the way out") {
  const FirstChanges first = first_of(true, true, {{}, {"add --zero"}, {{"plan.zero", "plan.zero = 3"}}}, {});
  CHECK(first.wanted == std::vector<std::string>{"For DeepSpeed: add --zero"});
  CHECK(first.another == "A plan that DeepSpeed can express, or another framework.");
  CHECK_FALSE(first.none);
}

TEST_CASE("where no change is named it is said why") {
  const std::vector<MemorySaving> one(1);
  CHECK_FALSE(first_of(false, false, {}, {}).none);  // no machine could run it: its errors say what to change
  CHECK(first_of(true, false, {}, {}).none == NoChange::none_saves);
  CHECK(first_of(true, true, {}, {}).none == NoChange::none_needed);
  CHECK_FALSE(first_of(true, false, {}, one).none);
  CHECK_FALSE(first_of(true, true, {{}, {"add --zero"}, {}}, {}).none);
}

TEST_CASE(
    "what saves memory is sought of a plan that could run and doesn't fit, without what the framework can't say") {
  const LaunchFramework& deepspeed = framework_named("deepspeed");
  const LaunchedScenario fits = launched_of(small_scenario, {});
  CHECK(framework_savings(fits, evaluate(fits.scenario), nullptr, real_presets()).empty());
  const LaunchedScenario large = launched_of(small_scenario, {{"plan.micro_batch", "16"}, {"plan.tp", "1"}});
  const Report report = evaluate(large.scenario);
  REQUIRE_FALSE(report.fits);
  const auto all = framework_savings(large, report, nullptr, real_presets());
  const auto said = framework_savings(large, report, &deepspeed, real_presets());
  CHECK_FALSE(said.empty());
  CHECK(said.size() < all.size());
}
