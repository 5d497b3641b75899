#include "render/text/wrapped.h"

#include <algorithm>

#include "render/text/text.h"

namespace shardscope {

std::vector<Rect> places_of_words(const Theme& theme, TextRole role, ImVec2 at, std::string_view text, float width,
                                  std::size_t begin, std::size_t end) {
  std::vector<Rect> places;
  const float height = text_height(theme, role);
  for (const std::string_view line : wrapped_lines(theme, role, text, width)) {
    const auto from = static_cast<std::size_t>(line.data() - text.data());
    const std::size_t low = std::max(begin, from), high = std::min(end, from + line.size());
    if (low < high) {
      const float left = at.x + text_width(theme, role, line.substr(0, low - from));
      places.push_back(
          {{left, at.y}, {left + text_width(theme, role, line.substr(low - from, high - low)), at.y + height}});
    }
    at.y += height;
  }
  return places;
}

}  // namespace shardscope
