// What a window system gives the explorer, as functions: GLFW and D-Bus on a desktop (glfw_window.h), a page in a
// browser (app/web). Input goes to Dear ImGui's queue, drawing through the OpenGL context that is current; the rest is
// here.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/settings.h"

namespace shardscope {

struct FileQuestion {
  bool save = false;  // else a file that is there
  std::string title;
  std::string folder;  // where to begin; may be empty
  std::string name;    // suggested, where it is saved
};

struct FileAnswer {
  std::string path;  // empty: the person took no file
};

struct WindowSize {
  int width = 1, height = 1;                // as the pointer's places are counted
  int pixels_across = 1, pixels_up = 1;     // of the framebuffer
  float monitor_scale = 1;                  // what the person asked of the monitor
  std::optional<int> widest, highest = {};  // of the screen, where it is known
};

struct WindowSystem {
  std::function<double()> seconds;  // since some moment
  std::function<WindowSize()> size;
  /// Time, size and pointer for Dear ImGui, before its frame begins; what was drawn goes to the screen.
  std::function<void()> begin_frame, show_frame;

  /// Files that were dropped since the last frame.
  std::function<std::vector<std::string>()> take_dropped;
  /// Whether the person closes the window, once.
  std::function<bool()> take_close;
  /// Whether a file dialog of the system's own is open; false where it has none, then the explorer's own asks.
  std::function<bool(const FileQuestion&)> ask_for_file;
  std::function<bool()> is_asking;
  std::function<std::optional<FileAnswer>()> file_answer;

  std::function<void(const std::string&)> set_title;
  /// The window shall be no smaller, in its own coordinates.
  std::function<void(int width, int height)> limit_size;
  /// Size and place for the next start.
  std::function<void(Settings&)> remember_place;
};

}  // namespace shardscope
