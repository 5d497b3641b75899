#include "tests/gui/drawn_words.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace shardscope::tests {

namespace {

struct KnownGlyph {
  ImWchar character = 0;
  float size = 0, top = 0;  // of its font; of the ink below the line's top
};

using KnownGlyphs = std::map<std::pair<float, float>, KnownGlyph>;

/// What lies at each corner of the texture: the glyphs that are loaded, of every font and size in use.
KnownGlyphs known_glyphs() {
  KnownGlyphs known;
  ImStableVector<ImFontBaked, 32>& pool = ImGui::GetIO().Fonts->Builder->BakedPool;
  for (int i = 0; i < pool.Size; ++i)
    if (!pool[i].WantDestroy)
      for (const ImFontGlyph& glyph : pool[i].Glyphs)
        if (glyph.Visible)
          known.emplace(std::pair(glyph.U0, glyph.V0),
                        KnownGlyph{static_cast<ImWchar>(glyph.Codepoint), pool[i].Size, glyph.Y0});
  return known;
}

/// Whether the glyph goes on with the run: on its line, no further away than a space of the next word is.
bool goes_on(const DrawnRun& run, const Rect& glyph) {
  const float height = std::max(run.rect.height(), glyph.height());
  const bool on_line = glyph.min.y < run.rect.max.y + height * 0.3F && glyph.max.y > run.rect.min.y - height * 0.3F;
  const float gap = glyph.min.x - run.rect.max.x;
  return on_line && gap > -height * 0.3F && gap < height * 0.8F;
}

std::string utf8(ImWchar character) {
  std::array<char, 5> bytes = {};
  ImTextCharToUtf8(bytes.data(), character);
  return bytes.data();
}

std::string described(const DrawnRun& run) {
  return "“" + run.words + "” at " + std::to_string(std::lround(run.rect.min.x)) + ", " +
         std::to_string(std::lround(run.rect.min.y));
}

void add_glyph(std::vector<DrawnRun>& runs, bool goes_on_with_last, const Rect& ink, const Rect& clip,
               const KnownGlyph& glyph) {
  if (!goes_on_with_last) {
    const float top = ink.min.y - glyph.top;
    runs.push_back({ink, {{ink.min.x, top}, {ink.max.x, top + glyph.size}}, clip, glyph.size, {}});
  }
  DrawnRun& run = runs.back();
  constexpr float space = 0.2F;  // of the font's size, from letter to letter
  if (ink.min.x - run.rect.max.x > space * run.size) run.words += ' ';
  run.words += utf8(glyph.character);
  run.rect = {{std::min(run.rect.min.x, ink.min.x), std::min(run.rect.min.y, ink.min.y)},
              {std::max(run.rect.max.x, ink.max.x), std::max(run.rect.max.y, ink.max.y)}};
  run.line.max.x = run.rect.max.x;
}

void add_runs(const ImDrawList& list, const KnownGlyphs& known, std::vector<DrawnRun>& runs) {
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const Rect clip{{command.ClipRect.x, command.ClipRect.y}, {command.ClipRect.z, command.ClipRect.w}};
    bool open = false;
    for (unsigned at = 0; at + 6 <= command.ElemCount; at += 3) {
      const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset + at;
      const ImDrawVert *first = list.VtxBuffer.Data + command.VtxOffset + index[0],
                       *last = list.VtxBuffer.Data + command.VtxOffset + index[2];
      const bool quad = index[3] == index[0] && index[4] == index[2];
      const auto glyph = quad ? known.find({first->uv.x, first->uv.y}) : known.end();
      if (glyph == known.end()) {
        open = false;
        continue;
      }
      const Rect ink{first->pos, last->pos};
      at += 3;
      if (!ink.overlaps(clip)) continue;
      add_glyph(runs, open && goes_on(runs.back(), ink), ink, clip, glyph->second);
      open = true;
    }
  }
}

/// Whether a window that scrolls along this axis ends here: what is clipped there goes on behind.
bool scrolls_at(float border, float ImVec2::*axis) {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!window->WasActive || !(window->ScrollMax.*axis > 0)) continue;
    if (std::abs(window->InnerClipRect.Min.*axis - border) < 1.5F ||
        std::abs(window->InnerClipRect.Max.*axis - border) < 1.5F)
      return true;
  }
  return false;
}

bool is_clipped(const DrawnRun& run, ImVec2 window) {
  const float left = std::max(0.0F, run.clip.min.x), right = std::min(window.x, run.clip.max.x);
  const float top = std::max(0.0F, run.clip.min.y), bottom = std::min(window.y, run.clip.max.y);
  return (run.rect.min.x < left - 0.5F && !scrolls_at(left, &ImVec2::x)) ||
         (run.rect.max.x > right + 0.5F && !scrolls_at(right, &ImVec2::x)) ||
         (run.rect.min.y < top - 0.5F && !scrolls_at(top, &ImVec2::y)) ||
         (run.rect.max.y > bottom + 0.5F && !scrolls_at(bottom, &ImVec2::y));
}

template <class Is>
std::vector<std::string> described_where(const Is& is) {
  std::vector<std::string> found;
  for (const DrawnRun& run : drawn_runs())
    if (is(run)) found.push_back(described(run));
  return found;
}

}  // namespace

std::vector<DrawnRun> drawn_runs() {
  const KnownGlyphs known = known_glyphs();
  std::vector<DrawnRun> runs;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) add_runs(*list, known, runs);
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
        found.push_back(described(runs[i]) + " on " + described(runs[k]));
    }
  return found;
}

std::vector<std::string> clipped_words() {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  return described_where([&](const DrawnRun& run) { return is_clipped(run, window); });
}

std::vector<std::string> cut_words() {
  return described_where([](const DrawnRun& run) { return run.words.ends_with("…"); });
}

std::vector<std::string> words_across(std::span<const Rect> cards) {
  return described_where([&](const DrawnRun& run) {
    return std::any_of(cards.begin(), cards.end(), [&](const Rect& card) {
      // Ink that is clipped isn't there.
      const Rect seen{{std::max(run.rect.min.x, run.clip.min.x), std::max(run.rect.min.y, run.clip.min.y)},
                      {std::min(run.rect.max.x, run.clip.max.x), std::min(run.rect.max.y, run.clip.max.y)}};
      const bool within =
          seen.min.x >= card.min.x && seen.max.x <= card.max.x && seen.min.y >= card.min.y && seen.max.y <= card.max.y;
      return seen.overlaps(card) && !within;
    });
  });
}

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "; ";
  return all;
}

}  // namespace shardscope::tests
