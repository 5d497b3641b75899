#include "render/memory/memory_bars.h"

#include <doctest/doctest.h>

#include <array>

#include "render/chart/chart.h"
#include "tests/render/sample_report.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr Rect bars_area{{20, 20}, {560, 380}};

MemoryHover hover_at(Offscreen& screen, const Theme& theme, const Report& report, ImVec2 pointer) {
  MemoryHover hover;
  in_frame(screen, 600, 400, [&](ImDrawList& draw) {
    MemoryView view;
    view.pointer = pointer;
    hover = draw_memory_bars(draw, bars_area, report, view, theme);
  });
  return hover;
}

/// How many pixels of exactly this colour the column has.
int count_in_column(const Image& image, int x, ImU32 color) {
  int count = 0;
  for (int y = 0; y < image.height; ++y) {
    const auto p = image.at(x, y);
    count += IM_COL32(p[0], p[1], p[2], 255) == color ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("a bar is as high as its stage's bytes, and the capacity line lies between fitting and not fitting") {
  const Theme theme = dark_theme();
  const Report report = memory_report(15, 12, 80);
  const auto first = memory_bar_rect(bars_area, report, 0, theme), last = memory_bar_rect(bars_area, report, 14, theme);
  REQUIRE(first);
  REQUIRE(last);
  CHECK(first->height() / last->height() == doctest::Approx(76.0 / 65.2).epsilon(0.01));
  CHECK_FALSE(memory_bar_rect(bars_area, report, 15, theme).has_value());
  CHECK_FALSE(memory_bar_rect(bars_area, report, -1, theme).has_value());
  CHECK_FALSE(memory_bar_rect(bars_area, Report{}, 0, theme).has_value());
}

TEST_CASE("bars of 1 to 10,000 stages lie inside the bars_area, from left to right") {
  const Theme theme = dark_theme();
  for (const int stages : {1, 2, 15, 64, 256, 10'000}) {
    CAPTURE(stages);
    const Report report = memory_report(stages, 12, 80);
    float before = bars_area.min.x;
    for (int s = 0; s < stages; s += std::max(1, stages / 50)) {
      const auto bar = memory_bar_rect(bars_area, report, s, theme);
      REQUIRE(bar);
      CHECK(bar->min.x >= before - 0.5f);
      CHECK(bar->max.x <= bars_area.max.x + 1);
      CHECK(bar->width() >= 0.9f);
      before = bar->min.x;
    }
  }
}

TEST_CASE("the pointer finds the stage, the component and the part beneath it") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report report = memory_report(15, 12, 80);
  for (const int stage : {0, 7, 14}) {
    const Rect bar = *memory_bar_rect(bars_area, report, stage, theme);
    const StageMemory& held = report.memory.stages[static_cast<std::size_t>(stage)];
    const double bytes_per_pixel = held.total.value / static_cast<double>(bar.height());
    double below = 0;
    for (std::size_t part = 0; part < held.parts.size(); ++part) {
      const double middle = below + held.parts[part].bytes.value / 2;
      below += held.parts[part].bytes.value;
      if (held.parts[part].bytes.value < 4 * bytes_per_pixel) continue;  // too thin to aim at
      const MemoryHover hover =
          hover_at(screen, theme, report, {bar.center().x, bar.max.y - static_cast<float>(middle / bytes_per_pixel)});
      CAPTURE(stage);
      CAPTURE(part);
      CHECK(hover.stage == stage);
      CHECK(hover.component == held.parts[part].component);
      CHECK(hover.part == part);
    }
    const MemoryHover above = hover_at(screen, theme, report, {bar.center().x, bar.min.y - 5});
    CHECK(above.stage == stage);
    CHECK_FALSE(above.component.has_value());
  }
  const MemoryHover outside = hover_at(screen, theme, report, {5, 5});
  CHECK_FALSE(outside.stage.has_value());
  CHECK_FALSE(outside.component.has_value());
}

TEST_CASE("the legend's entries are found without a stage") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report report = memory_report(15, 12, 80);
  bool found = false;
  for (float x = bars_area.min.x; x < bars_area.max.x; x += 10) {
    const MemoryHover hover = hover_at(screen, theme, report, {x, bars_area.max.y - 13});
    CHECK_FALSE(hover.stage.has_value());
    found = found || hover.component == MemoryComponent::activations;
  }
  CHECK(found);
}

TEST_CASE("a bar above the line is marked there in the bad colour, one below it isn't") {
  Offscreen screen = make_screen();
  for (const Theme& theme : {with_fonts(dark_theme(), screen), with_fonts(light_theme(), screen)}) {
    const Report over = memory_report(15, 30, 80), fits = memory_report(15, 12, 80);
    const auto bad_pixels = [&](const Report& report) {
      const Image image = screen.picture(600, 400, theme.panel, [&] {
        draw_memory_bars(*ImGui::GetBackgroundDrawList(), bars_area, report, MemoryView{}, theme);
      });
      const Rect bar = *memory_bar_rect(bars_area, report, 0, theme);
      return count_in_column(image, static_cast<int>(bar.center().x), theme.bad);
    };
    CHECK(bad_pixels(over) > bad_pixels(fits));
    CHECK(bad_pixels(fits) <= 2);
  }
}

TEST_CASE("the selected stage is outlined in the text's colour") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report report = memory_report(15, 12, 80);
  const auto vertices = [&](std::optional<std::int32_t> selected) {
    int count = 0;
    in_frame(screen, 600, 400, [&](ImDrawList& draw) {
      MemoryView view;
      view.selected_stage = selected;
      draw_memory_bars(draw, bars_area, report, view, theme);
      for (const ImDrawVert& vertex : draw.VtxBuffer) count += vertex.col == theme.text && vertex.pos.y < 300 ? 1 : 0;
    });
    return count;
  };
  CHECK(vertices(3) > vertices(std::nullopt));
  CHECK(vertices(99) == vertices(std::nullopt));
}

TEST_CASE("what there is to draw grows with pixels, not with stages; nothing to draw is no error") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report large = memory_report(10'000, 30, 80);
  in_frame(screen, 600, 400, [&](ImDrawList& draw) {
    draw_memory_bars(draw, bars_area, large, MemoryView{}, theme);
    CHECK(draw.VtxBuffer.Size < 40'000);
    draw_memory_bars(draw, bars_area, Report{}, MemoryView{}, theme);
    draw_memory_bars(draw, {{0, 0}, {3, 3}}, large, MemoryView{}, theme);
    draw_memory_bars(draw, bars_area, memory_report(4, 0, 0), MemoryView{}, theme);
  });
}

TEST_CASE("what a bar held before the last edit is a line across it, or its outline above it") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report report = memory_report(4, 12, 80);
  const auto bar = memory_bar_rect(bars_area, report, 0, theme);
  REQUIRE(bar);
  const double now = report.memory.stages[0].total.value;
  const auto lines_of = [&](const std::vector<double>& before) {
    const Image image = screen.picture(600, 400, theme.panel, [&] {
      MemoryView view;
      view.before = before;
      draw_memory_bars(*ImGui::GetBackgroundDrawList(), bars_area, report, view, theme);
    });
    return count_in_column(image, static_cast<int>(bar->center().x), theme.text);
  };
  const int none = lines_of({});
  CHECK(lines_of(std::vector<double>(4, now)) == none);
  CHECK(lines_of(std::vector<double>(3, now / 2)) == none);  // of other stages
  CHECK(lines_of(std::vector<double>(4, now / 2)) > none);
  CHECK(lines_of(std::vector<double>(4, now * 1.04)) > none);
}

TEST_CASE("no line of what bars held before crosses the words at the capacity") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  for (const double capacity : {60.0, 80.0}) {  // over, and fitting
    CAPTURE(capacity);
    const Report report = memory_report(4, 12, capacity);
    const auto picture = [&](const std::vector<double>& before) {
      return screen.picture(600, 400, theme.panel, [&] {
        MemoryView view;
        view.before = before;
        draw_memory_bars(*ImGui::GetBackgroundDrawList(), bars_area, report, view, theme);
      });
    };
    const Image plain = picture({});
    const auto bar = memory_bar_rect(bars_area, report, 0, theme);
    REQUIRE(bar);
    const auto color = [](const Image& image, int x, int y) {
      const auto p = image.at(x, y);
      return std::array<int, 3>{p[0], p[1], p[2]};
    };
    const auto is_of_words = [&](int x, int y) { return color(plain, x, y)[0] > color(plain, x, y)[1] + 40; };
    int reds = 0, crossed = 0;  // pixels of the words, which are above all bars
    for (double share = 1; share < 2; share += 0.1) {
      std::vector<double> before;
      for (const StageMemory& stage : report.memory.stages) before.push_back(stage.total.value * share);
      const Image ghosts = picture(before);
      for (int y = 0; y < static_cast<int>(bar->min.y) - 3; ++y)
        for (int x = 420; x < 560; ++x)
          if (is_of_words(x, y)) ++reds, crossed += color(ghosts, x, y) != color(plain, x, y) ? 1 : 0;
    }
    CHECK(reds > 0);
    CHECK(crossed == 0);
  }
}
