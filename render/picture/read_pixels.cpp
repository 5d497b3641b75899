#include "render/picture/read_pixels.h"

#include "render/picture/gl.h"

namespace shardscope {

Image read_pixels(int width, int height) {
  Image image{width, height, {}};
  const std::size_t row = 4 * static_cast<std::size_t>(image.width);
  image.rgba.resize(row * static_cast<std::size_t>(image.height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  for (std::size_t top = 0, bottom = static_cast<std::size_t>(image.height); bottom > 0 && top < --bottom; ++top)
    std::swap_ranges(image.rgba.begin() + static_cast<std::ptrdiff_t>(top * row),
                     image.rgba.begin() + static_cast<std::ptrdiff_t>((top + 1) * row),
                     image.rgba.begin() + static_cast<std::ptrdiff_t>(bottom * row));
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;  // blending leaves the alpha undefined
  return image;
}

}  // namespace shardscope
