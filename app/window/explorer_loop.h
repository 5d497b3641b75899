// The explorer's loop, whatever window it is in: one frame, and when the next is due. No GLFW: a test gives a window.
#pragma once

#include <imgui.h>

#include <functional>
#include <optional>
#include <string>

#include "app/explorer/state/explorer.h"
#include "app/window/keeping.h"
#include "app/window/window_system.h"
#include "render/text/theme.h"

namespace shardscope {

/// What a frame shows: draw_explorer(), or one view alone.
using DrawFrame = void (*)(Explorer&, const Theme&);

class ExplorerLoop {
 public:
  /// All of these outlive it.
  ExplorerLoop(Explorer& explorer, Keeping& keeping, const WindowSystem& window, const Fonts& fonts,
               DrawFrame draw_frame);

  /// Seconds until the next frame, 0 at once; nothing: until something happens. Nothing happens in between.
  [[nodiscard]] std::optional<double> next_in() const;
  void frame();

 private:
  bool ask_natively();
  void draw();
  void show_title();

  Explorer& explorer_;
  Keeping& keeping_;
  const WindowSystem& window_;
  const Fonts& fonts_;
  DrawFrame draw_;
  std::string title_;
  ImVec2 size_limit_{0, 0};
  int asked_ = 0;  // which of the picker's questions the system's dialog was opened for
  int frames_due_;
  bool rest_due_ = false;  // a frame once the pointer has rested: some words come up then
};

/// How many units of the window's coordinates a design pixel takes: the monitor's scale, less what the framebuffer
/// already has of it, times the person's zoom, as far as the window holds that.
[[nodiscard]] float interface_scale(const WindowSize& size, float zoom);

}  // namespace shardscope
