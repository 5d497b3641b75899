#include "app/window/run_explorer.h"

#define GLFW_INCLUDE_NONE  // glad declares OpenGL

#include <GLFW/glfw3.h>
#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "app/explorer/begin_frame.h"
#include "app/explorer/chart_export.h"
#include "app/explorer/explorer.h"
#include "app/explorer/window.h"
#include "app/explorer/window_parts.h"
#include "app/files/paths.h"
#include "app/panels/controls.h"
#include "app/session/documents.h"
#include "app/session/settings.h"
#include "app/window/file_portal.h"
#include "app/window/keeping.h"
#include "render/picture/read_pixels.h"
#include "render/text/fonts.h"
#include "render/text/theme.h"

namespace shardscope {

namespace {

/// Dear ImGui settles within this many frames after the last event.
constexpr int frames_after_event = 3;
constexpr double caret_blink_seconds = 0.25;
constexpr double portal_look_seconds = 0.05;  // while a dialog of the desktop's is open

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

struct ImGuiSession {
  explicit ImGuiSession(GLFWwindow* window) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // our own settings file keeps the arrangement
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
  }
  ImGuiSession(const ImGuiSession&) = delete;
  ImGuiSession& operator=(const ImGuiSession&) = delete;
  ~ImGuiSession() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
};

int fail(const char* what) {
  const char* why = nullptr;
  glfwGetError(&why);
  std::fprintf(stderr, "shardscope: %s%s%s\n", what, why != nullptr ? ": " : "", why != nullptr ? why : "");
  return 1;
}

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

/// How many pixels of the window's coordinate system a design pixel takes: the monitor's scale, less what the
/// framebuffer already has of it, times the person's zoom, as far as the window holds that.
float interface_scale(GLFWwindow* window, float zoom) {
  float content = 1, unused = 1;
  glfwGetWindowContentScale(window, &content, &unused);
  int window_width = 1, window_height = 1, framebuffer_width = 1, ignored = 0;
  glfwGetWindowSize(window, &window_width, &window_height);
  glfwGetFramebufferSize(window, &framebuffer_width, &ignored);
  const float density = window_width > 0 ? static_cast<float>(framebuffer_width) / static_cast<float>(window_width) : 1;
  const float asked = std::clamp(content / std::max(density, 0.1F) * zoom, 0.5F, 4.0F);
  return scale_within({static_cast<float>(window_width), static_cast<float>(window_height)}, asked);
}

Theme theme_for(const Settings& settings, float scale, const Fonts& fonts) {
  Theme theme = theme_of(settings.theme);
  theme.scale = scale;
  theme.fonts = fonts;
  return theme;
}

/// No smaller than what can be read at, and no larger than the screen.
void limit_size(GLFWwindow* window, float scale, ImVec2& limit) {
  ImVec2 least{design::window_width_min * scale, design::window_height_min * scale};
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    if (width > 0) least.x = std::min(least.x, static_cast<float>(width));
    if (height > 0) least.y = std::min(least.y, static_cast<float>(height));
  }
  if (least.x == limit.x && least.y == limit.y) return;
  limit = least;
  glfwSetWindowSizeLimits(window, static_cast<int>(least.x), static_cast<int>(least.y), GLFW_DONT_CARE, GLFW_DONT_CARE);
}

void draw_frame(GLFWwindow* window, Explorer& explorer, const Fonts& fonts) {
  const Theme theme =
      theme_for(explorer.session.settings, interface_scale(window, explorer.session.settings.zoom), fonts);
  apply_theme(ImGui::GetStyle(), theme);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  begin_frame();
  draw_explorer(explorer, theme);
  ImGui::Render();
  int width = 0, height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  glViewport(0, 0, width, height);
  const ImVec4 background = ImGui::ColorConvertU32ToFloat4(theme.panel);
  glClearColor(background.x, background.y, background.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (picture_is_due(explorer))
    take_picture(explorer, read_pixels(width, height),
                 static_cast<float>(width) / std::max(1.0F, ImGui::GetIO().DisplaySize.x));
  glfwSwapBuffers(window);
}

void show_title(GLFWwindow* window, const Document& document, std::string& shown) {
  const std::string title = document.said.scenario.name + (document.edited() ? " (edited)" : "") + " – Shardscope";
  if (title == shown) return;
  glfwSetWindowTitle(window, title.c_str());
  shown = title;
}

bool is_asking(const std::optional<FilePortal>& portal) {
  return portal && portal->asking();
}

/// Lets the desktop's own dialog ask for a file where it has one, and takes its answer; true while it is open.
bool ask_natively(Explorer& explorer, std::optional<FilePortal>& portal) {
  FilePicker& picker = explorer.session.picker;
  if (portal)
    if (const std::optional<FileAnswer> answer = portal->answer()) take_native_answer(explorer, answer->path);
  if (picker.native && picker.mode != PickerMode::closed && !is_asking(portal)) {
    if (!portal) portal.emplace();  // no sooner: a portal may have to be started
    const bool open = picker.mode == PickerMode::open;
    const char* title = open                   ? "Open a scenario, a config.json or a launch"
                        : exports(picker.mode) ? "Export"
                                               : "Save the scenario";
    picker.native = portal->ask({!open, title, picker.folder, picker.name}, {});  // else our own asks
  }
  return is_asking(portal);
}

/// A lesson that a teacher saves is taken up as it now stands; what is wrong with it is said.
void follow_lesson_files(Explorer& explorer, LessonStamp& seen) {
  const std::filesystem::path program = data_directory() / "presets", own = own_presets_directory();
  const LessonStamp now = lesson_stamp(program, own);
  if (now == seen) return;
  seen = now;
  LessonLibrary& library = explorer.of<LessonsState>().library;
  library = load_lessons(program, own);
  if (!library.problems.empty()) explorer.session.notice = {line_of(library.problems.front(), ""), true};
}

/// Until something may have changed: at once where frames are due, or the window comes to rest and what is open is
/// kept.
void wait_for_change(const Explorer& explorer, const std::optional<FilePortal>& portal, bool frames_due, bool rest_due,
                     const Keeping& keeping) {
  if (frames_due || moves_by_itself(explorer)) return glfwPollEvents();
  if (is_asking(portal)) return glfwWaitEventsTimeout(portal_look_seconds);
  if (ImGui::GetIO().WantTextInput) return glfwWaitEventsTimeout(caret_blink_seconds);
  if (rest_due) return glfwWaitEventsTimeout(static_cast<double>(pointer_rests_after_seconds));
  // At the end of that time it is kept, and a frame shows what can't be.
  if (const auto due = keeping.due_in(glfwGetTime())) return glfwWaitEventsTimeout(std::max(*due, 0.001));
  glfwWaitEvents();
}

void run_loop(GLFWwindow* window, Explorer& explorer, const Fonts& fonts, Keeping& keeping) {
  std::string title;
  LessonStamp lessons = lesson_stamp(data_directory() / "presets", own_presets_directory());
  ImVec2 size_limit(0, 0);
  int frames_due = frames_after_event;
  bool rest_due = false;  // a frame once the pointer has rested: some words come up then
  std::optional<FilePortal> portal;
  explorer.session.picker.native = true;  // until it turns out that there is none
  std::vector<std::string> dropped;
  glfwSetWindowUserPointer(window, &dropped);
  glfwSetDropCallback(window, take_drop);
  while (!explorer.session.closing) {
    wait_for_change(explorer, portal, frames_due > 0, rest_due, keeping);
    const bool input = ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
    rest_due = input || (rest_due && frames_due > 0);
    const bool asked = is_asking(portal);
    const bool was_native = explorer.session.picker.native;
    const bool answered = asked != ask_natively(explorer, portal) || was_native != explorer.session.picker.native;
    const bool comes = input || answered || !dropped.empty();
    frames_due = comes || frames_due <= 0 ? frames_after_event : frames_due - 1;
    if (!dropped.empty()) drop_files(explorer.session, std::exchange(dropped, {}));
    if (glfwWindowShouldClose(window) == GLFW_TRUE) {
      glfwSetWindowShouldClose(window, GLFW_FALSE);
      request_close(explorer.session);
    }
    follow_lesson_files(explorer, lessons);
    limit_size(window, interface_scale(window, 1), size_limit);
    draw_frame(window, explorer, fonts);
    show_title(window, explorer.session.history.present(), title);
    if (comes || moves_by_itself(explorer)) keeping.note_change();
    if (const double now = glfwGetTime(); keeping.due_in(now) == 0) {
      remember_place(window, explorer.session.settings);
      keeping.keep(explorer, now);
    }
  }
}

}  // namespace

int run_explorer(const Presets& presets, const std::optional<LaunchedScenario>& scenario, const std::string& file,
                 const std::optional<TakenIn>& from) {
  if (!scenario && presets.scenarios.empty()) return fail("there is no scenario to open: the presets are missing");
  const std::filesystem::path settings_path = settings_file();
  const Settings settings = load_settings(settings_path);

  const GlfwLibrary library;
  if (!library.ready) return fail("no window can be opened here");
  const GlfwWindow window = open_window(settings);
  if (!window) return fail("no window with OpenGL 3.3 can be opened here");
  glfwMakeContextCurrent(window.get());
  if (gladLoadGL(glfwGetProcAddress) == 0) return fail("OpenGL can't be loaded");
  glfwSwapInterval(1);

  const ImGuiSession session(window.get());
  const Fonts fonts = load_fonts(*ImGui::GetIO().Fonts, usual_font_folders());
  const std::string& there = scenario ? file : std::string();
  Explorer explorer = make_explorer(presets, scenario.value_or(presets.scenarios.front()), there, settings);
  const Document asked = explorer.session.history.present();
  Keeping keeping(settings_path);
  keeping.open(explorer, presets);
  if (scenario)
    open_beside(explorer.session, asked);
  else if (!file.empty())
    open_file_beside(explorer.session, file);
  if (scenario && from) show_taken(explorer.session, *from);
  run_loop(window.get(), explorer, fonts, keeping);
  keeping.close(explorer);
  return 0;
}

}  // namespace shardscope
