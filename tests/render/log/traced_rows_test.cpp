#include "render/log/traced_rows.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "render/log/kind_bars.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr Rect rows_area{{100, 10}, {1100, 200}};

/// A step of a second: a product in its first half, one kernel of 0.1 in 10,000 pieces of attention, idle at its end.
TraceBeside traced_second() {
  StepBars step{12, 1, {}, {"gemm", "flash"}};
  step.bars[index_of(KernelKind::products)] = {{0, 0.5, 0}};
  for (int i = 0; i < 10'000; ++i)
    step.bars[index_of(KernelKind::attention)].push_back({0.5 + 1e-5 * i, 0.5 + 1e-5 * (i + 0.5), 1});
  step.bars[index_of(KernelKind::idle)] = {{0.6, 1, 0}};
  TraceBeside trace;
  trace.traced.profile.emplace();
  trace.traced.profile->step = Seconds{1};
  trace.traced.profile->seconds[index_of(KernelKind::products)] = Seconds{0.5};
  trace.traced.bars = std::make_shared<const StepBars>(std::move(step));
  return trace;
}

}  // namespace

TEST_CASE("a traced step has a row for each kind that it has, and its heading") {
  const TraceBeside trace = traced_second();
  const std::vector<KernelKind> kinds = traced_kinds(*trace.traced.bars);
  CHECK(kinds == std::vector{KernelKind::products, KernelKind::idle, KernelKind::attention});
  const Theme theme = dark_theme();
  CHECK(traced_rows_height(theme, 3, 10) == 0);
  CHECK(traced_rows_height(theme, 3, 1000) > traced_rows_height(theme, 2, 1000));
  CHECK(traced_rows_height(theme, 30, 200) <= 200);
  for (std::size_t i = 0; i < kernel_kind_count; ++i) CHECK(!traced_row_words(static_cast<KernelKind>(i)).empty());
}

TEST_CASE("the kernel under the pointer is told by its name, thin ones together by their kind") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const TraceBeside trace = traced_second();
  const float heading = traced_rows_height(theme, 1, 1000) - theme.snapped_px(20);
  const auto at = [&](float x, std::size_t row) {
    std::optional<TracedHover> hover;
    int vertices = 0;
    in_frame(screen, 1280, 220, [&](ImDrawList& draw) {
      const int before = draw.VtxBuffer.Size;
      const ImVec2 pointer{x, rows_area.min.y + heading + (static_cast<float>(row) + 0.4F) * theme.snapped_px(20)};
      hover = draw_traced_rows(draw, theme, rows_area, 4, 1240, trace, {0, 1}, pointer);
      vertices = draw.VtxBuffer.Size - before;
    });
    CHECK(vertices < 4 * 2000);
    return hover;
  };
  const std::optional<TracedHover> product = at(300, 0), attention = at(650, 2), idle = at(900, 1);
  REQUIRE(product);
  REQUIRE(attention);
  REQUIRE(idle);
  CHECK(product->bar == 0);
  CHECK(explain_traced(trace, *product).title == "gemm");
  CHECK(attention->kind == KernelKind::attention);
  CHECK(!attention->bar);
  CHECK(explain_traced(trace, *attention).title.ends_with(", measured"));
  CHECK(explain_traced(trace, *idle).title.starts_with("Nothing runs"));
  CHECK(!at(900, 0));
}

TEST_CASE("beside a prediction a kind says how far the trace is from it") {
  TraceBeside trace = traced_second();
  trace.predicted.emplace();
  trace.predicted->seconds[index_of(KernelKind::products)] = Seconds{0.4};
  const Explanation words = explain_traced(trace, {KernelKind::products, {}});
  CHECK(words.lines.back() == "predicted 400 ms a step; the trace takes 100 ms more");
}

TEST_CASE("kernels too thin to be told apart are as pale as they are seldom") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const auto column_at = [&](double share) {  // kernels of 5 us that take that much of the second
    StepBars step{1, 1, {}, {"gemm"}};
    for (double at = 0; at < 1; at += 5e-6 / share)
      step.bars[index_of(KernelKind::products)].push_back({at, at + 5e-6, 0});
    TraceBeside trace;
    trace.traced.profile.emplace();
    trace.traced.bars = std::make_shared<const StepBars>(std::move(step));
    const Image image = screen.picture(1280, 220, theme.panel, [&] {
      (void)draw_traced_rows(*ImGui::GetBackgroundDrawList(), theme, rows_area, 4, 1104, trace, {0, 1}, {-1, -1});
    });
    const float y = rows_area.min.y + traced_rows_height(theme, 1, 1000) - theme.snapped_px(20) + 6;
    return pixel_at(image, 600, y);
  };
  const ImU32 full = kind_color(theme, KernelKind::products);
  CHECK(column_at(1) == full);
  CHECK(column_at(0.05) != full);
  CHECK(column_at(0.05) != theme.raised);
  CHECK(column_at(0.05) != column_at(0.5));
}
