#include "render/gantt/gantt.h"

#include <array>
#include <cmath>
#include <vector>

#include "render/gantt/gantt_bars.h"
#include "render/gantt/gantt_canvas.h"
#include "render/picture/offscreen.h"
#include "tests/core/pipeline/index_helpers.h"
#include "tests/render/gantt/gantt_cases.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr ImVec2 nowhere = {-1e6f, -1e6f};

// A chart drawn into a picture; quads counts what it put into the draw list.
struct Drawn {
  Image image;
  int quads = 0;
  GanttHover hover;
};

Drawn drawn(GanttSource source, const GanttView& view, ImVec2 pointer = nowhere, ImVec2 size = {1360, 440},
            bool dark = true) {
  Outcome<Offscreen> made_offscreen = Offscreen::create();
  REQUIRE(succeeded(made_offscreen));
  Offscreen offscreen = std::move(std::get<0>(made_offscreen));
  offscreen.activate();
  Theme theme = dark ? dark_theme() : light_theme();
  theme.fonts = offscreen.fonts();
  GanttCanvas canvas;
  source.canvas = &canvas;
  Drawn result;
  const auto draw = [&] {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const int before = list.IdxBuffer.Size;
    result.hover = draw_gantt(list, {{0, 0}, size}, source, view, theme, pointer);
    result.quads = (list.IdxBuffer.Size - before) / 6;
  };
  result.image = offscreen.picture(static_cast<int>(size.x), static_cast<int>(size.y), theme.panel, draw);
  return result;
}

Drawn drawn(const test::GanttCase& made, const GanttView& view, ImVec2 pointer = nowhere, ImVec2 size = {1360, 440},
            bool dark = true) {
  return drawn(made.source(), view, pointer, size, dark);
}

GanttGeometry geometry_of(const test::GanttCase& made, const GanttView& view) {
  return gantt_geometry({{0, 0}, {1360, 440}}, view, gantt_extent(made.index), dark_theme());
}

bool has_color(const Image& image, double x, double y, ImU32 color) {
  const auto pixel = image.at(static_cast<int>(x), static_cast<int>(y));
  const auto near = [&](std::size_t i, int shift) {
    return std::abs(static_cast<int>(pixel[i]) - static_cast<int>((color >> shift) & 255u)) <= 2;
  };
  return near(0, IM_COL32_R_SHIFT) && near(1, IM_COL32_G_SHIFT) && near(2, IM_COL32_B_SHIFT);
}

}  // namespace

TEST_CASE("every pass is drawn where it is found under the pointer") {
  const test::GanttCase made = test::gantt_case(6, 1, 10);
  const GanttGeometry geometry = geometry_of(made, {});
  const Drawn chart = drawn(made, {});
  const Theme theme = dark_theme();
  for (std::int32_t rank = 0; rank < 6; ++rank)
    for (const PassRecord& bar : made.timeline().lane(rank)) {
      const Rect rect = bar_rect(geometry, rank, {bar.start, bar.end});
      const ImVec2 point = {rect.max.x - 2, rect.max.y - 3};  // right of any number, left of the gap
      const GanttHover hover = gantt_hover(geometry, made.timeline(), made.index, point);
      REQUIRE(hover.pass.has_value());
      CHECK(*hover.pass == bar.pass);
      CHECK(hover.rank == rank);
      CHECK(hover.range == TimeRange{bar.start, bar.end});
      const ImU32 color = bar.pass.kind == PassKind::forward ? theme.forward : theme.backward;
      CHECK(has_color(chart.image, point.x, point.y, color));
    }
}

TEST_CASE("recomputation is the start of a backward, in its own colour") {
  const test::GanttCase made = test::gantt_case(6, 1, 10);
  const GanttGeometry geometry = geometry_of(made, {});
  const PassRecord bar = made.timeline().lane(2).back();
  const double x = geometry.x_of(bar.start + 0.15), y = geometry.row_rect(2).max.y - 3;
  CHECK(gantt_hover(geometry, made.timeline(), made.index, {static_cast<float>(x), static_cast<float>(y)}).kind ==
        BarKind::recompute);
  CHECK(has_color(drawn(made, {}).image, x, y, dark_theme().recompute));
}

TEST_CASE("the exchange after the last pass is in the lower half of its lane") {
  const test::GanttCase made = test::gantt_case(6, 1, 10);
  const GanttGeometry geometry = geometry_of(made, {});
  const Drawn chart = drawn(made, {});
  const Rect row = geometry.row_rect(1);
  const double x = geometry.x_of(made.index.step_ends[1].gradients.start + 1.5);
  CHECK(has_color(chart.image, x, row.max.y - 2, dark_theme().data));
  CHECK_FALSE(has_color(chart.image, x, row.min.y + 2, dark_theme().data));
  CHECK(gantt_hover(geometry, made.timeline(), made.index, {static_cast<float>(x), row.max.y - 2}).kind ==
        BarKind::gradient_sync);
}

TEST_CASE("a frame's quads stay bounded from a thousand bars to a million and a half, at every zoom") {
  for (const auto& [ranks, virtual_stages, micro_batches] :
       {std::array{15, 1, 35}, std::array{16, 1, 130}, std::array{16, 4, 64}, std::array{64, 1, 1024},
        std::array{128, 1, 5900}}) {
    const test::GanttCase made = test::gantt_case(ranks, virtual_stages, micro_batches);
    for (const double zoom : {1.0, 3.0, 30.0, 300.0, 5000.0}) {
      CAPTURE(ranks);
      CAPTURE(micro_batches);
      CAPTURE(zoom);
      GanttView view = zoom_about({}, gantt_extent(made.index), made.index.step * 0.4, zoom);
      view.micro_batch = micro_batches / 2;
      view.stage = 3;
      const Drawn chart = drawn(made, view, {700, 100});
      CHECK(chart.quads <= static_cast<int>(gantt_quads_max));
      CHECK(chart.quads >= 200);
      CHECK(chart.hover.place == GanttPlace::lanes);
    }
  }
}

TEST_CASE("columns show the mix of a lane's work, idle time left free") {
  const test::GanttCase made = test::gantt_case(4, 1, 3000);
  const GanttGeometry geometry = geometry_of(made, {});
  REQUIRE(gantt_detail(geometry, made.source()) == GanttDetail::columns);
  const Drawn chart = drawn(made, {});
  // In the steady state the middle of the row is backward, its top forward, by share of time from the top.
  const Rect row = geometry.row_rect(0);
  const WorkSums work = test::work_in(lane_index(made.timeline(), made.index, 0), {4000, 6000});
  const double forward = work[0] / 2000, recompute = work[1] / 2000;
  const double x = geometry.x_of(5000);
  CHECK(has_color(chart.image, x, row.min.y + row.height() * forward / 2, dark_theme().forward));
  CHECK(has_color(chart.image, x, row.min.y + row.height() * (forward + recompute / 2), dark_theme().recompute));
  CHECK(has_color(chart.image, x, row.min.y + row.height() * (forward + recompute + 0.2), dark_theme().backward));
}

TEST_CASE("a stage is drawn idle after its last pass, however dense the chart") {
  for (const std::int32_t ranks : {60, 80}) {
    const test::GanttCase made = test::gantt_case(ranks, 1, 2 * ranks);
    const ImVec2 size = {720, 260};
    const GanttGeometry geometry = gantt_geometry({{0, 0}, size}, {}, gantt_extent(made.index), dark_theme());
    REQUIRE(gantt_detail(geometry, made.source()) == GanttDetail::columns);
    const Image image = drawn(made, {}, nowhere, size).image;
    const Theme theme = dark_theme();
    for (std::int32_t row = 0; row < geometry.rows; ++row) {
      double begin = made.index.step, end = 0;
      for (std::int32_t rank = geometry.first_rank(row); rank < geometry.first_rank(row) + geometry.ranks_in(row);
           ++rank) {
        begin = std::min(begin, made.timeline().lane(rank).front().start);
        end = std::max(end, made.index.step_ends[static_cast<std::size_t>(rank)].optimizer.end);
      }
      const double y = geometry.row_rect(row).center().y;
      int wrong = 0;
      for (double x = geometry.lanes.min.x + 1; x < geometry.lanes.max.x - 1; ++x) {
        const bool before = x<geometry.x_of(begin) - 6, after = x> geometry.x_of(end) + 6;
        if (!before && !after) continue;
        const auto pixel = image.at(static_cast<int>(x), static_cast<int>(y));
        wrong += pixel[2] > 0x45 + 8 || pixel[0] > 0x34 + 8 ? 1 : 0;  // brighter than the hatch on the panel
      }
      CAPTURE(ranks);
      CAPTURE(row);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("the followed micro-batch is outlined in the text's colour in every lane") {
  const test::GanttCase made = test::gantt_case(6, 1, 10);
  GanttView view;
  view.micro_batch = 4;
  const GanttGeometry geometry = geometry_of(made, view);
  const Drawn chart = drawn(made, view);
  for (std::int32_t rank = 0; rank < 6; ++rank)
    for (const PassRecord& bar : made.timeline().lane(rank)) {
      const Rect rect = bar_rect(geometry, rank, {bar.start, bar.end});
      const bool outlined = has_color(chart.image, rect.center().x, rect.min.y, dark_theme().text);
      CHECK(outlined == (bar.pass.micro_batch == 4));
    }
}

TEST_CASE("the pointer on axis, labels, minimap or outside says which") {
  const test::GanttCase made = test::gantt_case(6, 1, 10);
  const GanttGeometry geometry = geometry_of(made, show_range({}, gantt_extent(made.index), {10, 20}));
  const auto at = [&](ImVec2 point) { return gantt_hover(geometry, made.timeline(), made.index, point); };
  CHECK(at(geometry.axis.center()).place == GanttPlace::axis);
  CHECK(at(geometry.axis.center()).time == doctest::Approx(15));
  CHECK(at(geometry.minimap.center()).place == GanttPlace::minimap);
  CHECK(at(geometry.minimap.center()).time == doctest::Approx(made.index.step / 2));
  CHECK(at({geometry.labels.min.x + 2, geometry.row_rect(3).center().y}).rank == 3);
  CHECK(at(nowhere).place == GanttPlace::nowhere);
}

TEST_CASE("no size of the area is too small to draw into") {
  const test::GanttCase made = test::gantt_case(64, 1, 100);
  for (const ImVec2 size : {ImVec2(1, 1), ImVec2(40, 10), ImVec2(100, 30), ImVec2(300, 119), ImVec2(3000, 100)})
    CHECK(drawn(made, {}, {10, 5}, size, false).quads <= static_cast<int>(gantt_quads_max));
}

namespace {

/// The chart as the lab shows it: units, strips, no minimap.
struct WithStrips {
  test::GanttCase made;
  HeldIndex held;
  explicit WithStrips(std::int32_t ranks, std::int32_t virtual_stages, std::int32_t micro_batches)
      : made(test::gantt_case(ranks, virtual_stages, micro_batches)),
        held(build_held_index(made.timeline(),
                              std::vector<double>(static_cast<std::size_t>(ranks * virtual_stages), 1))) {}
  [[nodiscard]] GanttSource source() const {
    GanttSource source = made.source();
    source.layout = {"rank", false, true};
    source.unit = TimeUnit::units;
    source.held = &held;
    return source;
  }
};

}  // namespace

TEST_CASE("the memory strip under a rank is as high as what the rank holds") {
  const WithStrips chart(6, 1, 12);
  const GanttSource source = chart.source();
  const GanttGeometry geometry = gantt_geometry({{0, 0}, {1360, 440}}, {}, source, dark_theme());
  REQUIRE(geometry.strip > 6);
  const Image image = drawn(source, {}).image;
  for (const double share : {0.02, 0.2, 0.5, 0.8, 0.97})
    for (std::int32_t rank = 0; rank < 6; ++rank) {
      const double time = share * chart.made.timeline().makespan.value, x = std::floor(geometry.x_of(time)) + 0.5;
      const Rect strip = geometry.strip_rect(rank);
      const double high = held_at(chart.made.timeline(), chart.held, rank, geometry.time_of(x)) / chart.held.peak;
      int filled = 0;
      for (float y = strip.min.y; y < strip.max.y; ++y)
        filled += has_color(image, x, y, held_color(dark_theme())) ? 1 : 0;
      CAPTURE(share);
      CAPTURE(rank);
      CHECK(std::abs(filled - high * (strip.height() - 2)) <= 1.01);
    }
}

TEST_CASE("what a rank holds above the capacity is red, within it is not") {
  const WithStrips chart(6, 1, 12);
  GanttSource source = chart.source();
  source.capacity = 4;  // rank 0 holds 6 at most, rank 3 holds 3
  const GanttGeometry geometry = gantt_geometry({{0, 0}, {1360, 440}}, {}, source, dark_theme());
  const Image image = drawn(source, {}).image;
  const auto red = [&](std::int32_t rank) {
    int pixels = 0;
    const Rect strip = geometry.strip_rect(rank);
    for (float y = strip.min.y; y < strip.max.y; ++y)
      for (float x = strip.min.x; x < strip.max.x; ++x) pixels += has_color(image, x, y, dark_theme().bad) ? 1 : 0;
    return pixels;
  };
  CHECK(red(0) > 100);
  CHECK(red(3) == 0);
}

TEST_CASE("what is later than the revealed moment is veiled, what is earlier stands as it was") {
  const WithStrips chart(6, 1, 12);
  const GanttSource source = chart.source();
  GanttView view;
  const Image all = drawn(source, view).image;
  const double moment = chart.made.timeline().makespan.value / 2;
  view.revealed = moment;
  const Image half = drawn(source, view).image;
  const GanttGeometry geometry = gantt_geometry({{0, 0}, {1360, 440}}, view, source, dark_theme());
  const auto border = static_cast<int>(geometry.x_of(moment));
  const auto y = static_cast<int>(geometry.row_rect(2).center().y);
  for (int x = static_cast<int>(geometry.lanes.min.x); x < border; ++x) REQUIRE(all.at(x, y) == half.at(x, y));
  for (int x = border + 2; x < static_cast<int>(geometry.lanes.max.x); x += 7) {
    const auto pixel = half.at(x, y);
    CHECK(std::abs(pixel[2] - 0x24) < 30);  // near the panel's colour
  }
}

TEST_CASE("the cursor is a dashed line at its moment, and gone where that is out of view") {
  const WithStrips chart(6, 1, 12);
  const GanttSource source = chart.source();
  GanttView view;
  view.cursor = 11;
  const GanttGeometry geometry = gantt_geometry({{0, 0}, {1360, 440}}, view, source, dark_theme());
  const auto dashes = [&](const GanttView& shown, double x) {
    int found = 0;
    const Image image = drawn(source, shown).image;
    for (float y = geometry.lanes.min.y; y < geometry.lanes.max.y; ++y)
      found += has_color(image, x, y, dark_theme().text) ? 1 : 0;
    return found;
  };
  CHECK(dashes(view, std::round(geometry.x_of(11))) > geometry.lanes.height() * 0.4);
  const GanttView later = show_range(view, gantt_extent(source), {20, 30});
  CHECK(dashes(later, geometry.lanes.min.x) < geometry.lanes.height() * 0.2);
}

TEST_CASE("with strips and in every colouring a frame's quads stay within what the source allows") {
  for (const auto& [ranks, virtual_stages, micro_batches] :
       {std::array{8, 2, 16}, std::array{16, 4, 64}, std::array{64, 1, 1024}, std::array{8, 2, 20000}}) {
    const WithStrips chart(ranks, virtual_stages, micro_batches);
    GanttSource source = chart.source();
    source.quads_max = 5000;
    for (const GanttColoring coloring :
         {GanttColoring::pass_and_chunk, GanttColoring::micro_batch, GanttColoring::chunk})
      for (const double zoom : {1.0, 30.0, 1000.0}) {
        CAPTURE(ranks);
        CAPTURE(micro_batches);
        CAPTURE(zoom);
        GanttView view = zoom_about({}, gantt_extent(source), chart.made.index.step * 0.4, zoom);
        view.coloring = coloring;
        view.micro_batch = 3;
        view.cursor = view.revealed = chart.made.index.step * 0.4;
        CHECK(drawn(source, view).quads <= 5000);
      }
  }
}

TEST_CASE("a longer axis leaves the step its place at the left") {
  const test::GanttCase made = test::gantt_case(4, 1, 8);
  GanttSource source = made.source();
  source.length = 2 * made.index.step;
  const GanttGeometry geometry = gantt_geometry({{0, 0}, {1360, 440}}, {}, source, dark_theme());
  CHECK(geometry.x_of(made.index.step) == doctest::Approx(geometry.lanes.center().x));
}

TEST_CASE("where bars are too thin to be told apart the hover says the mix that is drawn, elsewhere none") {
  const test::GanttCase dense = test::gantt_case(60, 1, 278);
  const GanttGeometry geometry = geometry_of(dense, {});
  const ImVec2 middle = geometry.lanes.center();
  const GanttHover hover = drawn(dense, {}, middle).hover;
  REQUIRE(hover.mix.has_value());
  float sum = 0;
  for (const float share : hover.mix->share) sum += share;
  CHECK(sum == doctest::Approx(1));
  CHECK(hover.mix->of(BarKind::backward) > 0.2f);
  CHECK_FALSE(drawn(test::gantt_case(6, 1, 10), {}, middle).hover.mix.has_value());
}

TEST_CASE("bars of a kind have numbers all or none, two digits included") {
  const Theme theme = dark_theme();
  // Bars from too narrow for any number to wide enough for two digits.
  for (const float width : {700.0f, 800.0f, 900.0f, 1000.0f, 1100.0f, 1200.0f, 1360.0f}) {
    const test::GanttCase made = test::gantt_case(4, 1, 36);
    const ImVec2 size = {width, 300};
    const GanttGeometry geometry = gantt_geometry({{0, 0}, size}, {}, gantt_extent(made.index), theme);
    if (gantt_detail(geometry, made.source()) == GanttDetail::columns) continue;
    const Image image = drawn(made, {}, nowhere, size).image;
    const auto numbered = [&](std::int32_t micro_batch) {
      const LaneIndex lane = lane_index(made.timeline(), made.index, 1);
      const auto bar = find_bar(lane, {PassKind::forward, 0, micro_batch});
      const Rect rect = bar_rect(geometry, 1, {lane.bars[*bar].start, lane.bars[*bar].end});
      const ImU32 ink = readable_on(theme.forward);
      for (float y = rect.min.y; y < rect.max.y; ++y)
        for (float x = rect.min.x; x < rect.max.x; ++x)
          if (has_color(image, x, y, ink)) return true;
      return false;
    };
    CAPTURE(width);
    CHECK(numbered(8) == numbered(16));
  }
}

TEST_CASE("the cursor's dashes are as long wherever the chart stands in the window") {
  const test::GanttCase chart = test::gantt_case(4, 1, 8);
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  GanttView view;
  view.cursor = 5;
  const auto indices = [&](float top) {
    int drawn = 0;
    in_frame(screen, 1360, 3400, [&](ImDrawList& draw) {
      const int before = draw.IdxBuffer.Size;
      (void)draw_gantt(draw, {{0, top}, {1360, top + 400}}, chart.source(), view, theme, nowhere_to_point);
      drawn = draw.IdxBuffer.Size - before;
    });
    return drawn;
  };
  CHECK(indices(3000) == indices(0));
}
