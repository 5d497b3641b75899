#include "render/roofline.h"

#include <doctest/doctest.h>

#include "core/evaluate.h"
#include "tests/core/step/preset_scenarios.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;

namespace {

struct Made {
  Report report;
  OperationTable table;
  std::vector<RooflinePoint> points;
  Roof roof;
};

Made made_of(const char* preset) {
  Made made{evaluate(preset_scenario(preset)), {}, {}, {}};
  made.table = operation_table(made.report, made.report.time->critical_rank);
  made.points = roofline_points(made.table);
  made.roof = *roof_of(made.report);
  return made;
}

}  // namespace

TEST_CASE("points are the table's rows put together: no second of it is lost") {
  for (const char* preset : {"gpt4-25k-a100", "deepseek-v3-2048-h800", "llama3-405b-16k-h100"}) {
    const Made made = made_of(preset);
    double rows = 0, points = 0, flops = 0, all = 0;
    for (const OperationRow& row : made.table.rows) rows += row.in_step().value, flops += row.flops.value * row.runs;
    for (const RooflinePoint& point : made.points) points += point.in_step.value, all += point.flops.value;
    CHECK(points == doctest::Approx(rows));
    CHECK(all == doctest::Approx(flops));
    CHECK(made.points.size() < made.table.rows.size());
    for (std::size_t i = 1; i < made.points.size(); ++i) CHECK(made.points[i - 1].in_step >= made.points[i].in_step);
  }
}

TEST_CASE("every point lies at or under the roof of its intensity") {
  const Made made = made_of("deepseek-v3-2048-h800");
  for (const RooflinePoint& point : made.points) {
    CAPTURE(point.row.operation.name);
    const double peak = std::max(made.roof.peak.value, made.roof.peak_16bit.value);
    CHECK(point.flop_rate() <= std::min(peak, point.intensity() * made.roof.memory.value) * 1.0001);
  }
}

TEST_CASE("a memory-bound operation stands at 1 FLOP a byte, as high as the bandwidth that it reaches") {
  const Made made = made_of("gpt4-25k-a100");
  bool seen = false;
  for (const RooflinePoint& point : made.points)
    if (point.row.operation.kind == OperationKind::memory_bound) {
      seen = true;
      CHECK(point.intensity() == 1);
      CHECK(point.flop_rate() == doctest::Approx((point.bytes / point.in_step).value));
    }
  CHECK(seen);
}

TEST_CASE("a row finds the point that it is part of, forward and backward apart") {
  const Made made = made_of("gpt4-25k-a100");
  for (const OperationRow& row : made.table.rows) {
    const auto at = point_of(made.points, row);
    REQUIRE(at);
    CHECK(made.points[*at].row.operation.name == row.operation.name);
    const bool backward = row.phase == OperationPhase::input_gradient || row.phase == OperationPhase::weight_gradient;
    CHECK(made.points[*at].backward == backward);
  }
}

TEST_CASE("pointing at an operation's point names it, in the corner of nothing nobody") {
  tests::WindowDriver window;
  const Theme theme = window.theme();
  const Made made = made_of("gpt4-25k-a100");
  const RooflinePlot plot{made.points, made.roof, "bf16", made.report.time->step, {}};
  const Rect area{{0, 0}, {800, 400}};
  ImDrawList draw(ImGui::GetDrawListSharedData());
  draw._ResetForNewFrame();
  draw.PushTexture(ImGui::GetIO().Fonts->TexRef);
  draw.PushClipRectFullScreen();
  const ImVec2 place = roofline_place(theme, area, plot, 0);
  CHECK(draw_roofline(draw, theme, area, plot, place) == 0);
  CHECK_FALSE(draw_roofline(draw, theme, area, plot, {-100, -100}));
}

TEST_CASE("an operation's words have its shape, its rates and its share") {
  const Made made = made_of("gpt4-25k-a100");
  const OperationRow& row = made.table.rows.front();
  const Explanation words = explain_operation(row, made.roof, made.report.time->step);
  CHECK(words.title.find(row.operation.name) != std::string::npos);
  REQUIRE(words.lines.size() >= 4);
  CHECK(words.lines[0].find(shape_words(row)) != std::string::npos);
  CHECK_FALSE(words.source.empty());
}
