#include "render/text/theme.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace shardscope;

TEST_CASE("every text colour reads on every surface at 4.5 to 1 or more") {
  for (const Theme& theme : {dark_theme(), light_theme()}) {
    for (const ImU32 surface : {theme.bg, theme.panel, theme.raised}) {
      for (const ImU32 text : {theme.text, theme.dim, theme.accent, theme.good, theme.bad, theme.warn}) {
        CAPTURE(theme.dark);
        CAPTURE(surface);
        CAPTURE(text);
        CHECK(contrast(text, surface) >= 4.5);
      }
    }
  }
}

TEST_CASE("contrast is WCAG's: 21 for black on white, 1 for a colour on itself, 4.54 for #767676 on white") {
  CHECK(contrast(IM_COL32_BLACK, IM_COL32_WHITE) == doctest::Approx(21));
  CHECK(contrast(IM_COL32(9, 99, 199, 255), IM_COL32(9, 99, 199, 255)) == doctest::Approx(1));
  CHECK(contrast(IM_COL32(0x76, 0x76, 0x76, 255), IM_COL32_WHITE) == doctest::Approx(4.54).epsilon(0.002));
}

TEST_CASE("digits on a bar are readable on every bar colour") {
  for (const Theme& theme : {dark_theme(), light_theme()}) {
    for (int i = 0; i < memory_component_count; ++i) {
      const ImU32 bar = memory_color(theme, static_cast<MemoryComponent>(i));
      CHECK(contrast(readable_on(bar), bar) >= 4.5);
    }
    for (const ImU32 bar : {theme.forward, theme.backward, theme.backward_weight, theme.recompute, theme.tensor,
                            theme.pipeline, theme.data})
      CHECK(contrast(readable_on(bar), bar) >= 4.5);
    for (int i = 0; i < 64; ++i)
      CHECK(contrast(readable_on(ordinal_color(theme, i, 64)), ordinal_color(theme, i, 64)) >= 4.5);
  }
}

namespace {

/// CIE Lab, CIE 1976.
std::array<double, 3> lab(ImU32 color) {
  const auto linear = [&](int shift) {
    const double c = ((color >> shift) & 255u) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double r = linear(IM_COL32_R_SHIFT), g = linear(IM_COL32_G_SHIFT), b = linear(IM_COL32_B_SHIFT);
  const auto root = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const double y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const double z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(ImU32 a, ImU32 b) {
  const std::array<double, 3> p = lab(a), q = lab(b);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

}  // namespace

TEST_CASE("any two kinds of group have colours that can't be taken for one another, and each stands out") {
  for (const Theme& theme : {dark_theme(), light_theme()})
    for (std::size_t a = 0; a < group_kinds; ++a) {
      const ImU32 color = communication_color(theme, static_cast<GroupKind>(a));
      CAPTURE(theme.dark);
      CAPTURE(a);
      CHECK(contrast(color, theme.panel) >= 3);  // WCAG 2.1, 1.4.11, of graphics
      for (std::size_t b = 0; b < a; ++b) {
        CAPTURE(b);
        CHECK(distance(color, communication_color(theme, static_cast<GroupKind>(b))) >= 35);
      }
    }
}

TEST_CASE("the ramp starts blue, passes teal and ends orange") {
  const Theme theme = dark_theme();
  CHECK(ordinal_color(theme, 0, 15) == theme.weights);
  CHECK(ordinal_color(theme, 7, 15) == theme.gradients);
  CHECK(ordinal_color(theme, 14, 15) == theme.activations);
  CHECK(ordinal_color(theme, 0, 1) == theme.weights);
}

TEST_CASE("all lengths and type sizes follow the scale") {
  Theme theme = dark_theme();
  theme.fonts.line_per_em = 1.21f;
  const float body = theme.face(TextRole::body).size;
  theme.scale = 2;
  CHECK(theme.px(12) == doctest::Approx(24));
  CHECK(theme.face(TextRole::body).size == doctest::Approx(2 * body).epsilon(0.04));
  CHECK(theme.face(TextRole::figure).size == doctest::Approx(63));
  ImGuiStyle style;
  apply_theme(style, theme);
  CHECK(style.FontSizeBase + 2 * style.FramePadding.y == doctest::Approx(48).epsilon(0.025));
}

TEST_CASE("blend and alpha keep the other channels") {
  CHECK(blend(IM_COL32(0, 100, 200, 255), IM_COL32(100, 200, 0, 255), 0.5f) == IM_COL32(50, 150, 100, 255));
  CHECK(with_alpha(IM_COL32(1, 2, 3, 255), 0.2f) == IM_COL32(1, 2, 3, 51));
}
