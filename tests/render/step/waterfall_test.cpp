#include "render/step/waterfall.h"

#include <doctest/doctest.h>

#include "tests/render/sample_report.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {
constexpr Rect waterfall_area{{20, 20}, {320, 380}};
}

TEST_CASE("rows that take no time are left out, the others keep their order and add up to the step") {
  const Report report = step_report();
  const StepLosses losses = step_losses(report);
  const std::vector<StepLoss> rows = rows_of(losses);
  REQUIRE(rows.size() == 9);
  CHECK(rows.front() == StepLoss::at_peak);
  CHECK(rows.back() == StepLoss::other);
  CHECK(total_of(losses).value == doctest::Approx(report.time->step.value));
  CHECK(rows_of(StepLosses{}).empty());
}

TEST_CASE("every bar begins where the one above ends, and is as wide as its seconds") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const StepLosses losses = step_losses(step_report());
  in_frame(screen, 400, 400, [&](ImDrawList&) {
    float end = 0, y = 0;
    const float ideal = waterfall_bar_rect(waterfall_area, losses, StepLoss::at_peak, theme)->width();
    for (const StepLoss row : rows_of(losses)) {
      const Rect bar = *waterfall_bar_rect(waterfall_area, losses, row, theme);
      if (end > 0) CHECK(std::abs(bar.min.x - end) <= 2);
      CHECK(bar.min.y > y);
      CHECK(bar.max.x < waterfall_area.max.x);
      CHECK(std::abs(bar.width() - ideal * static_cast<float>(seconds_of(losses, row).value / 11.7)) <= 2);
      end = bar.max.x;
      y = bar.max.y;
    }
    CHECK_FALSE(waterfall_bar_rect(waterfall_area, losses, StepLoss::expert, theme).has_value());
    CHECK_FALSE(waterfall_bar_rect(waterfall_area, StepLosses{}, StepLoss::at_peak, theme).has_value());
  });
}

TEST_CASE("the pointer finds the row, also beside its bar") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const StepLosses losses = step_losses(step_report());
  in_frame(screen, 400, 400, [&](ImDrawList& draw) {
    for (const StepLoss row : rows_of(losses)) {
      const Rect bar = *waterfall_bar_rect(waterfall_area, losses, row, theme);
      for (const float x : {waterfall_area.min.x + 3, bar.center().x}) {
        WaterfallView view;
        view.pointer = {x, bar.center().y};
        CHECK(draw_waterfall(draw, waterfall_area, losses, view, theme).row == row);
      }
    }
    CHECK_FALSE(draw_waterfall(draw, waterfall_area, losses, WaterfallView{}, theme).row.has_value());
  });
}

TEST_CASE("what bounds the step is the largest row besides the ideal, in words") {
  StepLosses losses = step_losses(step_report());
  CHECK(bound_by(losses) == StepLoss::bubble);
  CHECK(bound_in_words(losses) == "Bound by the bubble, 28.7 % of the step");
  losses[static_cast<std::size_t>(StepLoss::bubble)] = Seconds{};
  CHECK(bound_by(losses) == StepLoss::below_peak);
  StepLosses ideal{};
  ideal[0] = Seconds{1};
  CHECK_FALSE(bound_by(ideal).has_value());
  CHECK(bound_in_words(ideal).empty());
}

TEST_CASE("with little room the smallest losses go to the last row, and no second is lost") {
  const StepLosses losses = step_losses(step_report());
  const StepLosses few = in_rows(losses, 4);
  CHECK(rows_of(few) ==
        std::vector<StepLoss>{StepLoss::at_peak, StepLoss::below_peak, StepLoss::bubble, StepLoss::other});
  CHECK(total_of(few).value == doctest::Approx(total_of(losses).value));
  CHECK(seconds_of(few, StepLoss::other).value == doctest::Approx(0.6 + 2.6 + 0.2 + 1.1 + 0.3 + 0.4));
  CHECK(in_rows(losses, 9) == losses);
  CHECK(rows_of(in_rows(losses, 0)).size() == 2);
  StepLosses tiny = losses;
  tiny[static_cast<std::size_t>(StepLoss::launches)] = Seconds{0.001};  // "0.0 s" beside a bar of no width
  CHECK(rows_of(in_rows(tiny, 18)) == rows_of(losses));
  CHECK(total_of(in_rows(tiny, 18)).value == doctest::Approx(total_of(tiny).value));
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  in_frame(screen, 400, 400, [&](ImDrawList& draw) {
    const Rect low{{20, 20}, {320, 140}};
    CHECK_FALSE(waterfall_bar_rect(low, losses, StepLoss::pipeline, theme).has_value());
    const Rect last = *waterfall_bar_rect(low, losses, StepLoss::other, theme);
    const WaterfallHover hover = draw_waterfall(draw, low, losses, {last.center(), {}}, theme);
    CHECK(hover.row == StepLoss::other);
    CHECK(hover.seconds > seconds_of(losses, StepLoss::other));
  });
}

TEST_CASE("no seconds and no room are drawn without harm") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  in_frame(screen, 400, 400, [&](ImDrawList& draw) {
    const int before = draw.VtxBuffer.Size;
    CHECK_FALSE(draw_waterfall(draw, waterfall_area, StepLosses{}, WaterfallView{}, theme).row.has_value());
    CHECK(draw.VtxBuffer.Size > before);  // it says so in words
    draw_waterfall(draw, {{0, 0}, {4, 4}}, step_losses(step_report()), WaterfallView{}, theme);
  });
}
