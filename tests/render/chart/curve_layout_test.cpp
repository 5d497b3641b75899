#include "render/chart/curve_layout.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "render/text/text.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {

std::string whole_days(double value) {
  return std::to_string(static_cast<int>(value)) + " days";
}

/// Fifty curve from 1 to 1,000; y by the place along the log scale, 0 to 1.
std::vector<CurvePoint> curve_of(const std::function<double(double)>& y) {
  std::vector<CurvePoint> curve;
  for (int i = 0; i < 50; ++i) curve.push_back({std::pow(1000.0, i / 49.0), y(i / 49.0)});
  return curve;
}

struct CurveShape {
  const char* name;
  std::function<double(double)> y;
};

const std::array<CurveShape, 5> curve_shapes = {{{"falling", [](double x) { return 90 + 1400 * std::exp(-6 * x); }},
                                                 {"rising", [](double x) { return 100 + 900 * x; }},
                                                 {"a hill", [](double x) { return 100 + 800 * x * (1 - x); }},
                                                 {"a valley", [](double x) { return 900 - 800 * x * (1 - x); }},
                                                 {"flat", [](double) { return 500; }}}};

CurvePoint at_place(const std::vector<CurvePoint>& curve, double place) {
  return curve[static_cast<std::size_t>(place * static_cast<double>(curve.size() - 1))];
}

}  // namespace

TEST_CASE("no word within a plot is crossed by its lines, its marks or another word, at any size") {
  Offscreen screen = make_screen();
  const std::array<CurveLimit, 3> limits = {{{20, "batch grows"}, {60, "half bubble"}, {1, "above the batch", true}}};
  for (const CurveShape& shape : curve_shapes)
    for (const float scale : {1.0F, 1.5F, 2.0F})
      for (const ImVec2 size : {ImVec2{138, 110}, ImVec2{150, 75}, ImVec2{300, 140}, ImVec2{420, 260}})
        for (const double mark : {0.0, 0.2, 0.5, 1.0}) {
          CAPTURE(shape.name);
          CAPTURE(scale);
          CAPTURE(size.x);
          CAPTURE(mark);
          const Theme theme = with_fonts(dark_theme(), screen, scale);
          const std::vector<CurvePoint> curve = curve_of(shape.y), perfect = curve_of(curve_shapes[1].y);
          CurveChart chart{curve,  false, whole_days, whole_days, at_place(curve, mark), at_place(curve, 1 - mark),
                           perfect};
          chart.mark_low = chart.mark->y * 0.9, chart.mark_high = chart.mark->y * 1.1;
          chart.limits = limits;
          chart.labels_inside = true;
          in_frame(screen, 900, 600, [&](ImDrawList&) {
            const Rect area{{10, 10}, {10 + size.x * scale, 10 + size.y * scale}};
            const std::optional<CurveLayout> layout = lay_out_curve(theme, area, chart);
            REQUIRE(layout.has_value());
            if (size.y > 100) REQUIRE_FALSE(layout->words.empty());
            for (std::size_t i = 0; i < layout->words.size(); ++i) {
              const PlacedWords& placed = layout->words[i];
              CAPTURE(placed.words);
              CHECK_FALSE(crosses_curve(*layout, placed.box));
              CHECK(placed.box.min.y >= layout->scale.plot.min.y);
              CHECK(placed.box.max.y <= layout->scale.plot.max.y);
              for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(placed.box.overlaps(layout->words[j].box));
            }
          });
        }
}

TEST_CASE("values give up no height where their labels' corners are free") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const auto inside_height = [&](const std::vector<CurvePoint>& curve) {
    CurveChart chart{curve, false, whole_days, whole_days, {}, {}, {}};
    chart.labels_inside = true;
    float height = 0;
    in_frame(screen, 400, 300, [&](ImDrawList&) {
      height = lay_out_curve(theme, {{10, 10}, {310, 149}}, chart)->scale.inside.height();
    });
    return height;
  };
  CHECK(inside_height(curve_of([](double x) { return x < 0.3 ? 500 : 500 - 400 * std::sin(9 * (x - 0.3)); })) >
        119);  // both corners at the left are free
  CHECK(inside_height(curve_of([](double x) { return 900 - 800 * x; })) ==
        120 - text_height(theme, TextRole::secondary));
}
