#include "app/window/run_explorer.h"

#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "app/explorer/state/explorer.h"
#include "app/explorer/state/view_list.h"
#include "app/explorer/window.h"
#include "app/files/paths.h"
#include "app/session/documents.h"
#include "app/session/settings.h"
#include "app/window/explorer_loop.h"
#include "app/window/glfw_window.h"
#include "app/window/keeping.h"
#include "render/picture/gl.h"
#include "render/text/fonts.h"

namespace shardscope {

namespace {

struct ImGuiSession {
  explicit ImGuiSession(GLFWwindow* window) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // our own settings file keeps the arrangement
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init(shader_version);
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

/// A lesson that a teacher saves is taken up as it now stands; what is wrong with it is said.
void follow_lesson_files(Explorer& explorer, LessonStamp& seen) {
  const std::filesystem::path program = data_directory() / "presets", own = own_presets_directory();
  const LessonStamp now = lesson_stamp(program, own);
  if (now == seen) return;
  seen = now;
  LessonLibrary& library = explorer.of<LessonsState>().library;
  library = load_lessons(program, own, picture_names(), explorer.session.presets);
  if (!library.problems.empty()) explorer.session.notice = {line_of(library.problems.front(), ""), true};
}

/// Wakes the window when a lesson's file was written: it rests until something comes, and a save is no input.
class LessonFileWatch {
 public:
  LessonFileWatch() : thread_([this] { look(); }) {}
  LessonFileWatch(const LessonFileWatch&) = delete;
  LessonFileWatch& operator=(const LessonFileWatch&) = delete;
  ~LessonFileWatch() {
    {
      const std::scoped_lock lock(mutex_);
      ended_ = true;
    }
    end_.notify_one();
    thread_.join();
  }

 private:
  void look() {
    constexpr auto look_every = std::chrono::milliseconds(500);
    const std::filesystem::path program = data_directory() / "presets", own = own_presets_directory();
    LessonStamp seen = lesson_stamp(program, own);
    std::unique_lock lock(mutex_);
    while (!end_.wait_for(lock, look_every, [&] { return ended_; })) {
      const LessonStamp now = lesson_stamp(program, own);
      if (now != seen) glfwPostEmptyEvent();
      seen = now;
    }
  }

  std::mutex mutex_;
  std::condition_variable end_;
  bool ended_ = false;
  std::thread thread_;
};

/// Until something may have changed.
void wait_for_change(const ExplorerLoop& loop) {
  const std::optional<double> next = loop.next_in();
  if (!next) return glfwWaitEvents();
  if (*next > 0) return glfwWaitEventsTimeout(*next);
  glfwPollEvents();
}

void run_loop(GLFWwindow* window, Explorer& explorer, const Fonts& fonts, Keeping& keeping) {
  LessonStamp lessons = lesson_stamp(data_directory() / "presets", own_presets_directory());
  Desktop desktop;
  const WindowSystem system = window_system(window, desktop);
  ExplorerLoop loop(explorer, keeping, system, fonts, draw_explorer);
  const LessonFileWatch watch;
  while (!explorer.session.closing) {
    wait_for_change(loop);
    follow_lesson_files(explorer, lessons);
    loop.frame();
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
  // Everything that lasts is written. A plan that is still evaluated beside the frames may take a second, for which
  // nobody waits: the system takes back what the program has.
  if (explorer.of<SearchState>().worker || explorer.of<SweepState>().worker) {
    std::fflush(nullptr);
    std::_Exit(0);
  }
  return 0;
}

}  // namespace shardscope
