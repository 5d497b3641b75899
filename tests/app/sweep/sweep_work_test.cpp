#include "app/sweep/sweep_work.h"

#include "tests/app/sweep/sweep_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

bool has_present(SweepDriver& driver) {
  const double present = present_value(driver.state(), driver.window.view_frame()).value_or(-1);
  for (const SweptPoint& point : driver.state().drawn.lines.front().points)
    if (point.x == present) return true;
  return false;
}

}  // namespace

TEST_CASE("every question has rows, the present plan among them, whose figures are the report's") {
  SweepDriver driver;
  driver.sweep();
  for (const SweepQuestionEntry& question : table_of<SweepQuestion>) {
    CAPTURE(std::string(question.name));
    driver.ask(question.name);
    const SweepState& state = driver.state();
    CHECK(state.asked->problem.empty());
    REQUIRE(state.drawn.lines.size() == 1);
    CHECK(state.drawn.lines.front().points.size() > 2);
    CHECK(has_present(driver));
    CHECK(state.arranged.upper == question.upper);
    CHECK_FALSE(state.is_old());
  }
}

TEST_CASE("what was drawn stays, as old, until the rows of an edited scenario are there") {
  SweepDriver driver;
  driver.sweep();
  Scenario edited = driver.window.scenario();
  edited.plan.gradient_dtype = Dtype::bf16;
  edit_as_step(driver.window.explorer.session, edited, "plan.gradient_dtype");
  driver.window.frames(1);
  if (!driver.state().progress.done) CHECK(driver.state().is_old());
  driver.sweep();
  CHECK_FALSE(driver.state().is_old());
  CHECK(driver.state().drawn.asked.base->unvaried.said.scenario.plan.gradient_dtype == Dtype::bf16);
}

TEST_CASE("threads of their own make the same rows") {
  SweepDriver alone, beside("llama2-7b-256-a100", {}, 2);
  alone.sweep();
  beside.window.frames(2);
  while (!beside.state().progress.done) {
    beside.window.frames(1);
    std::this_thread::yield();
  }
  beside.sweep();
  REQUIRE(alone.state().drawn.rows.size() == beside.state().drawn.rows.size());
  for (std::size_t i = 0; i < alone.state().drawn.rows.size(); ++i)
    CHECK(alone.state().drawn.rows[i].figures == beside.state().drawn.rows[i].figures);
}

TEST_CASE("a click on a point shows that plan in the whole explorer, and Esc leads back to view and plan") {
  SweepDriver driver;
  driver.sweep();
  WindowDriver& window = driver.window;
  const Scenario before = window.scenario();
  window.click(driver.point(0, 0));
  window.frames(2);
  CHECK(window.scenario().cluster.gpus == static_cast<std::int64_t>(driver.state().drawn.lines[0].points[0].x));
  CHECK(window.scenario().plan.global_batch == before.plan.global_batch);
  CHECK(window.shows("view.timeline"));
  window.key(ImGuiKey_Escape);
  window.frames(2);
  CHECK(window.scenario() == before);
  CHECK(window.explorer.grown == "sweep");
}
