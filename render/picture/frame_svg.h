// A frame that Dear ImGui laid out, as a vector picture: true text, and shapes as paths of one colour each.
// Text is found again in the glyphs of the fonts' atlas, so that whatever drew a word, it is a word. Edges are sharp
// where the frame was drawn without Dear ImGui's own smoothing (its style's AntiAliased flags): viewers smooth them.
#pragma once

#include <imgui.h>

#include <string>

#include "render/text/fonts.h"

namespace shardscope {

/// The whole SVG document. Hatching has to be lines of its own (Fonts::hatch -1): a tile's texels are no shapes.
[[nodiscard]] std::string frame_svg(const ImDrawData& frame, const Fonts& fonts, ImU32 background);

}  // namespace shardscope
