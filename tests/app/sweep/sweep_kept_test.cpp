#include "app/sweep/sweep_kept.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("what was asked of a sweep, and over which figures it was drawn, comes back") {
  SweepState state;
  state.settings.along = {"plan.pp", "1..8", 8, 2.0, 16.0};
  state.settings.lines = SweptAxis{"plan.recompute"};
  state.settings.follow = SweepFollow::share;
  state.arranged = {SweepFigure::rental, std::nullopt};
  SweepState next;
  take_kept_settings(next, kept_settings(state));
  CHECK(next.settings == state.settings);
  CHECK(next.arranged == state.arranged);
  state.settings.lines.reset(), state.arranged.lower = SweepFigure::mfu;
  take_kept_settings(next, kept_settings(state));
  CHECK(next.settings == state.settings);
  CHECK(next.arranged == state.arranged);
}

TEST_CASE("what is no sweep any more leaves the view as it was") {
  for (const char* text : {"", "[]", "{", R"({"along": {"path": "plan.gone"}, "follow": "x", "upper": "memory.gone"})",
                           R"({"along": {"path": "plan.schedule"}})", R"({"along": 3, "upper": 4, "follow": null})"}) {
    CAPTURE(text);
    SweepState state;
    take_kept_settings(state, text);
    CHECK(state.settings == SweepState().settings);
    CHECK(state.arranged == SweepState().arranged);
  }
  SweepState state;  // a field can't be along the axis and have a line for each of its values
  take_kept_settings(state, R"({"along": {"path": "plan.tp", "span": -3}, "lines": {"path": "plan.tp"}})");
  CHECK(state.settings.along.path == "plan.tp");
  CHECK(state.settings.along.span == swept_span);
  CHECK_FALSE(state.settings.lines);
}
