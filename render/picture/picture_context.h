// What pictures are drawn through where no window shows them: an EGL surfaceless context (Mesa), in a browser the
// page's own context, whose frames and pictures take turns.
#pragma once

#include "core/base/problem.h"

namespace shardscope {

/// A GL context with its functions loaded. A handle: whoever ends it does so once.
class PictureContext {
 public:
  /// Current on this thread; one problem in words where EGL or OpenGL 3.3 is missing.
  [[nodiscard]] static Outcome<PictureContext> create();

  void make_current() const;
  /// Gives it back; of a page its own frames are drawn to the screen again.
  void end();

 private:
  [[maybe_unused]] void* display_ = nullptr;
  [[maybe_unused]] void* context_ = nullptr;
};

}  // namespace shardscope
