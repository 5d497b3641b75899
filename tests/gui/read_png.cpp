#include "tests/gui/read_png.h"

#include <png.h>

#include <string>

namespace shardscope {

Outcome<Image> read_png(const std::filesystem::path& path) {
  png_image header = {};
  header.version = PNG_IMAGE_VERSION;
  const auto problem = [&] {
    return std::vector{Problem{Severity::error, path.string(), std::string("can't be read: ") + header.message, "png"}};
  };
  if (png_image_begin_read_from_file(&header, path.c_str()) == 0) return problem();
  header.format = PNG_FORMAT_RGBA;
  Image image{static_cast<int>(header.width), static_cast<int>(header.height), {}};
  image.rgba.resize(PNG_IMAGE_SIZE(header));
  if (png_image_finish_read(&header, nullptr, image.rgba.data(), 0, nullptr) == 0) return problem();
  return image;
}

}  // namespace shardscope
