// What OpenGL has drawn, as a picture.
#pragma once

#include "render/picture/image.h"

namespace shardscope {

/// The left lower part of the framebuffer that is bound for reading, opaque. A GL context is current.
[[nodiscard]] Image read_pixels(int width, int height);

}  // namespace shardscope
