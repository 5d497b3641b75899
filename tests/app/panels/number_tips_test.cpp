#include <doctest/doctest.h>

#include "app/panels/cards.h"
#include "core/evaluate/evaluate.h"
#include "render/text/format.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("what is said of a figure or a setting is of the report that it is given, and says whose that is") {
  WindowDriver window;
  const ViewFrame frame = window.view_frame();
  Scenario changed = window.scenario();
  changed.plan.pp = 30, changed.plan.dp = 104;
  const Report other = evaluate(changed);
  for (const char* name : {"memory.peak_bytes", "time.step_seconds", "plan.pp"}) {
    CAPTURE(name);
    const Explanation own = explain_of(frame, frame.shown, name, "B"), of_other = explain_of(frame, other, name, "B");
    CHECK(own.figure == name);
    CHECK(of_other.figure == name);
    CHECK(own.plan == nullptr);
    CHECK(own.value != of_other.value);
    REQUIRE(of_other.plan != nullptr);
    CHECK(of_other.plan->name == "B");
    CHECK(of_other.plan->scenario.plan.pp == 30);
  }
  CHECK(explain_of(frame, other, "memory.peak_bytes", "B").value ==
        format_quantity(other.memory.peak.value, Unit::bytes).text());
  CHECK(explain_of(frame, other, "no.such.figure").empty());
}

TEST_CASE("another plan without a name of its own goes by its scenario's; an equal report is of the open plan") {
  WindowDriver window;
  const ViewFrame frame = window.view_frame();
  Scenario changed = window.scenario();
  changed.plan.micro_batch = 2, changed.name = "another";
  CHECK(plan_of(frame, evaluate(changed), {})->name == "another");
  const Report equal = evaluate(window.scenario());
  CHECK(plan_of(frame, equal, "B") == nullptr);
}

TEST_CASE("a scenario whose defaults are filled in comes to the same figures") {
  WindowDriver window;
  const Report& report = window.view_frame().shown;
  const Report again = evaluate(report.scenario);
  CHECK(again.time->step == report.time->step);
  CHECK(again.memory.peak == report.memory.peak);
}
