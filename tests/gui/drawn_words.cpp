#include "tests/gui/drawn_words.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace shardscope::tests {

namespace {

/// Where glyphs lie in the texture: corners of all that are loaded, of every font and size in use.
std::set<std::pair<float, float>> glyph_corners() {
  std::set<std::pair<float, float>> corners;
  ImStableVector<ImFontBaked, 32>& pool = ImGui::GetIO().Fonts->Builder->BakedPool;
  for (int i = 0; i < pool.Size; ++i)
    if (!pool[i].WantDestroy)
      for (const ImFontGlyph& glyph : pool[i].Glyphs)
        if (glyph.Visible) corners.emplace(glyph.U0, glyph.V0);
  return corners;
}

/// Whether the glyph goes on with the run: on its line, no further away than a space of the next word is.
bool goes_on(const DrawnRun& run, const Rect& glyph) {
  const float height = std::max(run.rect.height(), glyph.height());
  const bool on_line = glyph.min.y < run.rect.max.y + height * 0.3F && glyph.max.y > run.rect.min.y - height * 0.3F;
  const float gap = glyph.min.x - run.rect.max.x;
  return on_line && gap > -height * 0.3F && gap < height * 0.8F;
}

std::string words_of(const DrawnRun& run) {
  return std::to_string(run.glyphs) + " glyphs at " + std::to_string(std::lround(run.rect.min.x)) + ", " +
         std::to_string(std::lround(run.rect.min.y));
}

void add_runs(const ImDrawList& list, const std::set<std::pair<float, float>>& glyphs, std::vector<DrawnRun>& runs) {
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const Rect clip{{command.ClipRect.x, command.ClipRect.y}, {command.ClipRect.z, command.ClipRect.w}};
    bool open = false;
    for (unsigned at = 0; at + 6 <= command.ElemCount; at += 3) {
      const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset + at;
      const ImDrawVert *first = list.VtxBuffer.Data + command.VtxOffset + index[0],
                       *last = list.VtxBuffer.Data + command.VtxOffset + index[2];
      const bool quad = index[3] == index[0] && index[4] == index[2];
      if (!quad || !glyphs.contains({first->uv.x, first->uv.y})) {
        open = false;
        continue;
      }
      const Rect glyph{first->pos, last->pos};
      at += 3;
      if (!glyph.overlaps(clip)) continue;
      if (open && goes_on(runs.back(), glyph)) {
        Rect& rect = runs.back().rect;
        rect = {{std::min(rect.min.x, glyph.min.x), std::min(rect.min.y, glyph.min.y)},
                {std::max(rect.max.x, glyph.max.x), std::max(rect.max.y, glyph.max.y)}};
        ++runs.back().glyphs;
      } else {
        runs.push_back({glyph, clip, 1});
        open = true;
      }
    }
  }
}

}  // namespace

std::vector<DrawnRun> drawn_runs() {
  const std::set<std::pair<float, float>> glyphs = glyph_corners();
  std::vector<DrawnRun> runs;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) add_runs(*list, glyphs, runs);
  return runs;
}

std::vector<std::string> overlapping_words() {
  const std::vector<DrawnRun> runs = drawn_runs();
  std::vector<std::string> found;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (std::size_t k = i + 1; k < runs.size(); ++k) {
      const Rect &a = runs[i].rect, &b = runs[k].rect;
      const float wide = std::min(a.max.x, b.max.x) - std::max(a.min.x, b.min.x);
      const float high = std::min(a.max.y, b.max.y) - std::max(a.min.y, b.min.y);
      if (wide > 1.5F && high > 0.3F * std::min(a.height(), b.height()))
        found.push_back(words_of(runs[i]) + " on " + words_of(runs[k]));
    }
  return found;
}

std::vector<std::string> clipped_words() {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  std::vector<std::string> found;
  for (const DrawnRun& run : drawn_runs()) {
    const float left = std::max(0.0F, run.clip.min.x), right = std::min(window.x, run.clip.max.x);
    if (run.rect.min.x < left - 0.5F || run.rect.max.x > right + 0.5F) found.push_back(words_of(run));
  }
  return found;
}

}  // namespace shardscope::tests
