#include "render/memory/layout_strip.h"

#include <algorithm>
#include <cmath>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr Rect strip_area{{20, 10}, {1020, 260}};

Report report_of(std::string_view preset) {
  return evaluate(*all_presets().scenario(preset));
}

}  // namespace

TEST_CASE("every stage has a box in its rank's column and its chunk's row") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report report = report_of("llama3-70b-4096-h100");  // 4 ranks, 5 chunks
  const LayoutStrip strip = lay_out_strip(theme, strip_area, report);
  REQUIRE(strip.columns.size() == 4);
  REQUIRE(strip.boxes.size() == 20);
  CHECK(strip.borders.size() == 15);  // from one row to the next there is none
  for (const StripBox& box : strip.boxes) {
    CHECK(static_cast<std::size_t>(box.rank) + 4 * box.chunk == box.stage);
    const Rect& column = strip.columns[static_cast<std::size_t>(box.rank)];
    CHECK(box.rect.min.x >= column.min.x);
    CHECK(box.rect.max.x <= column.max.x);
    CHECK(strip_under(strip, box.rect.center()).box.has_value());
    CHECK(strip_under(strip, box.rect.center()).rank == box.rank);
  }
  CHECK(strip.memory.max.y <= strip_area.min.y + layout_strip_height(theme, report) + 1);
  CHECK_FALSE(strip_under(strip, {0, 0}).rank);
}

TEST_CASE("in a V the second row runs back, and its borders give to the other side") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  Scenario scenario = gpt3_on(8, 4, 2);
  scenario.plan.schedule = ScheduleKind::zb_v;
  scenario.plan.virtual_stages = 2;
  const Report report = evaluate(scenario);
  REQUIRE(report.valid);
  const LayoutStrip strip = lay_out_strip(theme, strip_area, report);
  REQUIRE(strip.boxes.size() == 8);
  const auto last =
      std::find_if(strip.boxes.begin(), strip.boxes.end(), [](const auto& box) { return box.stage == 7; });
  REQUIRE(last != strip.boxes.end());
  CHECK(last->rank == 0);
  for (const StripBorder& border : strip.borders) CHECK(border.right_gives == (border.border < 4 ? 1 : -1));
}

TEST_CASE("cells give way to filled boxes where columns are narrow") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report report = report_of("gpt4-25k-a100");
  CHECK(lay_out_strip(theme, strip_area, report).cell > 4);
  CHECK(lay_out_strip(theme, {{0, 0}, {300, 200}}, report).cell == 0);
  CHECK(lay_out_strip(theme, {{0, 0}, {300, 200}}, report).block >= 8);
  CHECK(layout_strip_width_min(theme, report) < 300);
}

TEST_CASE("drawing costs by what is seen: a wide strip of many ranks draws those within the clip") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report report = report_of("megatron-1t-3072-a100");
  int all = 0, part = 0;
  in_frame(screen, 1100, 300, [&](ImDrawList& draw) {
    const LayoutStrip strip = lay_out_strip(theme, strip_area, report);
    const int before = draw.VtxBuffer.Size;
    draw_layout_strip(draw, theme, strip, report, {});
    all = draw.VtxBuffer.Size - before;
    draw.PushClipRect({20, 10}, {120, 260});
    draw_layout_strip(draw, theme, strip, report, {});
    draw.PopClipRect();
    part = draw.VtxBuffer.Size - before - all;
  });
  CHECK(all > 1000);
  CHECK(part < all / 4);
}

TEST_CASE("where the GPU's memory is unknown no line is drawn for it") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  Report report = report_of("gpt4-25k-a100");
  report.memory.capacity = {};
  const LayoutStrip strip = lay_out_strip(theme, strip_area, report);
  const float bottom = strip.memory.max.y;
  in_frame(screen, 1100, 300, [&](ImDrawList& draw) {
    const int before = draw.VtxBuffer.Size;
    draw_layout_strip(draw, theme, strip, report, {});
    int on_line = 0;
    for (int i = before; i < draw.VtxBuffer.Size; ++i)
      on_line += draw.VtxBuffer[i].col == theme.dim && std::abs(draw.VtxBuffer[i].pos.y - bottom) < 2;
    CHECK(on_line == 0);
  });
}

TEST_CASE("a box says what it holds and how its rank stands to the others") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report report = report_of("deepseek-v3-2048-h800");
  const LayoutStrip strip = lay_out_strip(theme, strip_area, report);
  const Explanation first = explain_strip(report, strip, strip_under(strip, strip.boxes.front().rect.center()));
  CHECK(first.title.starts_with("Stage 0"));
  CHECK(first.value == "embedding, 3 dense layers, 1 MoE layer");
  REQUIRE(first.lines.size() == 2);
  CHECK(first.lines[0].find("of the busiest rank's") != std::string::npos);
  CHECK(first.lines[1].find("of the GPU") != std::string::npos);
  const Explanation last = explain_strip(report, strip, strip_under(strip, strip.boxes.back().rect.center()));
  CHECK(last.value.find("1 MTP layer, final norm") != std::string::npos);
  CHECK(explain_strip(report, strip, {}).empty());
  CHECK(layout_legend(theme, report).size() == 3);
}

TEST_CASE("a box's number of layers can be read on whatever its box is filled with") {
  Offscreen screen = make_screen();
  screen.activate();
  for (const bool light : {false, true})
    for (const std::int64_t layers : {2, 6, 7, 8, 9, 13}) {
      CAPTURE(light);
      CAPTURE(layers);
      const Theme theme = with_fonts(light ? light_theme() : dark_theme(), screen);
      Scenario scenario = *all_presets().scenario("gpt4-25k-a100");
      scenario.plan.stage_layers = std::vector<std::int64_t>(15, 8);
      (*scenario.plan.stage_layers)[0] = 16 - layers;
      (*scenario.plan.stage_layers)[1] = layers;
      const Report report = evaluate(scenario);
      REQUIRE(report.valid);
      const Rect narrow{{0, 0}, {500, 240}};
      const LayoutStrip strip = lay_out_strip(theme, narrow, report);
      REQUIRE(strip.cell == 0);
      const Image image = screen.picture(
          500, 240, theme.panel, [&] { draw_layout_strip(*ImGui::GetBackgroundDrawList(), theme, strip, report, {}); });
      const Rect box = strip.boxes[1].rect;
      const auto middle = static_cast<int>(box.center().x);
      int readable = 0;  // rows of pixels in which ink and ground are apart
      for (int y = static_cast<int>(box.min.y) + 1; y < static_cast<int>(box.max.y) - 1; ++y) {
        double least = 1e9, most = 0;
        for (int x = middle - 4; x <= middle + 4; ++x) {
          const auto pixel = image.at(x, y);
          const double light_here = contrast(IM_COL32(pixel[0], pixel[1], pixel[2], 255), IM_COL32_BLACK);
          least = std::min(least, light_here);
          most = std::max(most, light_here);
        }
        readable += most / least >= 3 ? 1 : 0;  // strokes of 4.5, antialiased
      }
      CHECK(readable >= 8);
    }
}
