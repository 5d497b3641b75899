#include "render/log/kind_bars.h"

#include <doctest/doctest.h>

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr Rect bars_area{{10, 10}, {710, 310}};

TraceBeside trace_of(std::initializer_list<std::pair<KernelKind, double>> seconds) {
  TraceBeside trace;
  trace.traced.profile.emplace();
  for (const auto& [kind, each] : seconds) {
    trace.traced.profile->seconds[index_of(kind)] = Seconds{each};
    trace.traced.profile->step += Seconds{each};
  }
  return trace;
}

}  // namespace

TEST_CASE("the row under the pointer is told, and bars of any length stay within the area") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  TraceBeside trace = trace_of({{KernelKind::products, 0.2}, {KernelKind::idle, 1e-6}});
  trace.predicted.emplace();
  trace.predicted->seconds[index_of(KernelKind::products)] = Seconds{5000};
  const std::vector<KindBeside> bars = kinds_beside(trace);
  in_frame(screen, 720, 320, [&](ImDrawList& draw) {
    const auto at = [&](ImVec2 pointer) {
      return draw_kind_bars(draw, theme, bars_area, bars, trace.traced.profile->step, pointer);
    };
    CHECK(at({100, 20}) == KernelKind::products);
    CHECK(at({100, 90}) == KernelKind::idle);
    CHECK_FALSE(at(nowhere_to_point));
    for (const ImDrawVert& vertex : draw.VtxBuffer) CHECK(vertex.pos.x < bars_area.max.x + 2);
    CHECK_FALSE(draw_kind_bars(draw, theme, {{0, 0}, {10, 0}}, bars, Seconds{1}, nowhere_to_point));
  });
}
