#include "app/lab/lab_kept.h"

#include "tests/app/lab/lab_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the lab's values and schedules come back at the next start, a step that can be undone") {
  LabState state;
  state.lab = make_lab();
  LabDocument document;
  document.values.ranks = 4, document.values.backward_weight = 0.5, document.values.memory_limit = 9;
  document.values.stragglers.slow_rank = 2, document.values.stragglers.slow_factor = 1.5;
  document.shown = {ScheduleKind::gpipe, ScheduleKind::dualpipe};
  edit_lab(*state.lab, document);
  LabState unopened;  // a start in which nobody opens the lab loses nothing of it
  take_kept_settings(unopened, kept_settings(state));
  LabDriver window;
  take_kept_settings(window.explorer.of<LabState>(), kept_settings(unopened));
  window.frames(2);
  LabState& next = window.explorer.of<LabState>();
  REQUIRE(next.lab.has_value());
  CHECK(next.lab->history.present() == document);
  undo(next);
  CHECK(next.lab->history.present() == LabDocument{});
}

TEST_CASE("what can't be read leaves the lab as it opens, and what is out of bounds is held within them") {
  for (const char* text : {"", "[]", "{}", R"({"ranks": "many", "shown": [3, "gone"]})"}) {
    CAPTURE(text);
    LabState state;
    take_kept_settings(state, text);
    CHECK(state.kept.value_or(LabDocument{}) == LabDocument{});
    CHECK(kept_settings(state) == "{}");
  }
  LabState state;
  take_kept_settings(state, R"({"ranks": 1e9, "forward": -1, "memory_limit": 0})");
  CHECK(state.kept->values.ranks == 256);
  CHECK(state.kept->values.forward == 0.1);
  CHECK(state.kept->values.memory_limit == 1);
}

TEST_CASE("another window's lab is taken only where nothing was set in this one") {
  LabState own, others;
  take_kept_settings(others, R"({"ranks": 4})");
  add_kept_settings(own, kept_settings(others));
  CHECK(own.kept->values.ranks == 4);
  take_kept_settings(others, R"({"ranks": 6})");
  add_kept_settings(own, kept_settings(others));
  CHECK(own.kept->values.ranks == 4);
}
