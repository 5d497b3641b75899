#include "app/web/browser_window.h"

#include <emscripten.h>
#include <emscripten/html5.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace shardscope {

namespace {

namespace fs = std::filesystem;

/// What the page said since it was last asked.
struct Said {
  std::vector<std::string> dropped;
  std::optional<FileAnswer> answer;
  bool asking = false;
  double frame_began = 0;
};
Said& said() {
  static Said all;
  return all;
}

EM_JS(double, page_written_at, (const char* file), { return Module.page.writtenAt(UTF8ToString(file)); });

using Written = std::map<std::string, double>;  // milliseconds since 1970

Written files_there() {
  Written there;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(page_files, failure))
    if (entry.path().extension() != ".new") there.emplace(entry.path().string(), page_written_at(entry.path().c_str()));
  return there;
}

/// Those that were downloaded, or came from the person.
Written& known_files() {
  static Written files = files_there();
  return files;
}

EM_JS(void, page_open_file, (), { Module.page.openFile(); });
EM_JS(void, page_download, (const char* file), { Module.page.download(UTF8ToString(file)); });
EM_JS(void, page_title, (const char* title), { Module.page.title(UTF8ToString(title)); });
EM_JS(void, page_cursor, (const char* name), { Module.page.cursor(UTF8ToString(name)); });

/// As a page's style names them, in Dear ImGui's order.
constexpr std::array<const char*, ImGuiMouseCursor_COUNT> cursor_names = {
    "default",     "text",    "move", "ns-resize", "ew-resize",  "nesw-resize",
    "nwse-resize", "pointer", "wait", "progress",  "not-allowed"};

const char* cursor_name(ImGuiMouseCursor cursor) {
  const auto place = static_cast<std::size_t>(cursor);
  return place < cursor_names.size() ? cursor_names[place] : "none";
}

double seconds() {
  return emscripten_get_now() / 1000;
}

void begin_page_frame() {
  ImGuiIO& io = ImGui::GetIO();
  const WindowSize& size = page_size();
  io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
  io.DisplayFramebufferScale = {static_cast<float>(size.pixels_across) / static_cast<float>(size.width),
                                static_cast<float>(size.pixels_up) / static_cast<float>(size.height)};
  const double now = seconds();
  constexpr double least = 1e-4;  // Dear ImGui takes no frame without time
  io.DeltaTime = static_cast<float>(std::max(least, now - std::exchange(said().frame_began, now)));
}

/// What is saved or exported goes to the browser's downloads: it asks where, or not, as the person set it there.
bool ask_for_file(const FileQuestion& question) {
  if (question.save) {
    said().answer = FileAnswer{(fs::path(page_files) / fs::path(question.name).filename()).string()};
    return true;
  }
  said().asking = true;
  page_open_file();
  return true;
}

}  // namespace

WindowSize& page_size() {
  static WindowSize size;
  return size;
}

std::string open_canvas() {
  EmscriptenWebGLContextAttributes wish;
  emscripten_webgl_init_context_attributes(&wish);
  wish.majorVersion = 2;
  wish.alpha = wish.depth = wish.stencil = wish.antialias = false;
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#canvas", &wish);
  if (context <= 0) return "This browser has no WebGL 2, or it is switched off.";
  emscripten_webgl_make_context_current(context);
  return {};
}

WindowSystem page_window() {
  std::error_code ignored;
  fs::create_directories(page_files, ignored);
  (void)known_files();
  return {
      .seconds = seconds,
      .size = [] { return page_size(); },
      .begin_frame = begin_page_frame,
      .show_frame = [] { page_cursor(cursor_name(ImGui::GetMouseCursor())); },
      .take_dropped = [] { return std::exchange(said().dropped, {}); },
      .take_close = [] { return false; },
      .ask_for_file = ask_for_file,
      .is_asking = [] { return said().asking; },
      .file_answer = [] { return std::exchange(said().answer, std::nullopt); },
      .set_title = [](const std::string& title) { page_title(title.c_str()); },
      .limit_size = [](int, int) {},
      .remember_place = [](Settings&) {},
  };
}

void download_written() {
  Written now = files_there();
  for (const auto& [file, time] : now)
    if (const auto known = known_files().find(file); known == known_files().end() || known->second != time)
      page_download(file.c_str());
  known_files() = std::move(now);
}

}  // namespace shardscope

using namespace shardscope;

extern "C" {

/// Files that came from the person lie in the page's folder by then; of a question no name says that none was taken.
EMSCRIPTEN_KEEPALIVE void shardscope_dropped(const char* file) {
  known_files() = files_there();
  said().dropped.emplace_back(file);
}

EMSCRIPTEN_KEEPALIVE void shardscope_chosen(const char* file) {
  known_files() = files_there();
  said().asking = false;
  said().answer = FileAnswer{file};
}
}
