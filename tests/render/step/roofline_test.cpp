#include "render/step/roofline.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;

namespace {

struct Made {
  Report report;
  OperationTable table;
  std::vector<RooflinePoint> points;
  Roofline roofline;
};

Made made_of(const char* preset) {
  Made made{evaluate(preset_scenario(preset)), {}, {}, {}};
  made.table = operation_table(made.report, made.report.time->critical_rank);
  made.points = roofline_points(made.table);
  made.roofline = *roofline_of(made.report.scenario);
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
    CAPTURE(name_of(point.row.operation.name));
    const double peak = std::max(made.roofline.peak.value, made.roofline.peak_16bit.value);
    CHECK(point.flop_rate() <= std::min(peak, point.intensity() * made.roofline.memory.value) * 1.0001);
  }
}

TEST_CASE("memory-bound operations stand apart, at their own FLOPs a byte") {
  const Made made = made_of("gpt4-25k-a100");
  const bool rms = made.report.scenario.model.norm == Norm::rmsnorm;
  std::vector<double> seen;
  for (const RooflinePoint& point : made.points)
    if (point.row.operation.kind == OperationKind::memory_bound) {
      CHECK(point.flops.value == 0);
      CHECK(point.intensity() == doctest::Approx(point.arithmetic / Flops{point.bytes.value}));
      CHECK(point.intensity() < 5);
      if (point.row.operation.name == OperationName::norm_before_attention && !point.backward)
        CHECK(point.intensity() == doctest::Approx((rms ? 4.0 : 7.0) / 4));  // FLOPs per value over its 4 bytes
      if (std::find(seen.begin(), seen.end(), point.intensity()) == seen.end()) seen.push_back(point.intensity());
    }
  CHECK(seen.size() >= 5);
}

TEST_CASE("no point, and not the roof, touches the chart's upper edge; what only moves stands at its left") {
  tests::WindowDriver window;
  const Theme theme = window.theme();
  const Rect area{{0, 0}, {800, 400}};
  for (const char* preset : {"gpt4-25k-a100", "deepseek-v3-2048-h800"}) {
    const Made made = made_of(preset);
    const RooflinePlot plot{made.points, made.roofline, "bf16", made.report.time->step, {}};
    const LogPlot axes = roofline_axes(theme, area, plot);
    float left = area.max.x, moves = area.min.x;
    for (const RooflinePoint& point : made.points) {
      const ImVec2 place = place_of(point, axes);
      CHECK(place.y > area.min.y + 20);
      if (point.intensity() > 0)
        left = std::min(left, place.x);
      else
        moves = place.x;
    }
    CHECK(moves <= left);
  }
}

TEST_CASE("a point's label says the pass") {
  const Made made = made_of("gpt4-25k-a100");
  bool forward = false, backward = false;
  for (const RooflinePoint& point : made.points) {
    forward |= point.label() == "attention, forward";
    backward |= point.label() == "attention, backward";
  }
  CHECK(forward);
  CHECK(backward);
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
  const RooflinePlot plot{made.points, made.roofline, "bf16", made.report.time->step, {}};
  const Rect area{{0, 0}, {800, 400}};
  ImDrawList draw(ImGui::GetDrawListSharedData());
  draw._ResetForNewFrame();
  draw.PushTexture(ImGui::GetIO().Fonts->TexRef);
  draw.PushClipRectFullScreen();
  const ImVec2 place = place_of(made.points[0], roofline_axes(theme, area, plot));
  CHECK(draw_roofline(draw, theme, area, plot, place) == 0);
  CHECK_FALSE(draw_roofline(draw, theme, area, plot, {-100, -100}));
}

TEST_CASE("an operation's words have its shape, its rates and its share") {
  const Made made = made_of("gpt4-25k-a100");
  const OperationRow& row = made.table.rows.front();
  const Explanation words = explain_operation(row, made.roofline, made.report.time->step);
  CHECK(words.title.find(name_of(row.operation.name)) != std::string::npos);
  REQUIRE(words.lines.size() >= 4);
  CHECK(words.lines[0].find(shape_words(row)) != std::string::npos);
  CHECK_FALSE(words.source.empty());
}

TEST_CASE("kinds of operations can be told apart, and none has the colour of a pass, of traffic or of memory") {
  for (const Theme& theme : {dark_theme(), light_theme()}) {
    std::vector<ImU32> colors;
    for (const OperationKind kind :
         {OperationKind::matrix, OperationKind::grouped_matrix, OperationKind::attention, OperationKind::memory_bound})
      colors.push_back(operation_color(theme, kind));
    for (std::size_t i = 0; i < colors.size(); ++i) {
      for (std::size_t k = i + 1; k < colors.size(); ++k) CHECK(colors[i] != colors[k]);
      for (const ImU32 other : {theme.backward, theme.backward_weight, theme.recompute, theme.tensor, theme.pipeline,
                                theme.data, theme.gradients, theme.optimizer, theme.activations})
        CHECK(colors[i] != other);
    }
  }
}
