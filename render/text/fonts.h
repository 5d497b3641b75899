// The program's typeface as Dear ImGui fonts: Inter where it is installed, with digits of one width.
// Dear ImGui applies no OpenType features, so 0 to 9 come from the same file a second time, each widened to the widest.
#pragma once

#include <imgui.h>

#include <filesystem>
#include <string>
#include <vector>

namespace shardscope {

/// Pointers live as long as the atlas that they were loaded into.
struct Fonts {
  ImFont* regular = nullptr;
  ImFont* medium = nullptr;
  ImFont* semibold = nullptr;
  ImFontAtlas* atlas = nullptr;
  int hatch = -1;            // a tile of hatching in the same atlas (render/text/hatch.h); -1: there is none
  float line_per_em = 1.0f;  // a font's line height over its type size; Dear ImGui's sizes are line heights
  std::string note;          // why it isn't Inter, in words; empty when it is
};

/// Folders that usually hold fonts, in the order in which they are looked through.
std::vector<std::filesystem::path> usual_font_folders();

/// Loads Inter from the first folder that has it, else DejaVu Sans, else Dear ImGui's own font. Never fails; `note`
/// says what is missing. Glyphs are made when first drawn, at the size drawn, so text is sharp at every scale.
Fonts load_fonts(ImFontAtlas& atlas, const std::vector<std::filesystem::path>& folders);

/// What fonts.cpp calls it in the atlas.
inline constexpr const char* mono_font_name = "program text";

/// DejaVu Sans Mono where it is installed; else nullptr.
[[nodiscard]] ImFont* mono_font(const Fonts& fonts);

}  // namespace shardscope
