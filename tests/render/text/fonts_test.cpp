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
