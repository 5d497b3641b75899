#include "app/window/glfw_window.h"

#include <imgui_impl_glfw.h>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

/// A screen may be gone since the window was there.
bool is_on_a_monitor(int left, int top) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(monitors[i], &x, &y, &width, &height);
    constexpr int grip = 80;  // of the title bar, to take it by
    if (left > x - grip && left < x + width - grip && top >= y - grip && top < y + height - grip) return true;
  }
  return false;
}

/// Size and place for the next start; of a maximized window those that it had before.
void remember_place(GLFWwindow* window, Settings& settings) {
  settings.maximized = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE;
  if (settings.maximized) return;
  glfwGetWindowSize(window, &settings.window_width, &settings.window_height);
  int x = 0, y = 0;
  glfwGetWindowPos(window, &x, &y);
  settings.window_x = x, settings.window_y = y;
}

/// Files that were dropped on the window since the last frame.
void take_drop(GLFWwindow* window, int count, const char** files) {
  auto& dropped = *static_cast<std::vector<std::string>*>(glfwGetWindowUserPointer(window));
  dropped.insert(dropped.end(), files, files + count);
}

WindowSize size_of(GLFWwindow* window) {
  WindowSize size;
  float unused = 1;
  glfwGetWindowContentScale(window, &size.monitor_scale, &unused);
  glfwGetWindowSize(window, &size.width, &size.height);
  glfwGetFramebufferSize(window, &size.pixels_across, &size.pixels_up);
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    if (width > 0) size.widest = width;
    if (height > 0) size.highest = height;
  }
  return size;
}

bool take_close(GLFWwindow* window) {
  const bool closes = glfwWindowShouldClose(window) == GLFW_TRUE;
  if (closes) glfwSetWindowShouldClose(window, GLFW_FALSE);
  return closes;
}

}  // namespace

GlfwWindow open_window(const Settings& settings) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "shardscope");
  int width = settings.window_width;
  int height = settings.window_height;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {  // a window larger than the screen hides its edges
    int x = 0, y = 0, area_width = 0, area_height = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &area_width, &area_height);
    if (area_width > 0) width = std::min(width, area_width);
    if (area_height > 0) height = std::min(height, area_height);
  }
  glfwWindowHint(GLFW_MAXIMIZED, settings.maximized ? GLFW_TRUE : GLFW_FALSE);
  GlfwWindow window(glfwCreateWindow(width, height, "Shardscope", nullptr, nullptr));
  if (window && settings.window_x && is_on_a_monitor(*settings.window_x, *settings.window_y))
    glfwSetWindowPos(window.get(), *settings.window_x, *settings.window_y);
  return window;
}

WindowSystem window_system(GLFWwindow* window, Desktop& desktop) {
  glfwSetWindowUserPointer(window, &desktop.dropped);
  glfwSetDropCallback(window, take_drop);
  return {
      .seconds = glfwGetTime,
      .size = [window] { return size_of(window); },
      .begin_frame = ImGui_ImplGlfw_NewFrame,
      .show_frame = [window] { glfwSwapBuffers(window); },
      .take_dropped = [&desktop] { return std::exchange(desktop.dropped, {}); },
      .take_close = [window] { return take_close(window); },
      .ask_for_file =
          [&desktop](const FileQuestion& question) {
            if (!desktop.portal) desktop.portal.emplace();
            return desktop.portal->ask(question, {});
          },
      .is_asking = [&desktop] { return desktop.portal && desktop.portal->asking(); },
      .file_answer = [&desktop]() -> std::optional<FileAnswer> {
        if (!desktop.portal) return std::nullopt;
        return desktop.portal->answer();
      },
      .set_title = [window](const std::string& title) { glfwSetWindowTitle(window, title.c_str()); },
      .limit_size = [window](
                        int width,
                        int height) { glfwSetWindowSizeLimits(window, width, height, GLFW_DONT_CARE, GLFW_DONT_CARE); },
      .remember_place = [window](Settings& settings) { remember_place(window, settings); },
  };
}

}  // namespace shardscope
