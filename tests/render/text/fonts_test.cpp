#include "render/text/fonts.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("digits of each weight have one width, at every size") {
  ImFontAtlas atlas;
  const Fonts fonts = load_fonts(atlas, usual_font_folders());
  REQUIRE(fonts.note.empty());  // the tests' packages have Inter
  for (ImFont* font : {fonts.regular, fonts.medium, fonts.semibold}) {
    for (const float size : {15.0f, 16.0f, 31.0f, 63.0f}) {
      ImFontBaked* baked = font->GetFontBaked(size, 1.0f);
      for (const char digit : {'0', '1', '4', '7', '9'}) {
        CAPTURE(digit);
        CHECK(baked->GetCharAdvance(static_cast<ImWchar>(digit)) == doctest::Approx(baked->GetCharAdvance('8')));
      }
      CHECK(baked->GetCharAdvance('i') < baked->GetCharAdvance('m'));
    }
  }
  CHECK(fonts.line_per_em == doctest::Approx(1.24));
}

TEST_CASE("without any font file there is still a font, and a note that says what is missing") {
  ImFontAtlas atlas;
  const Fonts fonts = load_fonts(atlas, {});
  CHECK(fonts.regular != nullptr);
  CHECK(fonts.semibold != nullptr);
  CHECK(fonts.note.find("Inter") != std::string::npos);
}

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
