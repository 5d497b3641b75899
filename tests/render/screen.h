// A screen for tests that draw: an offscreen context with the program's fonts, and themes that use them.
#pragma once

#include <doctest/doctest.h>

#include <utility>

#include "render/picture/offscreen.h"
#include "render/text/theme.h"

namespace shardscope {

inline Offscreen make_screen() {
  Outcome<Offscreen> made = Offscreen::create();
  REQUIRE(succeeded(made));
  return std::move(std::get<Offscreen>(made));
}

inline Theme with_fonts(Theme theme, const Offscreen& screen, float scale = 1) {
  theme.fonts = screen.fonts();
  theme.scale = scale;
  return theme;
}

/// Runs `draw` with a draw list inside one frame of the screen.
template <class Draw>
void in_frame(Offscreen& screen, int width, int height, const Draw& draw) {
  screen.frame(width, height, IM_COL32_BLACK, [&draw] { draw(*ImGui::GetBackgroundDrawList()); });
}

/// The colour of the pixel that holds the point.
inline ImU32 pixel_at(const Image& image, float x, float y) {
  const auto pixel = image.at(static_cast<int>(x), static_cast<int>(y));
  return IM_COL32(pixel[0], pixel[1], pixel[2], 255);
}

}  // namespace shardscope
