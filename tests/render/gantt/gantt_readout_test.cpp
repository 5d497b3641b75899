#include "render/gantt/gantt_readout.h"

#include <string>

#include "core/pipeline/held_index.h"
#include "tests/render/gantt/gantt_drawn.h"

using namespace shardscope;

TEST_CASE("a rank's state at a moment is its pass with the micro-batch, the step's end or idle") {
  const test::GanttCase made = test::gantt_case(4, 1, 6);
  const Timeline& timeline = made.timeline();
  for (const std::int32_t rank : {0, 2, 3})
    for (const PassRecord& bar : timeline.lane(rank)) {
      const std::string state = state_at(timeline, made.index, {rank, 1}, bar.end - 1e-6);
      const bool forward = role_of(bar.pass.kind) == PassRole::forward;
      CHECK(state == (forward ? "forward " : "backward ") + std::to_string(bar.pass.micro_batch));
    }
  CHECK(state_at(timeline, made.index, {3, 1}, 0) == "idle");
  CHECK(state_at(timeline, made.index, {3, 1}, timeline.lane(3).back().end + 1) == "exchange");
  CHECK(state_at(timeline, made.index, {3, 1}, timeline.lane(3).back().end + 3.5) == "optimizer");
}

TEST_CASE("several ranks are counted by what they do") {
  const test::GanttCase made = test::gantt_case(4, 1, 6);
  CHECK(state_at(made.timeline(), made.index, {0, 4}, 0.5) == "1 forward, 3 idle");
  CHECK(state_at(made.timeline(), made.index, {0, 4}, 0.5, true) == "1 fwd, 3 idle");
}

TEST_CASE("with a readout the lanes end earlier and words stand right of them") {
  const test::GanttCase made = test::gantt_case(4, 1, 6);
  const HeldIndex held = build_held_index(made.timeline(), std::vector<double>(4, 1));
  GanttSource source = made.source();
  source.layout.readout = 160;
  source.held = &held;
  source.held_words = [](double held_now) { return std::to_string(static_cast<int>(held_now)); };
  const GanttGeometry geometry = gantt_geometry(test::chart_area, {}, source, dark_theme());
  CHECK(geometry.lanes.max.x == doctest::Approx(1200));
  GanttView view;
  const auto words = [&](const test::DrawnChart& drawn) {
    int count = 0;
    for (int x = 1210; x < 1360; ++x)
      for (int y = 0; y < 400; ++y) count += test::is_color(drawn.image, x, y, dark_theme().panel) ? 0 : 1;
    return count;
  };
  CHECK(words(test::draw_chart(source, view)) == 0);
  view.cursor = 5;
  CHECK(words(test::draw_chart(source, view)) > 200);
}
