#include "render/text/drawn_runs.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "render/text/axis_ink.h"

namespace shardscope {

namespace {

struct KnownGlyph {
  ImWchar character = 0;
  float size = 0, top = 0;      // of its font; of the ink below the line's top
  float left = 0, advance = 0;  // of the ink behind where the pen stood; how far the pen goes on
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
          known.emplace(std::pair(glyph.U0, glyph.V0), KnownGlyph{static_cast<ImWchar>(glyph.Codepoint), pool[i].Size,
                                                                  glyph.Y0, glyph.X0, glyph.AdvanceX});
  return known;
}

/// What words of any size that go on beside each other stand on.
float base_line(float line_top, float size) {
  return line_top + 0.8F * size;
}

/// Whether the glyph goes on with the run: on its line, no further away than a space of the next word is.
bool goes_on(const DrawnRun& run, const Rect& ink, const KnownGlyph& glyph) {
  const float height = std::max(run.rect.height(), ink.height());
  const float lower = base_line(ink.min.y - glyph.top, glyph.size) - base_line(run.line.min.y, run.size);
  const float gap = ink.min.x - run.rect.max.x;
  return std::abs(lower) < 0.25F * std::max(run.size, glyph.size) && gap > -height * 0.3F && gap < height * 0.8F;
}

std::string utf8(ImWchar character) {
  std::array<char, 5> bytes = {};
  ImTextCharToUtf8(bytes.data(), character);
  return bytes.data();
}

/// `pen`: where the last glyph left it; goes on. Ink alone doesn't say whether words end: a narrow digit's is far from
/// its neighbours', a letter's may reach into a space.
void add_glyph(std::vector<DrawnRun>& runs, bool goes_on_with_last, const Rect& ink, const Rect& clip,
               const KnownGlyph& glyph, float& pen) {
  if (!goes_on_with_last) {
    const float top = ink.min.y - glyph.top;
    runs.push_back({ink, {{ink.min.x, top}, {ink.max.x, top + glyph.size}}, clip, glyph.size, {}, {}});
  }
  DrawnRun& run = runs.back();
  constexpr float space = 0.1F;  // of the font's size, that the pen goes without a glyph
  const float began = ink.min.x - glyph.left;
  if (goes_on_with_last && began - pen > space * run.size) run.words += ' ';
  pen = began + glyph.advance;
  run.words += utf8(glyph.character);
  run.rect = {{std::min(run.rect.min.x, ink.min.x), std::min(run.rect.min.y, ink.min.y)},
              {std::max(run.rect.max.x, ink.max.x), std::max(run.rect.max.y, ink.max.y)}};
  run.line.max.x = run.rect.max.x;
}

void add_runs(const ImDrawList& list, const KnownGlyphs& known, std::vector<DrawnRun>& runs) {
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const Rect clip{{command.ClipRect.x, command.ClipRect.y}, {command.ClipRect.z, command.ClipRect.w}};
    bool open = false;
    float pen = 0;
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
      const bool axis = is_axis_ink(first->col);
      const bool same_words = open && goes_on(runs.back(), ink, glyph->second) && runs.back().of_axis == axis;
      add_glyph(runs, same_words, ink, clip, glyph->second, pen);
      runs.back().of_axis = axis;
      open = true;
    }
  }
}

/// A digit, or the point or comma between two.
bool is_of_number(const std::string& words, std::size_t at) {
  const auto digit = [&](std::size_t i) { return i < words.size() && words[i] >= '0' && words[i] <= '9'; };
  return digit(at) || ((words[at] == ',' || words[at] == '.') && at > 0 && digit(at - 1) && digit(at + 1));
}

}  // namespace

std::vector<DrawnRun> drawn_runs(std::span<const ImDrawList* const> lists) {
  const KnownGlyphs known = known_glyphs();
  std::vector<DrawnRun> runs;
  for (const ImDrawList* list : lists) add_runs(*list, known, runs);
  return runs;
}

std::string words_at(std::span<const DrawnRun> runs, ImVec2 point) {
  for (std::size_t i = runs.size(); i-- > 0;)
    if (runs[i].line.contains(point) && runs[i].clip.contains(point)) return runs[i].words;
  return {};
}

std::string number_at(std::span<const DrawnRun> runs, ImVec2 point) {
  const DrawnRun* run = nullptr;
  for (const DrawnRun& each : runs)
    if (each.line.contains(point) && each.clip.contains(point)) run = &each;
  if (run == nullptr) return {};
  const auto letters = [&](std::size_t end) {  // before that byte
    return static_cast<float>(std::count_if(run->words.begin(), run->words.begin() + static_cast<std::ptrdiff_t>(end),
                                            [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
  };
  const float at = (point.x - run->rect.min.x) / std::max(1.0F, run->rect.width()) * letters(run->words.size());
  std::string nearest;
  float least = 2.5F;  // letters beside it at most
  for (std::size_t begin = 0; begin < run->words.size();) {
    std::size_t end = begin;
    while (end < run->words.size() && is_of_number(run->words, end)) ++end;
    if (end == begin) {
      ++begin;
      continue;
    }
    const float off = std::max({0.0F, letters(begin) - at, at - letters(end)});
    if (off < least) least = off, nearest = run->words.substr(begin, end - begin);
    begin = end;
  }
  return nearest;
}

std::string table_within(std::span<const DrawnRun> runs, const Rect& rect) {
  std::vector<const DrawnRun*> seen;
  for (const DrawnRun& run : runs)
    if (rect.contains(run.line.center()) && run.clip.contains(run.rect.center())) seen.push_back(&run);
  const auto middle = [](const DrawnRun* run) { return run->line.center().y; };
  std::stable_sort(seen.begin(), seen.end(), [&](auto* a, auto* b) { return middle(a) < middle(b); });
  std::string table;
  for (auto begin = seen.begin(); begin != seen.end();) {
    const float lowest = middle(*begin) + (*begin)->line.height() / 2;
    const auto end = std::find_if(begin, seen.end(), [&](const DrawnRun* run) { return middle(run) > lowest; });
    std::sort(begin, end, [](auto* a, auto* b) { return a->rect.min.x < b->rect.min.x; });
    for (; begin != end; ++begin) table += (*begin)->words + (begin + 1 == end ? "\n" : "\t");
  }
  return table;
}

std::string words_within(std::span<const DrawnRun> runs, const Rect& rect) {
  std::string words;
  for (const DrawnRun& run : runs) {
    const ImVec2 middle = run.rect.center();
    if (rect.contains(middle) && run.clip.contains(middle)) words += (words.empty() ? "" : " ") + run.words;
  }
  return words;
}

}  // namespace shardscope
