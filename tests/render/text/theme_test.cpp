#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "render/text/themes.h"

using namespace shardscope;

namespace {

std::vector<Theme> all_themes() {
  std::vector<Theme> themes;
  for (std::size_t i = 0; i < count_of<ThemeName>; ++i) themes.push_back(theme_of(static_cast<ThemeName>(i)));
  return themes;
}

}  // namespace

TEST_CASE("every text colour reads on every surface at 4.5 to 1 or more") {
  for (const Theme& theme : all_themes()) {
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
  for (const Theme& theme : all_themes()) {
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

using Linear = std::array<double, 3>;  // red, green, blue, as light

Linear linear_of(ImU32 color) {
  const auto linear = [&](int shift) {
    const double c = ((color >> shift) & 255u) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return {linear(IM_COL32_R_SHIFT), linear(IM_COL32_G_SHIFT), linear(IM_COL32_B_SHIFT)};
}

/// CIE Lab, CIE 1976.
std::array<double, 3> lab(ImU32 color) {
  const auto [r, g, b] = linear_of(color);
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

enum class Sight { all_cones, no_long, no_middle, no_short };

/// Machado, Oliveira, Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
/// severity 1.0 of protanomaly, deuteranomaly and tritanomaly, on linear light.
Linear seen(const Linear& light, Sight sight) {
  constexpr std::array<std::array<double, 9>, 4> matrices = {
      {{1, 0, 0, 0, 1, 0, 0, 0, 1},
       {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
       {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
       {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}}};
  const std::array<double, 9>& m = matrices[static_cast<std::size_t>(sight)];
  Linear out{};
  for (std::size_t i = 0; i < 3; ++i)
    out[i] = std::clamp(m[3 * i] * light[0] + m[3 * i + 1] * light[1] + m[3 * i + 2] * light[2], 0.0, 1.0);
  return out;
}

/// Ottosson 2020, Oklab, where equal steps look equal; 100 from black to white.
std::array<double, 3> oklab(const Linear& c) {
  const double l = std::cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]);
  const double m = std::cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]);
  const double s = std::cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
  return {100 * (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s),
          100 * (1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s),
          100 * (0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)};
}

double apart(ImU32 a, ImU32 b, Sight sight) {
  const auto p = oklab(seen(linear_of(a), sight)), q = oklab(seen(linear_of(b), sight));
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

std::vector<ImU32> memory_colors(const Theme& theme) {
  return {theme.weights, theme.gradients, theme.optimizer, theme.activations, theme.buffers};
}
std::vector<ImU32> pass_colors(const Theme& theme) {
  return {theme.forward, theme.recompute, theme.backward, theme.backward_weight};
}
std::vector<ImU32> other_time_colors(const Theme& theme) {
  return {theme.ends, theme.update, theme.tensor, theme.context, theme.expert, theme.pipeline, theme.data};
}

}  // namespace

TEST_CASE("parts of memory, and passes, are told apart by everyone, and stand out from their ground") {
  for (const Theme& theme : all_themes())
    for (const std::vector<ImU32>& family : {memory_colors(theme), pass_colors(theme)})
      for (std::size_t a = 0; a < family.size(); ++a) {
        CAPTURE(theme.dark);
        CAPTURE(a);
        CHECK(contrast(family[a], theme.panel) >= 3);  // WCAG 2.1, 1.4.11, of graphics
        for (std::size_t b = 0; b < a; ++b) {
          CAPTURE(b);
          CHECK(apart(family[a], family[b], Sight::all_cones) >= 12);
          for (const Sight sight : {Sight::no_long, Sight::no_middle, Sight::no_short})
            CHECK(apart(family[a], family[b], sight) >= 5);
        }
      }
}

TEST_CASE(
    "all that fills time, which stands in one chart, is told apart by everyone: passes, traffic, ends and update") {
  for (const Theme& theme : all_themes()) {
    std::vector<ImU32> time = pass_colors(theme);
    for (const ImU32 color : other_time_colors(theme)) time.push_back(color);
    for (std::size_t a = 0; a < time.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        CAPTURE(theme.dark);
        CAPTURE(a);
        CAPTURE(b);
        CHECK(apart(time[a], time[b], Sight::all_cones) >= 7);
        for (const Sight sight : {Sight::no_long, Sight::no_middle, Sight::no_short})
          CHECK(apart(time[a], time[b], sight) >= 5);
      }
  }
}

TEST_CASE("no part of memory has a colour of time") {
  for (const Theme& theme : all_themes())
    for (const ImU32 memory : memory_colors(theme)) {
      for (const ImU32 pass : pass_colors(theme)) CHECK(apart(memory, pass, Sight::all_cones) >= 9);
      for (const ImU32 time : other_time_colors(theme)) CHECK(apart(memory, time, Sight::all_cones) >= 7);
    }
}

TEST_CASE("any two kinds of group have colours that can't be taken for one another, and each stands out") {
  for (const Theme& theme : all_themes())
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
  CHECK(ordinal_color(theme, 0, 15) == IM_COL32(0x4E, 0x8F, 0xE8, 255));
  CHECK(ordinal_color(theme, 7, 15) == IM_COL32(0x35, 0xB5, 0xC4, 255));
  CHECK(ordinal_color(theme, 14, 15) == IM_COL32(0xF0, 0xA2, 0x3C, 255));
  CHECK(ordinal_color(theme, 0, 1) == ordinal_color(theme, 0, 15));
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

TEST_CASE("where a window can't hold what is laid out for, all is drawn smaller, but not below 100%") {
  CHECK(scale_within({3440, 1440}, 2) == 2);
  CHECK(scale_within({1760, 1080}, 1) == 1);
  CHECK(scale_within({1024, 640}, 2) == 1);
  CHECK(scale_within({1280, 1000}, 2) == doctest::Approx(1.25));  // by its width
  CHECK(scale_within({3440, 800}, 2) == doctest::Approx(1.25));   // by its height
  CHECK(scale_within({800, 500}, 1.5f) == 1);
  CHECK(scale_within({400, 300}, 0.7f) == doctest::Approx(0.7));
}

TEST_CASE("shares without a family are shades, each paler than the one before") {
  for (const Theme& theme : all_themes())
    for (int i = 0; i < 4; ++i)
      CHECK(contrast(share_color(theme, i, 5), theme.panel) >
            1.15 * contrast(share_color(theme, i + 1, 5), theme.panel));
}

TEST_CASE("each theme's colours have a number of their own, whatever its scale") {
  std::set<std::uint64_t> numbers;
  for (std::size_t i = 0; i < count_of<ThemeName>; ++i) numbers.insert(colors_of(theme_of(static_cast<ThemeName>(i))));
  CHECK(numbers.size() == count_of<ThemeName>);
  Theme theme = dark_theme();
  theme.scale = 2;
  CHECK(colors_of(theme) == colors_of(dark_theme()));
  theme.bad ^= 1U;
  CHECK(colors_of(theme) != colors_of(dark_theme()));
}

TEST_CASE("a window that is narrow at its scale has the narrow panel") {
  Theme theme = theme_of(ThemeName::dark);
  theme.scale = 2;
  CHECK(theme.is_compact(2999));
  CHECK(theme.panel_width(2999) == 560);
  CHECK_FALSE(theme.is_compact(3000));
  CHECK(theme.panel_width(3000) == 656);
}
