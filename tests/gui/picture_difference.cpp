#include "tests/gui/picture_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace shardscope::tests {

namespace {

using Lab = std::array<double, 3>;

double linear(std::uint8_t value) {
  const double v = value / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

double lab_curve(double t) {
  constexpr double delta = 6.0 / 29;
  return t > delta * delta * delta ? std::cbrt(t) : t / (3 * delta * delta) + 4.0 / 29;
}

/// sRGB (IEC 61966-2-1) to CIE Lab under D65.
Lab lab_of(const std::array<std::uint8_t, 4>& pixel) {
  const double r = linear(pixel[0]), g = linear(pixel[1]), b = linear(pixel[2]);
  const double x = lab_curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const double y = lab_curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const double z = lab_curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

std::vector<Lab> blurred_lab(const Image& image) {
  std::vector<Lab> sharp;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) sharp.push_back(lab_of(image.at(x, y)));
  std::vector<Lab> blurred;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      Lab sum = {};
      double count = 0;
      for (int v = std::max(0, y - 1); v <= std::min(image.height - 1, y + 1); ++v)
        for (int u = std::max(0, x - 1); u <= std::min(image.width - 1, x + 1); ++u, ++count)
          for (std::size_t i = 0; i < 3; ++i)
            sum[i] += sharp[static_cast<std::size_t>(v) * static_cast<std::size_t>(image.width) +
                            static_cast<std::size_t>(u)][i];
      blurred.push_back({sum[0] / count, sum[1] / count, sum[2] / count});
    }
  return blurred;
}

/// The tile of the largest mean into `difference`. `apart`: each pixel's distance.
void find_worst_tile(PictureDifference& difference, const std::vector<double>& apart, int width, int height) {
  for (int top = 0; top < height; top += tile_side / 2)
    for (int left = 0; left < width; left += tile_side / 2) {
      const int right = std::min(width, left + tile_side), bottom = std::min(height, top + tile_side);
      double sum = 0;
      for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x)
          sum += apart[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
      const double mean = sum / (tile_side * tile_side);
      if (mean <= difference.worst_tile) continue;
      difference.worst_tile = mean, difference.tile_x = left, difference.tile_y = top;
    }
}

}  // namespace

PictureDifference difference_of(const Image& a, const Image& b) {
  const std::vector<Lab> left = blurred_lab(a), right = blurred_lab(b);
  PictureDifference difference;
  std::vector<double> apart;
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    const double distance = std::hypot(left[i][0] - right[i][0], left[i][1] - right[i][1], left[i][2] - right[i][2]);
    apart.push_back(distance);
    difference.mean += distance;
    if (distance > far_apart) difference.share_beyond += 1;
  }
  const double pixels = static_cast<double>(std::max<std::size_t>(1, left.size()));
  difference.mean /= pixels, difference.share_beyond /= pixels;
  find_worst_tile(difference, apart, a.width, a.height);
  return difference;
}

Image smaller(const Image& image, int factor) {
  Image result;
  result.width = image.width / factor, result.height = image.height / factor;
  for (int y = 0; y < result.height; ++y)
    for (int x = 0; x < result.width; ++x)
      for (std::size_t channel = 0; channel < 4; ++channel) {
        int sum = 0;
        for (int v = 0; v < factor; ++v)
          for (int u = 0; u < factor; ++u) sum += image.at(x * factor + u, y * factor + v)[channel];
        result.rgba.push_back(static_cast<std::uint8_t>(sum / (factor * factor)));
      }
  return result;
}

}  // namespace shardscope::tests
