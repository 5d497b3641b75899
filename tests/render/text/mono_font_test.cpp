#include "render/text/mono_font.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("program text has signs of one width") {
  ImFontAtlas atlas;
  const Fonts fonts = load_fonts(atlas, usual_font_folders());
  ImFont* font = mono_font(fonts);
  REQUIRE(font != nullptr);  // the tests' packages have DejaVu Sans Mono
  CHECK(font != fonts.regular);
  ImFontBaked* baked = font->GetFontBaked(16.0F, 1.0F);
  for (const char sign : {'i', 'm', '-', '\\', '8'})
    CHECK(baked->GetCharAdvance(static_cast<ImWchar>(sign)) ==
          doctest::Approx(baked->GetCharAdvance('x')).epsilon(0.002));
}

TEST_CASE("without the font there is none, and text takes the program's own") {
  ImFontAtlas atlas;
  CHECK(mono_font(load_fonts(atlas, {})) == nullptr);
  CHECK(mono_font({}) == nullptr);
}
