#include "render/waterfall.h"

#include <doctest/doctest.h>

#include "tests/render/sample_report.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {
constexpr Rect area{{20, 20}, {320, 380}};
}

TEST_CASE("rows that take no time are left out, the others keep the order of the breakdown and add up to the step") {
  const Report report = step_report();
  const std::vector<StepRow> rows = rows_of(report.time->breakdown);
  REQUIRE(rows.size() == 9);
  CHECK(rows.front() == StepRow::ideal);
  CHECK(rows.back() == StepRow::other);
  Seconds sum;
  for (int i = 0; i < step_row_count; ++i) sum += seconds_of(report.time->breakdown, static_cast<StepRow>(i));
  CHECK(sum.value == doctest::Approx(report.time->step.value));
  CHECK(rows_of(StepBreakdown{}).empty());
}

TEST_CASE("every bar begins where the one above ends, and is as wide as its seconds") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report report = step_report();
  in_frame(screen, 400, 400, [&](ImDrawList&) {
    float end = 0, y = 0;
    const float ideal = waterfall_bar_rect(area, report, StepRow::ideal, theme)->width();
    for (const StepRow row : rows_of(report.time->breakdown)) {
      const Rect bar = *waterfall_bar_rect(area, report, row, theme);
      if (end > 0) CHECK(std::abs(bar.min.x - end) <= 2);
      CHECK(bar.min.y > y);
      CHECK(bar.max.x < area.max.x);
      CHECK(std::abs(bar.width() - ideal * static_cast<float>(seconds_of(report.time->breakdown, row).value / 11.7)) <=
            2);
      end = bar.max.x;
      y = bar.max.y;
    }
    CHECK_FALSE(waterfall_bar_rect(area, report, StepRow::expert, theme).has_value());
    CHECK_FALSE(waterfall_bar_rect(area, Report{}, StepRow::ideal, theme).has_value());
  });
}

TEST_CASE("the pointer finds the row, also beside its bar") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report report = step_report();
  in_frame(screen, 400, 400, [&](ImDrawList& draw) {
    for (const StepRow row : rows_of(report.time->breakdown)) {
      const Rect bar = *waterfall_bar_rect(area, report, row, theme);
      for (const float x : {area.min.x + 3, bar.center().x}) {
        WaterfallView view;
        view.pointer = {x, bar.center().y};
        CHECK(draw_waterfall(draw, area, report, view, theme).row == row);
      }
    }
    CHECK_FALSE(draw_waterfall(draw, area, report, WaterfallView{}, theme).row.has_value());
  });
}

TEST_CASE("what bounds the step is the largest row besides the ideal, in words") {
  StepBreakdown breakdown = step_report().time->breakdown;
  CHECK(bound_by(breakdown) == StepRow::bubble);
  CHECK(bound_in_words(breakdown) == "Bound by the bubble, 28.7 % of the step");
  breakdown.bubble = Seconds{};
  CHECK(bound_by(breakdown) == StepRow::kernels);
  StepBreakdown ideal;
  ideal.compute_at_peak = Seconds{1};
  CHECK_FALSE(bound_by(ideal).has_value());
  CHECK(bound_in_words(ideal).empty());
}

TEST_CASE("a report without times, an empty breakdown and no room are drawn without harm") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  Report empty = step_report();
  empty.time->breakdown = {};
  in_frame(screen, 400, 400, [&](ImDrawList& draw) {
    const int before = draw.VtxBuffer.Size;
    CHECK_FALSE(draw_waterfall(draw, area, Report{}, WaterfallView{}, theme).row.has_value());
    CHECK(draw.VtxBuffer.Size > before);  // it says so in words
    draw_waterfall(draw, area, empty, WaterfallView{}, theme);
    draw_waterfall(draw, {{0, 0}, {4, 4}}, step_report(), WaterfallView{}, theme);
  });
}
