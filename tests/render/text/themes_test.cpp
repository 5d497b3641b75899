#include "render/text/themes.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("words of the theme of most contrast reach 7 to 1 on every ground, and its bars 4.5 to 1 on theirs") {
  const Theme theme = theme_of(ThemeName::high_contrast);
  for (const ImU32 ground : {theme.bg, theme.panel, theme.raised})
    for (const ImU32 words : {theme.text, theme.dim, theme.accent, theme.good, theme.bad, theme.warn}) {
      CAPTURE(words);
      CHECK(contrast(words, ground) >= 7);
    }
  for (const ImU32 bar : {theme.weights, theme.gradients, theme.optimizer, theme.activations, theme.buffers,
                          theme.forward, theme.recompute, theme.backward, theme.backward_weight, theme.ends,
                          theme.update, theme.tensor, theme.context, theme.expert, theme.pipeline, theme.data}) {
    CAPTURE(bar);
    CHECK(contrast(bar, theme.panel) >= 4.5);
  }
}

TEST_CASE("paper stays white under every surface, and words on it are apart from each other in grey") {
  const Theme theme = theme_of(ThemeName::print);
  CHECK_FALSE(theme.dark);
  CHECK(theme.bg == IM_COL32_WHITE);
  CHECK(theme.panel == IM_COL32_WHITE);
  CHECK(contrast(theme.text, theme.panel) == doctest::Approx(21));
  CHECK(contrast(theme.dim, theme.panel) >= 7);
  CHECK(contrast(theme.hatch, theme.panel) >= 1.5);  // idle time is seen
}

TEST_CASE("a theme is found by its name alone") {
  CHECK(value_named<ThemeName>("high-contrast") == ThemeName::high_contrast);
  CHECK_FALSE(value_named<ThemeName>("High contrast").has_value());
}
