#include "render/picture/frame_svg.h"

#include <doctest/doctest.h>

#include <functional>
#include <utility>

#include "render/picture/offscreen.h"
#include "render/text/text.h"
#include "render/text/theme.h"

using namespace shardscope;

namespace {

/// What `draw` puts on an empty frame of 200 x 100, as SVG.
std::string svg_of(const std::function<void(ImDrawList&, const Theme&)>& draw) {
  Outcome<Offscreen> made = Offscreen::create();
  REQUIRE(succeeded(made));
  Offscreen& offscreen = std::get<0>(made);
  Theme theme = dark_theme();
  theme.fonts = offscreen.fonts();
  offscreen.activate();
  ImGuiStyle& style = ImGui::GetStyle();
  apply_theme(style, theme);
  style.AntiAliasedLines = style.AntiAliasedLinesUseTex = style.AntiAliasedFill = false;
  (void)offscreen.picture(200, 100, theme.panel, [&] { draw(*ImGui::GetForegroundDrawList(), theme); });
  return frame_svg(*ImGui::GetDrawData(), theme.fonts, theme.panel);
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("words are words, at their place, weight and colour, and what XML means otherwise is escaped") {
  const std::string svg = svg_of([](ImDrawList& draw, const Theme& theme) {
    draw_text(draw, theme, TextRole::body, {10, 20}, IM_COL32(255, 0, 0, 255), "Tensor 8 → 4 & <more>");
    draw_text(draw, theme, TextRole::title, {10, 50}, IM_COL32(0, 255, 0, 128), "Two  words");
  });
  CAPTURE(svg);
  CHECK(has(svg, ">Tensor 8 → 4 &amp; &lt;more&gt;</text>"));
  CHECK(has(svg, "<text x=\"10\""));
  CHECK(has(svg, "fill=\"#FF0000\">Tensor"));
  CHECK(has(svg, "font-weight=\"600\""));
  CHECK(has(svg, "fill=\"#00FF00\" fill-opacity=\"0.5\">Two  words</text>"));
}

TEST_CASE("words beside each other in one line but far apart are two texts") {
  const std::string svg = svg_of([](ImDrawList& draw, const Theme& theme) {
    draw_text(draw, theme, TextRole::body, {10, 20}, theme.text, "left");
    draw_text(draw, theme, TextRole::body, {150, 20}, theme.text, "right");
  });
  CHECK(has(svg, ">left</text>"));
  CHECK(has(svg, ">right</text>"));
}

TEST_CASE("a rectangle is a path of four corners, and two of one colour are one path") {
  const std::string svg = svg_of([](ImDrawList& draw, const Theme&) {
    draw.AddRectFilled({10, 20}, {30, 60}, IM_COL32(1, 2, 3, 255));
    draw.AddRectFilled({40, 20}, {50, 60}, IM_COL32(1, 2, 3, 255));
  });
  CAPTURE(svg);
  CHECK(has(svg, "<path fill=\"#010203\" d=\"M10 20H30V60H10ZM40 20H50V60H40Z\"/>"));
}

TEST_CASE("what is clipped on the screen is clipped in the picture") {
  const std::string svg = svg_of([](ImDrawList& draw, const Theme&) {
    draw.PushClipRect({10, 10}, {50, 50});
    draw.AddCircleFilled({50, 50}, 30, IM_COL32(9, 9, 9, 255));
    draw.PopClipRect();
  });
  CHECK(has(svg, "<rect x=\"10\" y=\"10\" width=\"40\" height=\"40\"/></clipPath>"));
  CHECK(has(svg, "<g clip-path=\"url(#c0)\">"));
}
