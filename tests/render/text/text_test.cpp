#include "render/text/text.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

bool whole_characters(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0U) != 0x80U) return false;
    i += length;
  }
  return true;
}

}  // namespace

TEST_CASE("text cut to a width fits it, ends in an ellipsis and never in half a character") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const std::string_view text = "größer − 41 µs × 8 → 93.3 MB";
  in_frame(screen, 64, 64, [&](ImDrawList&) {
    const float full = text_width(theme, TextRole::secondary, text);
    CHECK(fitted(theme, TextRole::secondary, text, full) == text);
    for (float width = 16; width < full; width += 3) {
      CAPTURE(width);
      const std::string cut = fitted(theme, TextRole::secondary, text, width);
      CHECK(text_width(theme, TextRole::secondary, cut) <= width);
      CHECK(cut.ends_with("…"));
      CHECK(whole_characters(cut));
      CHECK(text.starts_with(std::string_view(cut).substr(0, cut.size() - 3)));
    }
  });
}

TEST_CASE("text is measured in proportion to the scale and wraps at a width") {
  Offscreen screen = make_screen();
  const Theme one = with_fonts(dark_theme(), screen), two = with_fonts(dark_theme(), screen, 2);
  in_frame(screen, 64, 64, [&](ImDrawList&) {
    const std::string_view text = "Gradients, exposed";
    const float width = text_width(one, TextRole::body, text);
    CHECK(text_width(two, TextRole::body, text) == doctest::Approx(2 * width).epsilon(0.04));
    CHECK(wrapped_height(one, TextRole::body, text, width + 1) == doctest::Approx(text_height(one, TextRole::body)));
    CHECK(wrapped_height(one, TextRole::body, text, width * 0.7f) ==
          doctest::Approx(2 * text_height(one, TextRole::body)));
  });
}

TEST_CASE("lines break at spaces, never within a number, and words too long at their joints") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  in_frame(screen, 64, 64, [&](ImDrawList& draw) {
    const float line = text_height(theme, TextRole::body);
    const float number = text_width(theme, TextRole::body, "5.25");
    CHECK(wrapped_height(theme, TextRole::body, "5.25 5.25", number + 1) == doctest::Approx(2 * line));
    const float shares = text_width(theme, TextRole::body, "lost 5.25");
    CHECK(wrapped_height(theme, TextRole::body, "lost 5.25 %", shares + 1) == doctest::Approx(2 * line));
    draw_wrapped(draw, theme, TextRole::body, {0, 0}, theme.text, "lost 5.25 %", shares + 1);
    CHECK(draw.VtxBuffer.back().pos.x >
          text_width(theme, TextRole::body, "5.25"));  // the sign stands behind its number
    CHECK(wrapped_height(theme, TextRole::body, "5.25 GB", number + 1) ==
          doctest::Approx(2 * line));  // no room for both
    CHECK(wrapped_height(theme, TextRole::body, "5.25", number / 2) == doctest::Approx(line));
    CHECK(wrapped_height(theme, TextRole::body, "a\n\nb", 100) == doctest::Approx(3 * line));
    CHECK(wrapped_height(theme, TextRole::body, "", 100) == 0);
    CHECK(draw_wrapped(draw, theme, TextRole::body, {0, 0}, theme.text, "a b", 1) == doctest::Approx(2 * line));
    const std::string_view flag = "--microbatch-group-size-per-virtual-pipeline-stage";
    for (const std::string_view end : {"--microbatch-group-", "--microbatch-group-size-per-virtual-"}) {
      CAPTURE(end);
      const float room = text_width(theme, TextRole::body, end) + 3;
      const int before = draw.VtxBuffer.Size;
      const float height = draw_wrapped(draw, theme, TextRole::body, {0, 0}, theme.text, flag, room);
      CHECK(height > 1.5F * line);
      for (int i = before; i < draw.VtxBuffer.Size; ++i) CHECK(draw.VtxBuffer[i].pos.x <= room + 1);
      const float rest = text_width(theme, TextRole::body, flag.substr(end.size()));
      if (rest <= room) CHECK(height == doctest::Approx(2 * line));  // it goes on behind a hyphen
    }
  });
}

TEST_CASE("of several wordings the first that fits is taken, the last by its clauses or else cut") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  in_frame(screen, 64, 64, [&](ImDrawList&) {
    const std::array<std::string, 2> texts = {"59.6 M tokens per step", "59.6 M tokens"};
    const auto width = [&](const std::string& text) { return text_width(theme, TextRole::body, text); };
    CHECK(first_fitting(theme, TextRole::body, texts, width(texts[0])) == texts[0]);
    CHECK(first_fitting(theme, TextRole::body, texts, width(texts[0]) - 1) == texts[1]);
    CHECK(first_fitting(theme, TextRole::body, texts, width(texts[1]) - 1).ends_with("…"));
    const std::array<std::string, 2> or_nothing = {"59.6 M tokens", ""};
    CHECK(first_fitting(theme, TextRole::body, or_nothing, width(or_nothing[0]) - 1).empty());
    const std::array<std::string, 1> clauses = {"one micro-batch, 29.4 MB kept; 915 MB made again"};
    CHECK(first_fitting(theme, TextRole::body, clauses, width(clauses[0]) - 1) == "one micro-batch, 29.4 MB kept");
    CHECK(first_fitting(theme, TextRole::body, clauses, width("one micro-batch")) == "one micro-batch");
    CHECK(first_fitting(theme, TextRole::body, {}, 100).empty());
  });
}

TEST_CASE("clauses end outside of brackets and numbers, and none is cut") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  in_frame(screen, 64, 64, [&](ImDrawList&) {
    const std::string text = "140 d (124 to 163 days, likely): 25,000 GPUs, 8 a node";
    const auto within = [&](const std::string& part) {
      return whole_clauses(theme, TextRole::body, text, text_width(theme, TextRole::body, part));
    };
    CHECK(within(text) == text);
    CHECK(within("140 d (124 to 163 days, likely): 25,000 GPUs") == "140 d (124 to 163 days, likely): 25,000 GPUs");
    CHECK(within("140 d (124 to 163 days, likely): 25,000 G") == "140 d (124 to 163 days, likely)");
    CHECK(within("140 d (124 to 163 days,").empty());
    CHECK(whole_clauses(theme, TextRole::body, "", 10).empty());
  });
}

TEST_CASE("what has no room in any wording is set smaller before it is cut, and an empty wording is nothing") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  in_frame(screen, 64, 64, [&](ImDrawList& draw) {
    const std::array<std::string, 2> texts = {"Interleaved 1F1B", "Interleaved"};
    const float whole = text_width(theme, TextRole::secondary, texts[0]),
                shorter = text_width(theme, TextRole::secondary, texts[1]);
    CHECK(fitted_or_smaller(theme, TextRole::secondary, texts, whole).words == texts[0]);
    for (float width = shorter; width > 0.82F * shorter; width -= 1) {
      const FittedText text = fitted_or_smaller(theme, TextRole::secondary, texts, width);
      CHECK(text.words == texts[1]);
      CHECK(fitted_width(theme, TextRole::secondary, text) <= width);
    }
    CHECK(fitted_or_smaller(theme, TextRole::secondary, texts, 0.6F * shorter).words.ends_with("…"));
    const std::array<std::string, 2> clauses = {"a first clause, and a second", "one clause, and another"};
    const float one = text_width(theme, TextRole::secondary, "one clause");
    CHECK(fitted_or_smaller(theme, TextRole::secondary, clauses, one + 2).words == "one clause");
    const std::array<std::string, 2> or_nothing = {"Interleaved", ""};
    CHECK(fitted_or_smaller(theme, TextRole::secondary, or_nothing, -5).words.empty());
    CHECK(first_fitting(theme, TextRole::secondary, or_nothing, -5).empty());
    CHECK(fitted(theme, TextRole::secondary, "", -5).empty());
    CHECK(draw_fitted(draw, theme, TextRole::secondary, {0, 0}, theme.text, 0.9F * shorter, texts[1], 1) <= shorter);
  });
}
