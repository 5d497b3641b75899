#include "render/picture/png.h"

#include <png.h>

#include <string>

namespace shardscope {

namespace {

Problem problem(const std::filesystem::path& path, const std::string& why) {
  return {Severity::error, path.string(), why, "png"};
}

}  // namespace

std::optional<Problem> write_png(const std::filesystem::path& path, const Image& image) {
  if (image.width <= 0 || image.height <= 0) return problem(path, "the picture is empty");
  png_image header = {};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.width);
  header.height = static_cast<png_uint_32>(image.height);
  header.format = PNG_FORMAT_RGBA;
  if (png_image_write_to_file(&header, path.c_str(), 0, image.rgba.data(), 0, nullptr) == 0)
    return problem(path, std::string("can't be written: ") + header.message);
  return std::nullopt;
}

}  // namespace shardscope
