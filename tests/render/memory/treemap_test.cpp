#include "render/memory/treemap.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr Rect treemap_area{{10, 20}, {510, 320}};

double size_of(const Rect& rect) {
  return static_cast<double>(rect.width()) * static_cast<double>(rect.height());
}

const std::vector<TreemapItem>& layer() {
  static const std::vector<TreemapItem> items = {{"MLP", "gate", "109 MB", 109, IM_COL32(240, 160, 60, 255)},
                                                 {"MLP", "up", "109 MB", 109, IM_COL32(240, 160, 60, 255)},
                                                 {"Attention", "q", "34 MB", 34, IM_COL32(240, 160, 60, 255)},
                                                 {"Norms", "input", "34 MB", 34, IM_COL32(240, 160, 60, 255)},
                                                 {"Norms", "nothing", "", 0, IM_COL32(240, 160, 60, 255)}};
  return items;
}

}  // namespace

TEST_CASE("rectangles are as large as their amounts, fill the treemap_area and don't overlap") {
  const std::array amounts = {6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0};  // the paper's own example
  const std::vector<Rect> rects = squarified(treemap_area, amounts);
  REQUIRE(rects.size() == amounts.size());
  const double sum = std::accumulate(amounts.begin(), amounts.end(), 0.0);
  for (std::size_t i = 0; i < rects.size(); ++i) {
    CHECK(size_of(rects[i]) == doctest::Approx(size_of(treemap_area) * amounts[i] / sum).epsilon(1e-3));
    CHECK(rects[i].min.x >= treemap_area.min.x - 0.01F);
    CHECK(rects[i].max.x <= treemap_area.max.x + 0.01F);
    CHECK(rects[i].max.y <= treemap_area.max.y + 0.01F);
    for (std::size_t j = 0; j < i; ++j) {
      const float wide = std::min(rects[i].max.x, rects[j].max.x) - std::max(rects[i].min.x, rects[j].min.x);
      const float high = std::min(rects[i].max.y, rects[j].max.y) - std::max(rects[i].min.y, rects[j].min.y);
      CHECK((wide < 0.01F || high < 0.01F));
    }
  }
}

TEST_CASE("rectangles stay nearly square: the paper's example is at most 3 to 1") {
  const std::array amounts = {6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0};
  for (const Rect& rect : squarified({{0, 0}, {600, 400}}, amounts)) {
    const float ratio = std::max(rect.width() / rect.height(), rect.height() / rect.width());
    CHECK(ratio <= 3.0F);
  }
}

TEST_CASE("amounts of nothing take no room, and nothing at all gives empty rectangles") {
  const std::array some = {3.0, 0.0};
  CHECK(size_of(squarified(treemap_area, some)[1]) == doctest::Approx(0));
  const std::array none = {0.0, 0.0};
  for (const Rect& rect : squarified(treemap_area, none)) CHECK(size_of(rect) == doctest::Approx(0));
  CHECK(squarified(treemap_area, {}).empty());
  CHECK(squarified({{5, 5}, {5, 90}}, some).size() == 2);
}

TEST_CASE("cells lie in their group, the largest group and cell first") {
  const Theme theme = dark_theme();
  const Treemap map = lay_out_treemap(theme, treemap_area, layer());
  REQUIRE(map.groups.size() == 3);
  CHECK(map.groups[0].name == "MLP");
  REQUIRE(map.cells.size() == 4);
  for (const TreemapCell& cell : map.cells) {
    const auto group = std::find_if(map.groups.begin(), map.groups.end(),
                                    [&](const TreemapGroup& g) { return g.name == layer()[cell.item].group; });
    REQUIRE(group != map.groups.end());
    CHECK(cell.rect.min.x >= group->rect.min.x - 0.01F);
    CHECK(cell.rect.max.y <= group->rect.max.y + 0.01F);
  }
}

TEST_CASE("the cell under the pointer is told, and none outside") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Treemap map = lay_out_treemap(theme, treemap_area, layer());
  std::optional<std::size_t> hit, outside;
  in_frame(screen, 600, 400, [&](ImDrawList& draw) {
    hit = draw_treemap(draw, theme, treemap_area, layer(), {map.cells[2].rect.center(), {}});
    outside = draw_treemap(draw, theme, treemap_area, layer(), {{1, 1}, {}});
  });
  CHECK(hit == map.cells[2].item);
  CHECK_FALSE(outside.has_value());
}

TEST_CASE("a cell's words are whole: in two lines, smaller, or not at all") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const std::vector<TreemapItem> items = {
      {"MLP", "gate and up projection", "51.4 MB\n[14,336, 14,336]/8", 1, theme.weights}};
  for (float width = 30; width < 240; width += 15)
    for (const float height : {40.0f, 60.0f, 90.0f})
      in_frame(screen, 600, 400, [&](ImDrawList& draw) {
        draw_treemap(draw, theme, {{10, 10}, {10 + width, 10 + height}}, items, {});
        const ImFontGlyph* ellipsis = theme.face(TextRole::strong)
                                          .font->GetFontBaked(theme.face(TextRole::strong).size)
                                          ->FindGlyphNoFallback(0x2026);
        REQUIRE(ellipsis != nullptr);
        for (const ImDrawVert& vertex : draw.VtxBuffer)
          CHECK_FALSE((vertex.uv.x == ellipsis->U0 && vertex.uv.y == ellipsis->V0));
      });
}
