// The typeface of program text, all of whose signs have one width, beside the program's own (fonts.h).
#pragma once

#include "render/text/fonts.h"

namespace shardscope {

/// What fonts.cpp calls it in the atlas.
inline constexpr const char* mono_font_name = "program text";

/// DejaVu Sans Mono where it is installed; else nullptr.
[[nodiscard]] ImFont* mono_font(const Fonts& fonts);

}  // namespace shardscope
