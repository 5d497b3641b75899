// The themes to choose from: what settings keep, the command line takes and the window lists. Another one is a line
// here and its colours in themes.cpp.
#pragma once

#include "core/base/choice.h"
#include "render/text/theme.h"

namespace shardscope {

// clang-format off
#define SHARDSCOPE_THEME(choice) \
  choice(dark, "dark", "Dark", "For a screen, and a projector in a dark room.") \
  choice(light, "light", "Light", "For daylight.") \
  choice(high_contrast, "high-contrast", "High contrast", "White and bright on black; words at 7 to 1 or more.") \
  choice(print, "print", "Print", "Black on white, for paper.")
// clang-format on
SHARDSCOPE_CHOICES(ThemeName, SHARDSCOPE_THEME)

/// Its colours, at scale 1 and without fonts.
[[nodiscard]] Theme theme_of(ThemeName theme);

}  // namespace shardscope
