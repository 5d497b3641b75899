#include "core/evaluate/run_of_report.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("a run made anew of the same step is that of a whole evaluation") {
  for (const char* preset : {"gpt4-25k-a100", "llama3-405b-16k-h100"}) {
    CAPTURE(preset);
    Scenario scenario = *all_presets().scenario(preset);
    Report report = evaluate(scenario);
    CHECK(run_of_report(report).days == report.run.days);
    scenario.run.tokens = *scenario.run.tokens * 1.7;
    report.scenario.run.tokens = scenario.run.tokens;
    const RunReport again = run_of_report(report), whole = evaluate(scenario).run;
    CHECK(again.days == whole.days);
    CHECK(again.calendar_days == whole.calendar_days);
    CHECK(again.rental_usd == whole.rental_usd);
    CHECK(again.goodput == whole.goodput);
  }
}
