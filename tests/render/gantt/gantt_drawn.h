// A chart drawn into a picture, for the tests of its parts.
#pragma once

#include "render/gantt/gantt.h"
#include "render/gantt/gantt_canvas.h"
#include "tests/render/gantt/gantt_cases.h"
#include "tests/render/screen.h"

namespace shardscope::test {

inline constexpr Rect chart_area{{0, 0}, {1360, 440}};

struct DrawnChart {
  Image image;
  int quads = 0;
  GanttHover hover;
};

inline DrawnChart draw_chart(GanttSource source, const GanttView& view = {}, ImVec2 pointer = {-1e6f, -1e6f}) {
  Offscreen screen = make_screen();
  screen.activate();
  const Theme theme = with_fonts(dark_theme(), screen);
  GanttCanvas canvas;
  source.canvas = &canvas;
  DrawnChart drawn;
  drawn.image = screen.picture(1360, 440, theme.panel, [&] {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const int before = draw.IdxBuffer.Size;
    drawn.hover = draw_gantt(draw, chart_area, source, view, theme, pointer);
    drawn.quads = (draw.IdxBuffer.Size - before) / 6;
  });
  return drawn;
}

inline bool is_color(const Image& image, double x, double y, ImU32 color) {
  const auto pixel = image.at(static_cast<int>(x), static_cast<int>(y));
  const auto near = [&](std::size_t i, int shift) {
    return std::abs(static_cast<int>(pixel[i]) - static_cast<int>((color >> shift) & 255u)) <= 2;
  };
  return near(0, IM_COL32_R_SHIFT) && near(1, IM_COL32_G_SHIFT) && near(2, IM_COL32_B_SHIFT);
}

}  // namespace shardscope::test
