#include "tests/gui/cut_words.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <vector>

namespace shardscope::tests {

namespace {

/// The corner of the ellipsis in the texture, of every font and size in use.
std::vector<ImVec2> ellipsis_corners() {
  std::vector<ImVec2> corners;
  ImStableVector<ImFontBaked, 32>& pool = ImGui::GetIO().Fonts->Builder->BakedPool;
  for (int i = 0; i < pool.Size; ++i) {
    if (pool[i].WantDestroy || !pool[i].IsGlyphLoaded(0x2026)) continue;
    if (const ImFontGlyph* glyph = pool[i].FindGlyphNoFallback(0x2026)) corners.emplace_back(glyph->U0, glyph->V0);
  }
  return corners;
}

}  // namespace

int ellipses_drawn() {
  const std::vector<ImVec2> corners = ellipsis_corners();
  int found = 0;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
    for (const ImDrawVert& vertex : list->VtxBuffer)
      for (const ImVec2& corner : corners) found += vertex.uv.x == corner.x && vertex.uv.y == corner.y ? 1 : 0;
  return found;
}

}  // namespace shardscope::tests
