// OpenGL as the build has it: 3.3 through glad, in a browser WebGL 2, which has OpenGL ES 3's functions.
#pragma once

#if defined(__EMSCRIPTEN__)
#include <GLES3/gl3.h>
#else
#include <glad/gl.h>
#endif

namespace shardscope {

#if defined(__EMSCRIPTEN__)
inline constexpr const char* shader_version = "#version 300 es";
#else
inline constexpr const char* shader_version = "#version 330 core";
#endif

}  // namespace shardscope
