// A page as what the explorer asks of a window system: a canvas, the page's own file dialog, downloads, its title.
#pragma once

#include "app/window/window_system.h"

namespace shardscope {

/// As page.js measured the canvas last.
[[nodiscard]] WindowSize& page_size();

/// A WebGL 2 context on the canvas, made current. Empty, or why there is none.
[[nodiscard]] std::string open_canvas();

/// Files that the person gives or takes lie in this folder while the page is open, and between visits where it keeps
/// what was open.
inline constexpr const char* page_files = "/home/web_user/files";

[[nodiscard]] WindowSystem page_window();

/// Hands the files that the explorer wrote since the last call to the browser as downloads.
void download_written();
}  // namespace shardscope
