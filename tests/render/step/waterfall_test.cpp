#include "render/step/waterfall.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/render/sample_report.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {
constexpr Rect waterfall_area{{20, 20}, {320, 380}};
}

TEST_CASE("rows that take no time are left out, the others keep their order and add up to the step") {
  const Report report = step_report();
  const LostSeconds lost = time_lost(report);
  const std::vector<TimeLost> rows = rows_of(lost);
  REQUIRE(rows.size() == 9);
  CHECK(rows.front() == TimeLost::at_peak);
  CHECK(rows.back() == TimeLost::other);
  CHECK(total_of(lost).value == doctest::Approx(report.time->step.value));
  CHECK(rows_of(LostSeconds{}).empty());
}

TEST_CASE("every bar begins where the one above ends, and is as wide as its seconds") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const LostSeconds lost = time_lost(step_report());
  in_frame(screen, 400, 400, [&](ImDrawList&) {
    float end = 0, y = 0;
    const WaterfallLayout layout = waterfall_layout(waterfall_area, lost, theme);
    CHECK(layout.rows == rows_of(lost));
    const float ideal = layout.bars.front().width();
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
      const Rect& bar = layout.bars[i];
      if (end > 0) CHECK(std::abs(bar.min.x - end) <= 2);
      CHECK(bar.min.y > y);
      CHECK(bar.max.x < waterfall_area.max.x);
      CHECK(std::abs(bar.width() - ideal * static_cast<float>(seconds_of(lost, layout.rows[i]).value / 11.7)) <= 2);
      end = bar.max.x;
      y = bar.max.y;
    }
    CHECK(waterfall_layout(waterfall_area, LostSeconds{}, theme).bars.empty());
  });
}

TEST_CASE("the pointer finds the row, also beside its bar") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const LostSeconds lost = time_lost(step_report());
  in_frame(screen, 400, 400, [&](ImDrawList& draw) {
    const WaterfallLayout layout = waterfall_layout(waterfall_area, lost, theme);
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
      const Rect& bar = layout.bars[i];
      for (const float x : {waterfall_area.min.x + 3, bar.center().x}) {
        WaterfallView view;
        view.pointer = {x, bar.center().y};
        CHECK(draw_waterfall(draw, waterfall_area, lost, view, theme).row == layout.rows[i]);
      }
    }
    CHECK_FALSE(draw_waterfall(draw, waterfall_area, lost, WaterfallView{}, theme).row.has_value());
  });
}

TEST_CASE("what bounds the step is the largest row besides the ideal, in words") {
  LostSeconds lost = time_lost(step_report());
  CHECK(bound_by(lost) == TimeLost::bubble);
  CHECK(bound_in_words(lost).front() == "Bound by the busiest rank's idle time, 28.7 % of the step");
  lost[static_cast<std::size_t>(TimeLost::bubble)] = Seconds{};
  CHECK(bound_by(lost) == TimeLost::below_peak);
  LostSeconds ideal{};
  ideal[0] = Seconds{1};
  CHECK_FALSE(bound_by(ideal).has_value());
  CHECK(bound_in_words(ideal).front().empty());
}

TEST_CASE("with little room the smallest parts go to the last row, and no second is lost") {
  const LostSeconds lost = time_lost(step_report());
  const LostSeconds few = in_rows(lost, 4);
  CHECK(rows_of(few) ==
        std::vector<TimeLost>{TimeLost::at_peak, TimeLost::below_peak, TimeLost::bubble, TimeLost::other});
  CHECK(total_of(few).value == doctest::Approx(total_of(lost).value));
  CHECK(seconds_of(few, TimeLost::other).value == doctest::Approx(0.6 + 2.6 + 0.2 + 1.1 + 0.3 + 0.4));
  CHECK(in_rows(lost, 9) == lost);
  CHECK(rows_of(in_rows(lost, 0)) == std::vector<TimeLost>{TimeLost::at_peak, TimeLost::bubble, TimeLost::other});
  LostSeconds tiny = lost;
  tiny[static_cast<std::size_t>(TimeLost::launches)] = Seconds{0.001};  // "0.0 s" beside a bar of no width
  CHECK(rows_of(in_rows(tiny, 18)) == rows_of(lost));
  CHECK(total_of(in_rows(tiny, 18)).value == doctest::Approx(total_of(tiny).value));
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  in_frame(screen, 400, 400, [&](ImDrawList& draw) {
    const Rect low{{20, 20}, {320, 140}};
    const WaterfallLayout layout = waterfall_layout(low, lost, theme);
    CHECK(std::find(layout.rows.begin(), layout.rows.end(), TimeLost::pipeline) == layout.rows.end());
    CHECK(layout.rows.back() == TimeLost::other);
    const WaterfallHover hover = draw_waterfall(draw, low, lost, {layout.bars.back().center(), {}}, theme);
    CHECK(hover.row == TimeLost::other);
    CHECK(hover.seconds > seconds_of(lost, TimeLost::other));
  });
}

TEST_CASE("no seconds and no room are drawn without harm") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  in_frame(screen, 400, 400, [&](ImDrawList& draw) {
    const int before = draw.VtxBuffer.Size;
    CHECK_FALSE(draw_waterfall(draw, waterfall_area, LostSeconds{}, WaterfallView{}, theme).row.has_value());
    CHECK(draw.VtxBuffer.Size > before);  // it says so in words
    draw_waterfall(draw, {{0, 0}, {4, 4}}, time_lost(step_report()), WaterfallView{}, theme);
  });
}

TEST_CASE("beside a measured step a last bar reaches from the step's end to it, or back") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const LostSeconds lost = time_lost(step_report());
  in_frame(screen, 400, 400, [&](ImDrawList&) {
    for (const double times : {1.3, 0.9}) {
      CAPTURE(times);
      const Seconds measured = total_of(lost) * times;
      const WaterfallLayout layout = waterfall_layout(waterfall_area, lost, theme, measured);
      REQUIRE(layout.unexplained);
      const float step = layout.bars.back().max.x, start = layout.bars.front().min.x;
      const float seen = times > 1 ? layout.unexplained->max.x : layout.unexplained->min.x;
      CHECK(std::abs((times > 1 ? layout.unexplained->min.x : layout.unexplained->max.x) - step) <= 2);
      CHECK((seen - start) / (step - start) == doctest::Approx(times).epsilon(0.02));
      CHECK(layout.unexplained->max.x < waterfall_area.max.x);
    }
    CHECK_FALSE(waterfall_layout(waterfall_area, lost, theme).unexplained);
  });
}

TEST_CASE("a step that somebody expected is a line where it ends, on the bars' own scale") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const LostSeconds lost = time_lost(step_report());
  const WaterfallLayout layout = waterfall_layout(waterfall_area, lost, theme);
  const float middle = (layout.bars.front().min.x + layout.bars.back().max.x) / 2;
  const auto accent_at = [&](Seconds expected) {
    WaterfallView view;
    view.advice = "nothing", view.expected = expected, view.expected_words = "you said 1 s";
    const Image image = screen.picture(340, 400, theme.panel, [&] {
      (void)draw_waterfall(*ImGui::GetBackgroundDrawList(), waterfall_area, lost, view, theme);
    });
    int count = 0;
    for (int y = static_cast<int>(layout.first_row); y < static_cast<int>(layout.bars.back().max.y); ++y)
      for (const float x : {-1.0F, 0.0F, 1.0F})
        count += pixel_at(image, middle + x, static_cast<float>(y)) == theme.accent ? 1 : 0;
    return count;
  };
  CHECK(accent_at(layout.step * 0.5) > 40);
  CHECK(accent_at({}) == 0);
  CHECK(accent_at(layout.step * 0.1) < accent_at(layout.step * 0.5));
}
