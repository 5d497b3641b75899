// Pixels that the processor filled, on the screen as they are: an OpenGL texture that a draw list shows as an image.
// In: pixels. Out: what ImDrawList::AddImage takes. It belongs to the Dear ImGui context in which it was filled, and
// frees itself there; in another one it is empty, and so is a copy.
#pragma once

#include <imgui.h>

#include <span>

namespace shardscope {

class PixelTexture {
 public:
  PixelTexture() = default;
  PixelTexture(const PixelTexture&) {}
  PixelTexture(PixelTexture&& other) noexcept;
  PixelTexture& operator=(PixelTexture other) noexcept;
  ~PixelTexture();

  /// Rows from top to bottom, width · height colours as Dear ImGui packs them. OpenGL's context is the present one; a
  /// frame that shows the texture is drawn before the next call.
  void fill(int width, int height, std::span<const ImU32> pixels);

  /// Nothing has been filled in the present context.
  [[nodiscard]] bool empty() const;
  [[nodiscard]] ImTextureRef ref() const { return {static_cast<ImTextureID>(name_)}; }

 private:
  unsigned int name_ = 0;
  int width_ = 0, height_ = 0;
  const ImGuiContext* context_ = nullptr;
};

}  // namespace shardscope
