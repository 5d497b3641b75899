#include "render/picture/png.h"

#include <png.h>

#include <cstdint>
#include <string>

namespace shardscope {

namespace {

constexpr std::uint64_t pixels_max = std::uint64_t{1} << 26;  // 256 MiB of pixels; an 8K screen has 2^25

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

Outcome<Image> read_png(const std::filesystem::path& path) {
  png_image header = {};
  header.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&header, path.c_str()) == 0)
    return std::vector{problem(path, std::string("can't be read: ") + header.message)};
  if (std::uint64_t{header.width} * header.height > pixels_max) {
    png_image_free(&header);
    return std::vector{problem(path, "is larger than 2^26 pixels")};
  }
  header.format = PNG_FORMAT_RGBA;
  Image image{static_cast<int>(header.width), static_cast<int>(header.height), {}};
  image.rgba.resize(PNG_IMAGE_SIZE(header));
  if (png_image_finish_read(&header, nullptr, image.rgba.data(), 0, nullptr) == 0)
    return std::vector{problem(path, std::string("can't be read: ") + header.message)};
  return image;
}

}  // namespace shardscope
