#include "render/theme.h"

#include <doctest/doctest.h>

#include <array>

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
    for (int i = 0; i <= static_cast<int>(WorkKind::data); ++i) {
      const ImU32 bar = work_color(theme, static_cast<WorkKind>(i));
      CHECK(contrast(readable_on(bar), bar) >= 4.5);
    }
    for (int i = 0; i < 64; ++i)
      CHECK(contrast(readable_on(ordinal_color(theme, i, 64)), ordinal_color(theme, i, 64)) >= 4.5);
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
