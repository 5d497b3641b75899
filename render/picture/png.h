// Pictures to PNG files, through libpng.
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/problem.h"
#include "render/picture/image.h"

namespace shardscope {

/// Nothing when the file was written; else why not, with the path.
[[nodiscard]] std::optional<Problem> write_png(const std::filesystem::path& path, const Image& image);

}  // namespace shardscope
