#include "render/run/run_strip.h"

#include <doctest/doctest.h>

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr Rect strip_area{{20, 20}, {820, 250}};

/// 100 days: half a day lost on day 50 and a restart of a quarter behind it, a planned stop on day 75.
RunCalendar one_failure() {
  constexpr double day = 86'400;
  RunCalendar calendar;
  calendar.events = {{CalendarKind::lost, 50 * day, 51 * day, 0},
                     {CalendarKind::restart, 51 * day, 52 * day, 0},
                     {CalendarKind::planned, 75 * day, 76 * day, 0}};
  calendar.end = 100 * day;
  calendar.failures = 1, calendar.planned_stops = 1;
  calendar.by_group[static_cast<std::size_t>(CauseGroup::gpu)] = 1;
  calendar.checkpoints = {10 * day, 20 * day};
  calendar.checkpoint_count = 2;
  return calendar;
}

}  // namespace

TEST_CASE("the strip is training but where it was lost, restarted or stopped as planned") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const RunCalendar calendar = one_failure();
  const Image image = screen.picture(840, 260, theme.panel, [&] {
    draw_run_strip(*ImGui::GetBackgroundDrawList(), theme, strip_area, calendar, {-1, -1});
  });
  const float left = strip_area.min.x + 112, width = strip_area.max.x - left, y = strip_area.min.y + 23;
  const auto at_day = [&](float day) { return pixel_at(image, left + width * day / 100, y); };
  CHECK(at_day(20) == training_color(theme));
  CHECK(at_day(50.5F) == calendar_color(theme, CalendarKind::lost));
  CHECK(at_day(51.5F) == calendar_color(theme, CalendarKind::restart));
  CHECK(at_day(75.5F) == calendar_color(theme, CalendarKind::planned));
}

TEST_CASE("the pointer finds the moment, and the event there or within a few pixels") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const RunCalendar calendar = one_failure();
  const float left = strip_area.min.x + 112, width = strip_area.max.x - left;
  const auto hover_at = [&](float day) {
    RunStripHover hover;
    in_frame(screen, 840, 260, [&](ImDrawList& draw) {
      hover = draw_run_strip(draw, theme, strip_area, calendar, {left + width * day / 100, strip_area.min.y + 10});
    });
    return hover;
  };
  CHECK(*hover_at(20).moment == doctest::Approx(20 * 86'400.0).epsilon(0.01));
  CHECK_FALSE(hover_at(20).event.has_value());
  CHECK(*hover_at(50.5F).event == 0);
  CHECK(*hover_at(51.7F).event == 1);
  CHECK(*hover_at(76.2F).event == 2);
  CHECK_FALSE(hover_at(-5).moment.has_value());
}

TEST_CASE("a calendar without an end draws nothing") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(light_theme(), screen);
  in_frame(screen, 840, 260, [&](ImDrawList& draw) {
    CHECK_FALSE(draw_run_strip(draw, theme, strip_area, RunCalendar{}, {400, 30}).moment.has_value());
    CHECK(draw.VtxBuffer.empty());
  });
  CHECK(name_of(CalendarKind::lost) == "lost work");
  CHECK(name_of(CauseGroup::unexplained) == "unexplained");
}

TEST_CASE("without the rows of causes the strip takes the whole width and less height") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  CHECK(run_strip_height(theme, false) < run_strip_height(theme) - 90);
  in_frame(screen, 840, 260, [&](ImDrawList& draw) {
    const RunStripHover hover =
        draw_run_strip(draw, theme, strip_area, one_failure(), {strip_area.min.x + 2, strip_area.min.y + 5}, false);
    REQUIRE(hover.moment.has_value());
    CHECK(*hover.moment < 86'400);
  });
}

TEST_CASE("what lies side by side in the strip can be told apart in both themes") {
  for (const Theme& theme : {dark_theme(), light_theme()}) {
    CAPTURE(theme.dark);
    const ImU32 training = training_color(theme), lost = calendar_color(theme, CalendarKind::lost),
                restart = calendar_color(theme, CalendarKind::restart),
                planned = calendar_color(theme, CalendarKind::planned);
    for (const ImU32 other : {lost, restart, planned, theme.panel}) CHECK(contrast(training, other) > 1.5);
    for (const ImU32 other : {restart, planned}) CHECK(contrast(lost, other) > 1.5);
    CHECK(contrast(restart, planned) > 1.5);
  }
}

TEST_CASE("the pointer on a cause's name finds the cause") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const RunCalendar calendar = one_failure();
  const float end = strip_area.min.y + run_strip_height(theme), row = theme.px(4);
  in_frame(screen, 840, 260, [&](ImDrawList& draw) {
    const RunStripHover hover = draw_run_strip(draw, theme, strip_area, calendar, {strip_area.min.x + 20, end - row});
    CHECK(hover.group == static_cast<CauseGroup>(cause_group_count - 1));
    CHECK_FALSE(hover.moment.has_value());
  });
}
