// A picture in memory.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace shardscope {

/// Rows from top to bottom, four bytes per pixel: red, green, blue, alpha.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // 4 · width · height

  [[nodiscard]] std::array<std::uint8_t, 4> at(int x, int y) const {
    const std::size_t i =
        4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    return {rgba[i], rgba[i + 1], rgba[i + 2], rgba[i + 3]};
  }
};

}  // namespace shardscope
