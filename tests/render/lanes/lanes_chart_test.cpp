#include "render/lanes/lanes_chart.h"

#include <doctest/doctest.h>

#include <array>
#include <optional>

#include "tests/render/lanes/lanes_cases.h"
#include "tests/render/screen.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr Rect place{{100, 10}, {1100, 250}};

}  // namespace

TEST_CASE("a row is coloured where its lane is busy, and grey where it isn't") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  LanesCase made = lanes_case("gpt4-25k-a100");
  const TimeRange layer = made.a_layer();
  const float height = lanes_chart_height(theme, 2, 1000), one = lanes_chart_height(theme, 1, 1000);
  const float line = place.min.y + one + (height - one) * 0.25F;  // the compute row, above its words
  const Image image = screen.picture(1200, 260, theme.panel, [&] {
    (void)draw_lanes_chart(*ImGui::GetBackgroundDrawList(), theme, place, 4, 1196, made.source(layer), {-1, -1});
  });
  std::vector<LanePiece> pieces;
  pieces_in(made.lanes, made.rows, {LaneRowKind::lane, LaneKind::compute}, layer, layer.length() * 1e-6, pieces);
  double busy = 0;
  for (const LanePiece& piece : pieces) busy += piece.end - piece.start;
  int ground = 0;
  for (float x = place.min.x; x < place.max.x; ++x) ground += pixel_at(image, x, line) == theme.raised;
  CHECK(ground == doctest::Approx(1000 * (1 - busy / layer.length())).epsilon(0.08));
}

TEST_CASE("what is pointed at is the operation at that moment, of the layer and the pass that are there") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  LanesCase made = lanes_case("gpt4-25k-a100");
  const TimeRange layer = made.a_layer();
  const float one = lanes_chart_height(theme, 1, 1000), two = lanes_chart_height(theme, 2, 1000);
  std::optional<LanesHover> under;
  const ImVec2 pointer{place.max.x - 3, place.min.y + (one + two) / 2};
  in_frame(screen, 1200, 260, [&](ImDrawList& draw) {
    under = draw_lanes_chart(draw, theme, place, 4, 1196, made.source(layer), pointer);
  });
  if (under) {
    CHECK(under->row == LaneRow{LaneRowKind::lane, LaneKind::compute});
    CHECK(under->piece.start < layer.end);
    CHECK(under->piece.place == 0);
  }
  in_frame(screen, 1200, 260, [&](ImDrawList& draw) {
    under =
        draw_lanes_chart(draw, theme, place, 4, 1196, made.source(layer), {place.center().x, place.min.y + (one / 2)});
  });
  REQUIRE(under);
  CHECK(under->row.kind == LaneRowKind::layers);
  CHECK(under->piece.span == 1);
}

TEST_CASE("a whole step costs no more quads than a layer, many times over, would") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  LanesCase made = lanes_case("llama3-405b-16k-h100");
  const double end = made.report.timeline->makespan.value;
  int vertices = 0;
  in_frame(screen, 1200, 260, [&](ImDrawList& draw) {
    const int before = draw.VtxBuffer.Size;
    (void)draw_lanes_chart(draw, theme, place, 4, 1196, made.source({0, end}), {-1, -1});
    vertices = draw.VtxBuffer.Size - before;
  });
  CHECK(vertices / 4 < 2 * 1000 * static_cast<int>(made.rows.rows.size()));
}

TEST_CASE("as many rows are shown as are whole, and none of nothing") {
  const Theme theme = dark_theme();
  CHECK(lanes_chart_height(theme, 0, 500) == 0);
  CHECK(lanes_chart_height(theme, 5, 500) > lanes_chart_height(theme, 4, 500));
  CHECK(lanes_chart_height(theme, 50, 200) <= 200);
}

TEST_CASE("off the critical path a pass's kernels are dim, on it they are lit") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  LanesCase made = lanes_case("gpt4-25k-a100");
  const float one = lanes_chart_height(theme, 1, 1000), two = lanes_chart_height(theme, 2, 1000);
  const auto lit_pixels = [&](const std::vector<bool>* critical) {
    LanesSource source = made.source(made.a_layer());
    source.critical = critical;
    const Image image = screen.picture(1200, 260, theme.panel, [&] {
      (void)draw_lanes_chart(*ImGui::GetBackgroundDrawList(), theme, place, 4, 1196, source, {-1, -1});
    });
    int lit = 0;
    for (float x = place.min.x; x < place.max.x; ++x)
      lit += pixel_at(image, x, place.min.y + one + (two - one) * 0.25F) == theme.forward;
    return lit;
  };
  const std::vector<bool> none(made.lanes.places.size(), false), all(made.lanes.places.size(), true);
  CHECK(lit_pixels(&none) == 0);
  CHECK(lit_pixels(&all) > 100);
  CHECK(lit_pixels(&all) <= lit_pixels(nullptr));
}

TEST_CASE("a row is found by its height, and none between rows or below them") {
  const Theme theme = dark_theme();
  const float height = lanes_chart_height(theme, 5, 500);
  const Rect area{{100, 10}, {200, 10 + height}};
  const float each = height / 5;
  for (std::size_t row = 0; row < 5; ++row)
    CHECK(lane_row_at(theme, area, 5, area.min.y + (static_cast<float>(row) + 0.5F) * each) == row);
  CHECK(!lane_row_at(theme, area, 5, area.min.y + 1));
  CHECK(!lane_row_at(theme, area, 5, area.max.y + each));
}

TEST_CASE("beside the rows stands how long each is busy, and the step if it were free") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  LanesCase made = lanes_case("gpt4-25k-a100");
  std::array<std::optional<Seconds>, lane_kinds> if_free{};
  const auto ink_right_of_rows = [&](bool column) {
    LanesSource source = made.source(made.a_layer());
    if (column) source.if_free = &if_free;
    const Image image = screen.picture(1280, 260, theme.panel, [&] {
      (void)draw_lanes_chart(*ImGui::GetBackgroundDrawList(), theme, place, 4, 1100 + lane_seconds_width, source,
                             {-1, -1});
    });
    int ink = 0;
    for (float x = 1100 + lane_seconds_width / 2 + 4; x < 1100 + lane_seconds_width; ++x)
      for (float y = place.min.y + lanes_chart_height(theme, 1, 1000); y < place.max.y; ++y)
        ink += pixel_at(image, x, y) != theme.panel;
    return ink;
  };
  CHECK(ink_right_of_rows(true) == 0);
  if_free[index_of(LaneKind::tensor)] = Seconds{1};
  CHECK(ink_right_of_rows(true) > 20);
}
