#include "tests/app/sweep/sweep_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a point says how it differs from the present plan, what followed, and why there is none") {
  SweepDriver driver;
  driver.ask("weak-scaling");
  const ViewFrame frame = driver.window.view_frame();
  const SweepState& state = driver.state();
  const Explanation tip = explain_point(state, frame, state.drawn.lines[0].points.back(), SweepFigure::step);
  CHECK(tip.title.starts_with("GPUs "));
  CHECK(tip.lines.at(0).find("against the present") != std::string::npos);
  CHECK(tip.lines.back().find("batch ") != std::string::npos);
  driver.state().settings.along = SweptAxis{"plan.tp"};
  driver.state().settings.along.typed = "1,3";
  driver.sweep();
  const Explanation none = explain_point(driver.state(), driver.window.view_frame(),
                                         driver.state().drawn.lines[0].points.back(), SweepFigure::step);
  CHECK(none.value == "no such plan");
  CHECK_FALSE(none.lines.at(0).empty());
  for (std::size_t i = 0; i < count_of<SweepFollow>; ++i) CHECK_FALSE(stays_words(static_cast<SweepFollow>(i)).empty());
}
