#include "render/log/step_series.h"

#include <doctest/doctest.h>

#include <set>

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr Rect series_area{{10, 10}, {710, 310}};

std::vector<LogRecord> records_of(std::size_t count, double seconds) {
  std::vector<LogRecord> records(count);
  for (std::size_t i = 0; i < count; ++i) {
    records[i].iteration = static_cast<double>(10 * i);
    records[i].step_seconds = seconds * (1 + 0.01 * static_cast<double>(i % 5));
  }
  return records;
}

}  // namespace

TEST_CASE("the scale holds what counts, the prediction and its range; a stall stands at the upper edge") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  std::vector<LogRecord> records = records_of(50, 2);
  records[20].step_seconds = 40, records[20].skipped = Skipped::outlier;
  const StepSeries series{records, 2.04, 1.7, FigureRange{1.5, 1.9}};
  const SeriesGeometry geometry = series_geometry(series_area, series, theme);
  CHECK(geometry.y.low < 1.5);
  CHECK(geometry.y.high > 2.08);
  CHECK(geometry.y.high < 3);
  in_frame(screen, 720, 320, [&](ImDrawList& draw) {
    const ImVec2 stall{geometry.x.pixel(200), geometry.plot.min.y};
    CHECK(draw_step_series(draw, theme, series_area, series, stall) == 20);
    const ImVec2 counted{geometry.x.pixel(100), geometry.y.pixel(records[10].step_seconds)};
    CHECK(draw_step_series(draw, theme, series_area, series, counted) == 10);
    CHECK_FALSE(draw_step_series(draw, theme, series_area, series, nowhere_to_point));
  });
}

TEST_CASE("a hundred thousand records take no more triangles than the columns have room for") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const auto triangles = [&](std::size_t count) {
    const std::vector<LogRecord> records = records_of(count, 2);
    int indices = 0;
    in_frame(screen, 720, 320, [&](ImDrawList& draw) {
      const int before = draw.IdxBuffer.Size;
      (void)draw_step_series(draw, theme, series_area, {records, 2, 2, {}}, nowhere_to_point);
      indices = draw.IdxBuffer.Size - before;
    });
    return indices;
  };
  CHECK(triangles(100'000) < 3 * triangles(2'000));
}

TEST_CASE("records without a time, or none at all, draw axes and nothing else") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  std::vector<LogRecord> records(3);
  in_frame(screen, 720, 320, [&](ImDrawList& draw) {
    CHECK_FALSE(draw_step_series(draw, theme, series_area, {records, 0, {}, {}}, {300, 100}));
    CHECK_FALSE(draw_step_series(draw, theme, series_area, {{}, 0, {}, {}}, {300, 100}));
  });
}

TEST_CASE("every reason has its own colour and words") {
  std::set<ImU32> colors;
  std::set<std::string_view> words;
  for (std::size_t i = 0; i < count_of<Skipped>; ++i) {
    CHECK(colors.insert(skipped_color(dark_theme(), static_cast<Skipped>(i))).second);
    CHECK(words.insert(entry_of(static_cast<Skipped>(i)).label).second);
  }
}
