// render/picture: frames as files: drawn without a display, read back as pixels or written as shapes; and pixels that
// a chart fills itself and draws as one quad. In: a frame function or pixels. Out: an image, a PNG, an SVG.
//
// Pictures without a display: Dear ImGui frames drawn into memory (picture_context.h says through what).
// The frame function is the window's own, so a picture and a test show what a person sees.
#pragma once

#include <imgui.h>

#include <functional>
#include <memory>

#include "core/base/problem.h"
#include "render/picture/image.h"
#include "render/text/fonts.h"

namespace shardscope {

inline constexpr int picture_side_min = 16;
inline constexpr int picture_side_max = 16'384;  // pixels, that OpenGL drivers commonly allow

/// Owns a GL context, a framebuffer and a Dear ImGui context with the program's fonts. Movable; frees all when
/// it goes. One thread at a time. Input goes in through ImGui::GetIO() after activate(), before the next frame().
class Offscreen {
 public:
  static constexpr float usual_seconds = 1.0F / 60;  // from a frame to the next

  /// Fails with one problem in words where EGL or OpenGL 3.3 is missing.
  [[nodiscard]] static Outcome<Offscreen> create();

  Offscreen(Offscreen&&) noexcept;
  Offscreen& operator=(Offscreen&&) noexcept;
  ~Offscreen();

  [[nodiscard]] const Fonts& fonts() const;

  /// Makes its GL and ImGui contexts the present ones.
  void activate();

  /// One frame of width x height pixels, `seconds` after the last, over a clear of `background`.
  /// The framebuffer grows with the size; sizes are clamped to 1 to picture_side_max.
  void frame(int width, int height, ImU32 background, const std::function<void()>& draw, float seconds = usual_seconds);

  /// The last frame's pixels.
  [[nodiscard]] Image pixels();

  /// As many frames as Dear ImGui needs to settle a layout, of which the last one is painted, then its pixels.
  [[nodiscard]] Image picture(int width, int height, ImU32 background, const std::function<void()>& draw);

 private:
  struct Impl;
  explicit Offscreen(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardscope
