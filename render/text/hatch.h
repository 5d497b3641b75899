// Hatching of idle time as quads of one tile in the fonts' atlas: a large area costs a few quads and the pixels that it
// covers, where lines cost a thin triangle each. Needs no texture of its own, so nothing else has to be drawn apart.
#pragma once

#include <imgui.h>

#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// From line to line of the tile, along a row, at scale 1.
inline constexpr float hatch_spacing = 7;

/// Draws the tile into the atlas; its id there, -1 where it has no room.
[[nodiscard]] int add_hatch_tile(ImFontAtlas& atlas);

/// Rising diagonal lines clipped to the rectangle, at places fixed on the screen, so that neighbours join. At most
/// some 400 lines whatever the size: beyond that they stand further apart. Nothing where the rectangle is empty.
void draw_hatch(ImDrawList& draw, const Rect& area, ImU32 color, float spacing, float thickness);

/// Rising lines at places fixed on the screen, so that neighbours join. Lines of their own where the theme's
/// fonts have no tile. Nothing where the rectangle is empty.
void draw_hatch_tiled(ImDrawList& draw, const Theme& theme, const Rect& area, ImU32 color);

}  // namespace shardscope
