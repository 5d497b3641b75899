// How different two pictures look, in numbers: CIE Lab distances (CIE 1976, delta E; 2.3 is what an eye just notices)
// of both after a blur of 3 x 3 pixels, so that an edge that moved by a fraction of a pixel counts little.
#pragma once

#include "render/picture/image.h"

namespace shardscope::tests {

struct PictureDifference {
  double mean = 0;             // delta E
  double share_beyond = 0;     // of the pixels, those that differ by more than far_apart
  double worst_tile = 0;       // delta E, the mean of the tile that differs most
  int tile_x = 0, tile_y = 0;  // where that is: its first pixel
};

/// Two colours that nobody takes for one another.
inline constexpr double far_apart = 25;

/// The side of a tile in pixels; each overlaps half of the next, so that nothing of that size falls between two.
inline constexpr int tile_side = 8;

/// Of two pictures of one size.
[[nodiscard]] PictureDifference difference_of(const Image& a, const Image& b);

/// Each pixel the mean of a square of `factor` x `factor`; what is left over at the right and below is dropped.
[[nodiscard]] Image smaller(const Image& image, int factor);

}  // namespace shardscope::tests
