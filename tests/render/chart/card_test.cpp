#include "render/chart/card.h"

#include <doctest/doctest.h>

#include <array>

#include "render/text/text.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {
constexpr ImVec2 nowhere(-1e6f, -1e6f);
}

TEST_CASE("a card's body lies below its title and inside its padding, at every scale") {
  for (const float scale : {1.0f, 1.5f, 3.0f}) {
    Theme theme = dark_theme();
    theme.scale = scale;
    const Rect card{{100, 50}, {100 + 400 * scale, 50 + 300 * scale}};
    const CardFrame frame = card_frame(theme, card);
    CHECK(frame.body.min.y >= frame.title.max.y);
    CHECK(frame.body.min.x > card.min.x);
    CHECK(frame.body.max.y < card.max.y);
    CHECK(frame.title.contains(frame.grow_mark.center()));
  }
  const CardFrame tiny = card_frame(dark_theme(), {{0, 0}, {10, 10}});
  CHECK(tiny.body.width() >= 0);
  CHECK(tiny.body.height() >= 0);
}

TEST_CASE("the legend says which item is under the pointer") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const std::array items = {LegendItem{"Weights", "30.7", theme.weights},
                            LegendItem{"Gradients", "30.7", theme.gradients}};
  in_frame(screen, 400, 40, [&](ImDrawList& draw) {
    const Rect row{{10, 10}, {390, 30}};
    CHECK(legend_width(theme, items) < row.width());
    CHECK(draw_legend(draw, theme, row, items, {20, 20}).item == 0);
    CHECK(draw_legend(draw, theme, row, items, {160, 20}).item == 1);
    CHECK(draw_legend(draw, theme, row, items, {380, 20}).item == -1);
    CHECK(draw_legend(draw, theme, row, items, nowhere).item == -1);
    CHECK(draw_legend(draw, theme, {{10, 10}, {12, 30}}, items, {11, 20}).item == -1);
  });
}

TEST_CASE("a legend too long for one line goes on in a second where there is room for it") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const std::array items = {LegendItem{"Weights", "30.7", theme.weights},
                            LegendItem{"Gradients", "30.7", theme.gradients},
                            LegendItem{"Activations", "4.4", theme.activations}};
  in_frame(screen, 400, 80, [&](ImDrawList& draw) {
    const float line = legend_line_height(theme);
    const Rect row{{10, 10}, {legend_width_min(theme, items) - 10, 10 + 2 * line}};
    CHECK(draw_legend(draw, theme, row, items, {14, 10 + line / 2}).item == 0);
    CHECK(draw_legend(draw, theme, row, items, {14, 10 + 1.5F * line}).item == 2);
  });
}

TEST_CASE("the explanation's box stays within its bounds wherever the pointer is") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(light_theme(), screen, 1.5f);
  const Explanation explanation{"Stage 0, activations",
                                "11.2 GB",
                                {"15 micro-batches in flight × 8 layers × 93.3 MB", "layer: 34·s·b·h / tp"},
                                "Korthikanti et al. 2022, eq. 6"};
  const Rect bounds{{0, 0}, {900, 500}};
  in_frame(screen, 900, 500, [&](ImDrawList& draw) {
    for (const ImVec2 pointer : {ImVec2(0, 0), ImVec2(899, 499), ImVec2(450, 250), ImVec2(899, 0), ImVec2(0, 499)}) {
      const Rect box = draw_explanation(draw, theme, pointer, bounds, explanation);
      CHECK(box.min.x >= 0);
      CHECK(box.min.y >= 0);
      CHECK(box.max.x <= 900);
      CHECK(box.max.y <= 500);
      CHECK_FALSE(box.contains(pointer));
    }
  });
}

TEST_CASE("a reason stands in the middle of the chart's place, what can't be above why") {
  Offscreen screen = make_screen();
  screen.activate();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Image image = screen.picture(800, 400, theme.panel, [&] {
    draw_reason(*ImGui::GetBackgroundDrawList(), theme, {{100, 50}, {700, 350}}, "DualPipe can't run",
                "It wants an even number of ranks.");
  });
  const auto marked = [&](int from, int to) {
    int count = 0;
    for (int y = from; y < to; ++y)
      for (int x = 0; x < image.width; ++x) count += image.at(x, y) != image.at(0, 0) ? 1 : 0;
    return count;
  };
  CHECK(marked(0, 150) == 0);
  CHECK(marked(170, 195) > 50);
  CHECK(marked(198, 225) > 50);
  CHECK(marked(250, 400) == 0);
}

TEST_CASE("what a legend has no room for is said by its number where the pointer is on that, and nowhere else") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const std::array items = {LegendItem{"Weights", "30.7", theme.weights},
                            LegendItem{"Gradients", "30.7", theme.gradients},
                            LegendItem{"Optimizer", "0.9", theme.optimizer}};
  in_frame(screen, 400, 80, [&](ImDrawList& draw) {
    const Rect row{{10, 10}, {10 + legend_width_min(theme, std::span(items).first(1)) + theme.px(40), 30}};
    ImGui::GetIO().MousePos = {row.max.x - theme.px(30), 20};
    const int over = ImGui::GetForegroundDrawList()->VtxBuffer.Size;
    CHECK(draw_legend(draw, theme, row, items) == LegendHover{});
    CHECK(ImGui::GetForegroundDrawList()->VtxBuffer.Size == over);
    LegendHover hover;
    for (float x = row.min.x; x < row.max.x; ++x)
      if (const LegendHover at = draw_legend(draw, theme, row, items, {x, 20}); at.others >= 0) hover = at;
    CHECK(hover.others == 1);
    CHECK(explain_others(items, hover).lines == std::vector<std::string>{"Gradients 30.7", "Optimizer 0.9"});
    CHECK(explain_others(items, {}).empty());
  });
}

TEST_CASE("a hint stands below the source in the box, which is higher for it") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(light_theme(), screen);
  Explanation words{"Play", "", {"In time."}, "a source"};
  in_frame(screen, 600, 400, [&](ImDrawList& draw) {
    const float without = draw_explanation(draw, theme, {10, 10}, {{0, 0}, {600, 400}}, words).height();
    words.hint = "Space";
    CHECK(draw_explanation(draw, theme, {10, 10}, {{0, 0}, {600, 400}}, words).height() >
          without + text_height(theme, TextRole::secondary));
  });
}
