#include "render/gantt/gantt_strip.h"

#include <array>
#include <vector>

#include "tests/render/gantt/gantt_drawn.h"

using namespace shardscope;

TEST_CASE("columns of one height become one run") {
  std::vector<float> columns = {1, 1, 2, 2, 2, 0};
  std::array<HeldRun, 8> runs;
  REQUIRE(merge_held(columns, runs) == 3);
  CHECK(runs[1].first == 2);
  CHECK(runs[1].last == 5);
  CHECK(runs[1].held == 2);
  CHECK(runs[2].held == 0);
}

TEST_CASE("where there are more steps than room, the higher ones stay and all columns are covered") {
  for (const std::size_t count : {1U, 7U, 100U, 1001U}) {
    std::vector<float> columns;
    for (std::size_t i = 0; i < count; ++i) columns.push_back(static_cast<float>(i % 2 + i % 5));
    const std::vector<float> before = columns;
    std::array<HeldRun, 6> runs;
    const std::size_t made = merge_held(columns, runs);
    CAPTURE(count);
    REQUIRE(made <= runs.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < made; ++i) {
      CHECK(runs[i].first == next);
      next = runs[i].last;
      float most = 0;
      for (std::size_t k = runs[i].first; k < runs[i].last; ++k) most = std::max(most, before[k]);
      CHECK(runs[i].held == most);
    }
    CHECK(next == count);
  }
}

TEST_CASE("a strip has what is always there below what passes hold, red above the capacity") {
  const test::GanttCase made = test::gantt_case(2, 1, 6);
  const std::vector<double> cost(2, 1), always(2, 10);
  const HeldIndex held = build_held_index(made.timeline(), cost, {always, {}});
  CHECK(held.peak == 12);
  CHECK(held.peaks == std::vector<double>{12, 11});
  GanttSource source = made.source();
  source.layout.strips = true;
  source.held = &held;
  source.capacity = 11;
  const GanttGeometry geometry = gantt_geometry(test::chart_area, {}, source, dark_theme());
  const Rect strip = geometry.strip_rect(0);
  REQUIRE(strip.height() > 8);
  const auto at_peak = [&] {
    for (const PassRecord& bar : made.timeline().lane(0))
      if (held_at(made.timeline(), held, 0, bar.start) == 12) return geometry.x_of((bar.start + bar.end) / 2);
    return 0.0;
  }();
  const Image image = test::draw_chart(source).image;
  // The strip is 12 units high: 10 are always there, 2 more are held, of which one is above the capacity.
  const float unit = (strip.height() - 2) / 12;
  CHECK(test::is_color(image, at_peak, strip.max.y - 2, always_held_color(dark_theme())));
  CHECK(test::is_color(image, at_peak, strip.max.y - 9 * unit, always_held_color(dark_theme())));
  CHECK(test::is_color(image, at_peak, strip.max.y - 10.5 * unit, held_color(dark_theme())));
  CHECK(test::is_color(image, at_peak, strip.min.y + 2.5, dark_theme().bad));
  // What a rank holds all the time is there before its first pass, too.
  const double before = geometry.x_of(made.timeline().lane(1).front().start / 2);
  CHECK(test::is_color(image, before, geometry.strip_rect(1).max.y - 2, always_held_color(dark_theme())));
}

TEST_CASE("several ranks in a row have the most of theirs in one strip") {
  const test::GanttCase made = test::gantt_case(4, 1, 6);
  const HeldIndex held = build_held_index(made.timeline(), std::vector<double>(4, 1));
  GanttSource source = made.source();
  source.layout.strips = true;
  source.layout.ranks_per_row = 2;
  source.held = &held;
  const GanttGeometry geometry = gantt_geometry(test::chart_area, {}, source, dark_theme());
  CHECK(geometry.rows == 2);
  REQUIRE(geometry.strip > 0);
  const Rect strip = geometry.strip_rect(0);
  // Rank 0 holds 4 at its peak, the full strip.
  const double peak_at = [&] {
    for (const PassRecord& bar : made.timeline().lane(0))
      if (held_at(made.timeline(), held, 0, bar.start) == 4) return geometry.x_of((bar.start + bar.end) / 2);
    return 0.0;
  }();
  CHECK(test::is_color(test::draw_chart(source).image, peak_at, strip.min.y + 4, held_color(dark_theme())));
}

TEST_CASE("a strip follows the rank's curve where there is one") {
  const test::GanttCase made = test::gantt_case(1, 1, 1);
  const std::vector<double> cost(1, 8), always(1, 10);
  const HeldIndex held = build_held_index(made.timeline(), cost, {always, {}});
  const PassRecord& first = made.timeline().lane(0).front();
  MemoryCurve curve;
  curve.weights = Bytes{10};
  curve.end = made.timeline().makespan.value;
  curve.points = {{0, Bytes{2}, 1}, {(first.start + first.end) / 2, Bytes{8}, 1}};
  const std::vector<MemoryCurve> curves = {curve};
  GanttSource source = made.source();
  source.layout.strips = true;
  source.held = &held;
  source.held_most = 20;
  const GanttGeometry geometry = gantt_geometry(test::chart_area, {}, source, dark_theme());
  const auto height_at = [&](double time) {
    const Image image = test::draw_chart(source).image;
    const Rect strip = geometry.strip_rect(0);
    int height = 0;
    const ImU32 color = held_color(dark_theme());
    for (auto y = static_cast<int>(strip.min.y); y < static_cast<int>(strip.max.y); ++y) {
      const auto pixel = image.at(static_cast<int>(geometry.x_of(time)), y);
      height += IM_COL32(pixel[0], pixel[1], pixel[2], 255) == color ? 1 : 0;
    }
    return height;
  };
  const double early = first.start + (first.end - first.start) * 0.2,
               late = first.end - (first.end - first.start) * 0.2;
  CHECK(held_by(source, 0, early) == 18);
  CHECK(height_at(early) == height_at(late));
  source.curves = curves;
  CHECK(held_by(source, 0, early) == 12);
  CHECK(held_by(source, 0, late) == 18);
  CHECK(height_at(early) < height_at(late));
}

namespace {

/// Four ranks of which passes hold a fiftieth of what is always there.
struct HardlyVarying {
  test::GanttCase made = test::gantt_case(4, 1, 6);
  HeldIndex held = build_held_index(made.timeline(), std::vector<double>(4, 1), {std::vector<double>(4, 200), {}});

  [[nodiscard]] GanttSource source(float varies) const {
    GanttSource source = made.source();
    source.layout.strips = true;
    source.layout.strip_varies = varies;
    source.held = &held;
    source.capacity = 202;
    return source;
  }
};

}  // namespace

TEST_CASE("where strips would hardly change, one rank has one from near below all lanes") {
  const HardlyVarying made;
  const Theme theme = dark_theme();
  const GanttGeometry all = gantt_geometry(test::chart_area, {}, made.source(1), theme);
  CHECK(all.strip > 0);
  CHECK(all.near.height() == 0);
  const GanttGeometry near = gantt_geometry(test::chart_area, {}, made.source(4.0F / 204), theme);
  CHECK(near.strip == 0);
  REQUIRE(near.near.height() >= 60);
  CHECK(near.near.min.y > near.lanes.max.y);
  CHECK(near.near.max.y <= near.axis.min.y);
  CHECK(near.axis.min.y == all.axis.min.y);
  const Rect low{{0, 0}, {1360, 150}};  // no room for it
  CHECK(gantt_geometry(low, {}, made.source(4.0F / 204), theme).near.height() == 0);
}

TEST_CASE("a strip from near begins at what is always there: the picked rank's, else of the one that holds most") {
  const HardlyVarying made;
  const GanttSource source = made.source(4.0F / 204);
  const GanttGeometry geometry = gantt_geometry(test::chart_area, {}, source, dark_theme());
  const auto moment_of = [&](std::int32_t rank, double amount) {
    for (const PassRecord& bar : made.made.timeline().lane(rank))
      if (held_at(made.made.timeline(), made.held, rank, bar.start) == amount)
        return geometry.x_of((bar.start + bar.end) / 2);
    return 0.0;
  };
  const Rect& strip = geometry.near;
  const Image most = test::draw_chart(source).image;  // rank 0: 204 at its peak, two above the capacity
  const double peak = moment_of(0, 204);
  REQUIRE(peak > 0);
  CHECK(test::is_color(most, peak, strip.min.y + strip.height() * 0.25F, dark_theme().bad));
  CHECK(test::is_color(most, peak, strip.min.y + strip.height() * 0.75F, held_color(dark_theme())));
  GanttView view;
  view.stage = 3;  // it holds 201 at most
  const Image picked = test::draw_chart(source, view).image;
  CHECK_FALSE(test::is_color(picked, moment_of(3, 201), strip.min.y + strip.height() * 0.25F, dark_theme().bad));
}

namespace {

/// One rank whose weights, gradients, optimizer and buffers are 2, 1, 4 and 3, and whose passes hold up to 10 more.
MemoryCurve curve_of_parts(double end) {
  MemoryCurve curve;
  curve.weights = Bytes{2}, curve.gradients = Bytes{1}, curve.optimizer = Bytes{4}, curve.buffers = Bytes{3};
  curve.points = {{0, Bytes{0}, 0}, {end / 4, Bytes{10}, 1}, {end / 2, Bytes{0}, 0}};
  curve.end = end, curve.peak = 1;
  return curve;
}

}  // namespace

TEST_CASE("what a single rank always holds is told apart from its foot up where that is asked for") {
  const test::GanttCase made = test::gantt_case(1, 1, 1);
  const std::vector<double> cost(1, 10), always(1, 10);
  const HeldIndex held = build_held_index(made.timeline(), cost, {always, {}});
  const std::vector curves = {curve_of_parts(made.timeline().makespan.value)};
  GanttSource source = made.source();
  source.layout.strips = true;
  source.held = &held, source.curves = curves, source.held_by_part = true;
  const Rect strip = gantt_geometry(test::chart_area, {}, source, dark_theme()).strip_rect(0);
  const Theme theme = dark_theme();
  const Image image = test::draw_chart(source).image;
  const auto is_at = [&](double held_below, ImU32 color) {  // of the 20 units that the strip is high
    return test::is_color(image, strip.min.x + 5, strip.max.y - strip.height() * held_below / 20, color);
  };
  CHECK(is_at(1, theme.weights));
  CHECK(is_at(2.5, theme.gradients));
  CHECK(is_at(5, theme.optimizer));
  CHECK(is_at(8.5, theme.buffers));
  source.held_by_part = false;
  const Image whole = test::draw_chart(source).image;
  for (const double below : {1.0, 2.5, 5.0, 8.5})
    CHECK(test::is_color(whole, strip.min.x + 5, strip.max.y - strip.height() * below / 20, always_held_color(theme)));
}

TEST_CASE("the moment at which a rank holds most has a dot and its words, on no other rank's strip") {
  const test::GanttCase made = test::gantt_case(1, 1, 1);
  const double end = made.timeline().makespan.value;
  const std::vector<double> cost(1, 10), always(1, 10);
  const HeldIndex held = build_held_index(made.timeline(), cost, {always, {}});
  const std::vector curves = {curve_of_parts(end)};
  GanttSource source = made.source();
  source.layout.strips = true;
  source.held = &held, source.curves = curves;
  const GanttGeometry geometry = gantt_geometry(test::chart_area, {}, source, dark_theme());
  const Rect strip = geometry.strip_rect(0);
  const auto ink_by_the_dot = [&](std::int32_t rank) {
    source.peak = GanttPeak{rank, end / 4, 20, "20 B at most"};
    const Image image = test::draw_chart(source).image;
    const double x = geometry.x_of(end / 4);
    int ink = 0;
    for (double dx = -2; dx <= 2; ++dx)
      ink += test::is_color(image, x + dx, strip.min.y + 4, dark_theme().text) ? 1 : 0;
    return ink;
  };
  CHECK(ink_by_the_dot(0) > 0);
  CHECK(ink_by_the_dot(1) == 0);
}
