// A frame to a file, in the form that the file's ending says: .svg as vectors with true text, else a PNG.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/problem.h"
#include "render/text/theme.h"

namespace shardscope {

struct PictureSize {
  int width = design::window_width, height = design::window_height;

  bool operator==(const PictureSize&) const = default;
};

/// "1920x1080", each side from picture_side_min to picture_side_max; nothing where it is none.
[[nodiscard]] std::optional<PictureSize> read_picture_size(std::string_view word);

struct Drawing {
  std::string to;
  int width = 0, height = 0;  // pixels
  Theme theme;                // but for its fonts, which are the drawing's own
};

/// Whether a file of this name is one: .png or .svg.
[[nodiscard]] bool is_picture(std::string_view file);

/// Draws what `draw` shows in the theme that it is given; nothing, or why there is no file.
[[nodiscard]] std::optional<Problem> write_drawing(const Drawing& drawing,
                                                   const std::function<void(const Theme&)>& draw);

/// Lets `draw` write a drawing while a window is open: OpenGL's contexts belong to a thread, so it runs in one of its
/// own, and Dear ImGui's present context is put back.
void beside_the_window(const std::function<void()>& draw);

}  // namespace shardscope
