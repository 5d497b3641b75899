// PNG files as pictures, through libpng.
#pragma once

#include <filesystem>

#include "core/base/problem.h"
#include "render/picture/image.h"

namespace shardscope {

/// Any PNG, as RGBA.
[[nodiscard]] Outcome<Image> read_png(const std::filesystem::path& path);

}  // namespace shardscope
