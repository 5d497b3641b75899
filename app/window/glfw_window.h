// A window of the desktop's: GLFW, and the file dialog through D-Bus, as what the explorer asks of a window system.
#pragma once

#define GLFW_INCLUDE_NONE  // glad declares OpenGL

#include <GLFW/glfw3.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/file_portal.h"
#include "app/window/window_system.h"

namespace shardscope {

struct GlfwWindowDeleter {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using GlfwWindow = std::unique_ptr<GLFWwindow, GlfwWindowDeleter>;

/// GLFW for the time of its life.
struct GlfwLibrary {
  bool ready = glfwInit() == GLFW_TRUE;
  GlfwLibrary() = default;
  GlfwLibrary(const GlfwLibrary&) = delete;
  GlfwLibrary& operator=(const GlfwLibrary&) = delete;
  ~GlfwLibrary() {
    if (ready) glfwTerminate();
  }
};

/// As large and where the settings say, with OpenGL 3.3; null where that can't be had.
[[nodiscard]] GlfwWindow open_window(const Settings& settings);

/// What is asked of the desktop between frames. The window's user pointer is its list of dropped files: it stays where
/// it is while the window is open.
struct Desktop {
  std::vector<std::string> dropped = {};
  std::optional<FilePortal> portal = {};  // no sooner than it is asked: one may have to be started
};
[[nodiscard]] WindowSystem window_system(GLFWwindow* window, Desktop& desktop);

}  // namespace shardscope
