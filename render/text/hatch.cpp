#include "render/text/hatch.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

// In texels. The border keeps filtering within the tile; a quad starts up to a period into it.
constexpr int period = static_cast<int>(hatch_spacing), tile_width = 63 * period, tile_height = 9 * period,
              tile_border = 1;
constexpr int usable_width = tile_width - period, usable_height = tile_height - period;

/// How much of a texel the line x + y = k·period covers, as an anti-aliased line one texel thick does.
unsigned char coverage(int x, int y) {
  const int along = (x + y + 1) % period;  // from centre to centre
  const auto distance = static_cast<float>(std::min(along, period - along)) / std::sqrt(2.0f);
  return static_cast<unsigned char>(std::lround(255 * std::clamp(1 - distance, 0.0f, 1.0f)));
}

constexpr float hatch_lines_max = 400;

float wrapped(float texels) {
  return texels - std::floor(texels / static_cast<float>(period)) * static_cast<float>(period);
}

}  // namespace

void draw_hatch(ImDrawList& draw, const Rect& area, ImU32 color, float spacing, float thickness) {
  const float width = area.width(), height = area.height();
  if (!(width > 0) || !(height > 0) || !(spacing > 0)) return;
  const float step = spacing * std::max(1.0f, std::ceil((width + height) / (spacing * hatch_lines_max)));
  // A line is x + y = k; k runs over multiples of the step.
  const float first = std::ceil((area.min.x + area.min.y) / step) * step, last = area.max.x + area.max.y;
  for (float k = first; k < last; k += step) {
    const float left = std::max(area.min.x, k - area.max.y), right = std::min(area.max.x, k - area.min.y);
    if (right > left) draw.AddLine({left, k - left}, {right, k - right}, color, thickness);
  }
}

int add_hatch_tile(ImFontAtlas& atlas) {
  ImFontAtlasRect place;
  const ImFontAtlasRectId id = atlas.AddCustomRect(tile_width + 2 * tile_border, tile_height + 2 * tile_border, &place);
  if (id == ImFontAtlasRectId_Invalid || atlas.TexData->Format != ImTextureFormat_RGBA32) return -1;
  for (int y = 0; y < place.h; ++y) {
    auto* row = static_cast<unsigned char*>(atlas.TexData->GetPixelsAt(place.x, place.y + y));
    for (int x = 0; x < place.w; ++x, row += 4) {
      row[0] = row[1] = row[2] = 255;
      row[3] = coverage(x - tile_border + period, y - tile_border + period);
    }
  }
  return id;
}

void draw_hatch_tiled(ImDrawList& draw, const Theme& theme, const Rect& area, ImU32 color) {
  if (!(area.width() > 0) || !(area.height() > 0)) return;
  ImFontAtlasRect place;
  if (theme.fonts.hatch < 0 || !theme.fonts.atlas->GetCustomRect(theme.fonts.hatch, &place))
    return draw_hatch(draw, area, color, theme.px(hatch_spacing), std::max(1.0f, theme.px(1)));
  const float texel_u = (place.uv1.x - place.uv0.x) / static_cast<float>(place.w);
  const float texel_v = (place.uv1.y - place.uv0.y) / static_cast<float>(place.h);
  const float scale = theme.px(1);
  for (float top = area.min.y; top < area.max.y;) {
    const float bottom = std::min(area.max.y, top + static_cast<float>(usable_height) * scale);
    const float v = place.uv0.y + (tile_border + wrapped(top / scale)) * texel_v;
    for (float left = area.min.x; left < area.max.x;) {
      const float right = std::min(area.max.x, left + static_cast<float>(usable_width) * scale);
      const float u = place.uv0.x + (tile_border + wrapped(left / scale)) * texel_u;
      draw.PrimReserve(6, 4);
      draw.PrimRectUV({left, top}, {right, bottom}, {u, v},
                      {u + (right - left) / scale * texel_u, v + (bottom - top) / scale * texel_v}, color);
      left = right;
    }
    top = bottom;
  }
}

}  // namespace shardscope
