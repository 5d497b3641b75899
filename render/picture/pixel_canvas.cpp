#include "render/picture/pixel_canvas.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope {

namespace {

/// The first pixel whose centre is not before `at`.
int first_pixel(float at) {
  return static_cast<int>(std::ceil(at - 0.5F));
}

}  // namespace

bool PixelCanvas::begin(const Rect& area, std::vector<double> key) {
  const auto same = [](ImVec2 a, ImVec2 b) { return a.x == b.x && a.y == b.y; };
  if (!key.empty() && key == key_ && same(area.min, area_.min) && same(area.max, area_.max)) return true;
  begin(area);
  key_ = std::move(key);
  return false;
}

void PixelCanvas::begin(const Rect& area) {
  shown_ = false;
  area_ = area;
  key_.clear();
  left_ = static_cast<int>(std::floor(area.min.x));
  top_ = static_cast<int>(std::floor(area.min.y));
  width_ = std::max(static_cast<int>(std::ceil(area.max.x)) - left_, 0);
  height_ = std::max(static_cast<int>(std::ceil(area.max.y)) - top_, 0);
  pixels_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0);
}

void PixelCanvas::fill(const Rect& rect, ImU32 color) {
  const auto right = static_cast<float>(left_ + width_), bottom = static_cast<float>(top_ + height_);
  if (!(rect.min.x < right) || !(rect.min.y < bottom)) return;
  const int x = std::max(first_pixel(std::max(rect.min.x, static_cast<float>(left_))) - left_, 0);
  const int y = std::max(first_pixel(std::max(rect.min.y, static_cast<float>(top_))) - top_, 0);
  const int width = first_pixel(std::min(rect.max.x, right)) - left_ - x;
  const int height = first_pixel(std::min(rect.max.y, bottom)) - top_ - y;
  if (width <= 0 || height <= 0) return;
  ImU32* row = pixels_.data() + static_cast<std::ptrdiff_t>(y) * width_ + x;
  for (int i = 0; i < height; ++i, row += width_) std::fill_n(row, width, color);
}

void PixelCanvas::show(ImDrawList& draw) {
  if (pixels_.empty()) return;
  if (!shown_ || texture_.empty()) texture_.fill(width_, height_, pixels_);
  shown_ = true;
  const ImVec2 corner(static_cast<float>(left_), static_cast<float>(top_));
  draw.AddImage(texture_.ref(), corner,
                {corner.x + static_cast<float>(width_), corner.y + static_cast<float>(height_)});
}

}  // namespace shardscope
