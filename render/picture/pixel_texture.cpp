#include "render/picture/pixel_texture.h"

#include <stdexcept>
#include <utility>

#include "render/picture/gl.h"

namespace shardscope {

PixelTexture::PixelTexture(PixelTexture&& other) noexcept
    : name_(std::exchange(other.name_, 0)),
      width_(other.width_),
      height_(other.height_),
      context_(std::exchange(other.context_, nullptr)) {}

PixelTexture& PixelTexture::operator=(PixelTexture other) noexcept {
  std::swap(name_, other.name_);
  std::swap(width_, other.width_);
  std::swap(height_, other.height_);
  std::swap(context_, other.context_);
  return *this;
}

PixelTexture::~PixelTexture() {
  if (!empty()) glDeleteTextures(1, &name_);
}

bool PixelTexture::empty() const {
  return name_ == 0 || context_ != ImGui::GetCurrentContext();
}

void PixelTexture::fill(int width, int height, std::span<const ImU32> pixels) {
  if (pixels.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
    throw std::logic_error("PixelTexture::fill: as many pixels as width x height are wanted");
  const bool same_size = !empty() && width == width_ && height == height_;
  if (empty()) {
    glGenTextures(1, &name_);
    context_ = ImGui::GetCurrentContext();
  }
  glBindTexture(GL_TEXTURE_2D, name_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  if (same_size) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  } else {
    for (const GLenum filter : {GLenum{GL_TEXTURE_MIN_FILTER}, GLenum{GL_TEXTURE_MAG_FILTER}})
      glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
    for (const GLenum direction : {GLenum{GL_TEXTURE_WRAP_S}, GLenum{GL_TEXTURE_WRAP_T}})
      glTexParameteri(GL_TEXTURE_2D, direction, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  }
  width_ = width;
  height_ = height;
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace shardscope
