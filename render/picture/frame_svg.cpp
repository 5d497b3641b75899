#include "render/picture/frame_svg.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "render/picture/svg_parts.h"
#include "render/text/fonts.h"

namespace shardscope {

namespace {

/// A glyph by its corner in the atlas.
struct Glyph {
  const ImFontBaked* baked = nullptr;
  const ImFontGlyph* glyph = nullptr;
};
using GlyphTable = std::map<std::pair<float, float>, Glyph>;

GlyphTable glyphs_of(const ImFontAtlas& atlas) {
  GlyphTable table;
  if (atlas.Builder == nullptr) return table;
  for (int i = 0; i < atlas.Builder->BakedPool.Size; ++i) {
    const ImFontBaked& baked = atlas.Builder->BakedPool[i];
    for (const ImFontGlyph& glyph : baked.Glyphs)
      if (glyph.Visible != 0) table[{glyph.U0, glyph.V0}] = {&baked, &glyph};
  }
  return table;
}

/// The font that a size of it belongs to; the member's name changed within Dear ImGui 1.92.
template <class Baked>
const ImFont* font_of(const Baked& baked) {
  if constexpr (requires { baked.OwnerFont; })
    return baked.OwnerFont;
  else
    return baked.ContainerFont;
}

std::string paint_of(ImU32 color) {
  std::string paint = "fill=\"" + svg_color(color) + "\"";
  if (const unsigned alpha = color >> 24; alpha < 255)
    paint += " fill-opacity=\"" + svg_number(static_cast<float>(alpha) / 255) + "\"";
  return paint;
}

/// Letters of one line, font and colour, in the making.
struct Word {
  const ImFontBaked* baked = nullptr;
  ImU32 color = 0;
  float x = 0, top = 0, scale = 1;  // of the first letter's origin and the line
  float pen = 0;                    // where the next letter's origin is
  std::string text;
};

class FrameWriter {
 public:
  FrameWriter(const ImDrawData& frame, const Fonts& fonts)
      : frame_(frame),
        fonts_(fonts),
        mono_(mono_font(fonts)),
        glyphs_(glyphs_of(*fonts.atlas)),
        white_(fonts.atlas->TexUvWhitePixel) {}

  std::string write(ImU32 background) {
    std::string body;
    body.swap(out_);
    for (const ImDrawList* list : frame_.CmdLists) write_list(*list);
    body.swap(out_);
    out_ = svg_head(frame_.DisplaySize.x, frame_.DisplaySize.y) + "<style>" + std::string(svg_text_style) +
           "</style>\n<rect width=\"" + svg_number(frame_.DisplaySize.x) + "\" height=\"" +
           svg_number(frame_.DisplaySize.y) + "\" " + paint_of(background | 0xFF000000U) + "/>\n";
    if (!clips_.empty()) out_ += "<defs>\n";
    for (const auto& [rect, name] : clips_)
      out_ += "<clipPath id=\"c" + std::to_string(name) + "\"><rect x=\"" + svg_number(rect[0]) + "\" y=\"" +
              svg_number(rect[1]) + "\" width=\"" + svg_number(rect[2] - rect[0]) + "\" height=\"" +
              svg_number(rect[3] - rect[1]) + "\"/></clipPath>\n";
    if (!clips_.empty()) out_ += "</defs>\n";
    return out_ + body + "</svg>\n";
  }

 private:
  using ClipRect = std::array<float, 4>;

  void write_list(const ImDrawList& list) {
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback != nullptr || command.ElemCount == 0) continue;
      open_clip(command.ClipRect);
      const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
      const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
      for (unsigned at = 0; at + 2 < command.ElemCount;) at += take(vertices, indices + at, command.ElemCount - at);
      end_path();
      end_word();
      if (clipped_) out_ += "</g>\n";
    }
  }

  /// What covers the whole picture needs no clip.
  void open_clip(const ImVec4& rect) {
    clipped_ = rect.x > 0 || rect.y > 0 || rect.z < frame_.DisplaySize.x || rect.w < frame_.DisplaySize.y;
    if (!clipped_) return;
    const auto [found, added] = clips_.emplace(ClipRect{rect.x, rect.y, rect.z, rect.w}, clips_.size());
    out_ += "<g clip-path=\"url(#c" + std::to_string(found->second) + ")\">\n";
  }

  /// One letter or one fan of triangles; how many indices that were.
  unsigned take(const ImDrawVert* vertices, const ImDrawIdx* indices, unsigned left) {
    const ImDrawVert& first = vertices[indices[0]];
    const bool plain = first.uv.x == white_.x && first.uv.y == white_.y;
    if (!plain && left >= 6)
      if (const auto found = glyphs_.find({first.uv.x, first.uv.y}); found != glyphs_.end()) {
        end_path();
        take_letter(first, vertices[indices[2]], found->second);
        return 6;
      }
    if (!plain) return 3;  // texels that are no letter have no shape
    return take_fan(vertices, indices, left);
  }

  void take_letter(const ImDrawVert& corner, const ImDrawVert& opposite, const Glyph& found) {
    const ImFontGlyph& glyph = *found.glyph;
    const float scale = (opposite.pos.x - corner.pos.x) / std::max(0.01F, glyph.X1 - glyph.X0);
    const float x = corner.pos.x - glyph.X0 * scale, top = corner.pos.y - glyph.Y0 * scale;
    const float gap = x - word_.pen;
    const float space = advance_of_space(*found.baked) * scale;
    const bool goes_on = word_.baked == found.baked && word_.color == corner.col && std::abs(word_.top - top) < 0.6F &&
                         gap > -0.6F * scale && gap < 2.5F * space;
    if (!goes_on) {
      end_word();
      word_ = {found.baked, corner.col, x, top, scale, x, {}};
    } else if (gap > 0.6F * space) {
      word_.text.append(static_cast<std::size_t>(std::lround(gap / space)), ' ');
    }
    std::array<char, 5> letter = {};
    ImTextCharToUtf8(letter.data(), glyph.Codepoint);
    word_.text += svg_escaped(letter.data());
    word_.pen = x + glyph.AdvanceX * scale;
  }

  static float advance_of_space(const ImFontBaked& baked) {
    constexpr int space = ' ';
    if (space < baked.IndexAdvanceX.Size && baked.IndexAdvanceX[space] > 0) return baked.IndexAdvanceX[space];
    return baked.Size * 0.28F;
  }

  void end_word() {
    if (word_.text.empty()) return;
    const ImFont* font = font_of(*word_.baked);
    const char* weight = font == fonts_.semibold ? " font-weight=\"600\""
                         : font == fonts_.medium ? " font-weight=\"500\""
                                                 : "";
    const char* family = font == mono_ ? " font-family=\"DejaVu Sans Mono,monospace\"" : "";
    const float size = word_.baked->Size * word_.scale / std::max(0.5F, fonts_.line_per_em);
    out_ += "<text x=\"" + svg_number(word_.x) + "\" y=\"" + svg_number(word_.top + word_.baked->Ascent * word_.scale) +
            "\" font-size=\"" + svg_number(size) + "\"" + weight + family + " textLength=\"" +
            svg_number(word_.pen - word_.x) + "\" " + paint_of(word_.color) + ">" + word_.text + "</text>\n";
    word_ = {};
  }

  /// Triangles around one corner, each beginning where the last ended, are one polygon.
  unsigned take_fan(const ImDrawVert* vertices, const ImDrawIdx* indices, unsigned left) {
    end_word();
    const ImU32 color = vertices[indices[0]].col;
    if (path_.empty() || color != path_color_) {
      end_path();
      path_color_ = color;
    }
    std::vector<ImVec2> polygon = {vertices[indices[0]].pos, vertices[indices[1]].pos, vertices[indices[2]].pos};
    unsigned used = 3;
    while (used + 2 < left && indices[used] == indices[0] && indices[used + 1] == indices[used - 1] &&
           vertices[indices[used + 2]].col == color && vertices[indices[used + 2]].uv.x == white_.x) {
      polygon.push_back(vertices[indices[used + 2]].pos);
      used += 3;
    }
    float doubled_area = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const ImVec2 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
      doubled_area += a.x * b.y - b.x * a.y;
    }
    if (std::abs(doubled_area) < 1e-4F || color >> 24 == 0) return used;
    // All the same way round, so that where two meet or overlap the path stays filled.
    if (doubled_area < 0) std::reverse(polygon.begin(), polygon.end());
    path_ += "M" + svg_number(polygon[0].x) + " " + svg_number(polygon[0].y);
    for (std::size_t i = 1; i < polygon.size(); ++i) add_corner(polygon[i - 1], polygon[i]);
    path_ += "Z";
    return used;
  }

  void add_corner(ImVec2 from, ImVec2 to) {
    if (svg_number(from.y) == svg_number(to.y))
      path_ += "H" + svg_number(to.x);
    else if (svg_number(from.x) == svg_number(to.x))
      path_ += "V" + svg_number(to.y);
    else
      path_ += "L" + svg_number(to.x) + " " + svg_number(to.y);
  }

  void end_path() {
    if (!path_.empty()) out_ += "<path " + paint_of(path_color_) + " d=\"" + path_ + "\"/>\n";
    path_.clear();
  }

  const ImDrawData& frame_;
  const Fonts& fonts_;
  const ImFont* mono_;
  GlyphTable glyphs_;
  ImVec2 white_;
  std::string out_, path_;
  ImU32 path_color_ = 0;
  Word word_;
  std::map<ClipRect, std::size_t> clips_;
  bool clipped_ = false;
};

}  // namespace

std::string frame_svg(const ImDrawData& frame, const Fonts& fonts, ImU32 background) {
  return FrameWriter(frame, fonts).write(background);
}

}  // namespace shardscope
