#include "app/window/explorer_loop.h"

#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "app/explorer/begin_frame.h"
#include "app/explorer/chart_export.h"
#include "app/explorer/window_parts.h"
#include "app/panels/controls.h"
#include "app/session/documents.h"
#include "render/picture/gl.h"
#include "render/picture/read_pixels.h"

namespace shardscope {

namespace {

/// Dear ImGui settles within this many frames after the last event.
constexpr int frames_after_event = 3;
constexpr double caret_blink_seconds = 0.25;
constexpr double answer_look_seconds = 0.05;  // while a dialog of the system's is open

Theme theme_for(const Settings& settings, float scale, const Fonts& fonts) {
  Theme theme = theme_of(settings.theme);
  theme.scale = scale;
  theme.fonts = fonts;
  return theme;
}

/// No smaller than what can be read at, and no larger than the screen.
ImVec2 least_size(const WindowSize& size) {
  const float scale = interface_scale(size, 1);
  ImVec2 least{design::window_width_min * scale, design::window_height_min * scale};
  if (size.widest) least.x = std::min(least.x, static_cast<float>(*size.widest));
  if (size.highest) least.y = std::min(least.y, static_cast<float>(*size.highest));
  return least;
}

}  // namespace

float interface_scale(const WindowSize& size, float zoom) {
  const float density = size.width > 0 ? static_cast<float>(size.pixels_across) / static_cast<float>(size.width) : 1;
  const float asked = std::clamp(size.monitor_scale / std::max(density, 0.1F) * zoom, 0.5F, 4.0F);
  return scale_within({static_cast<float>(size.width), static_cast<float>(size.height)}, asked);
}

ExplorerLoop::ExplorerLoop(Explorer& explorer, Keeping& keeping, const WindowSystem& window, const Fonts& fonts,
                           DrawFrame draw_frame)
    : explorer_(explorer),
      keeping_(keeping),
      window_(window),
      fonts_(fonts),
      draw_(draw_frame),
      frames_due_(frames_after_event) {
  explorer_.session.picker.native = true;  // until it turns out that there is none
}

/// At once where frames are due, or the window comes to rest and what is open is kept.
std::optional<double> ExplorerLoop::next_in() const {
  if (frames_due_ > 0 || moves_by_itself(explorer_)) return 0;
  if (window_.is_asking()) return answer_look_seconds;
  if (ImGui::GetIO().WantTextInput && explorer_.session.settings.animation) return caret_blink_seconds;
  if (rest_due_) return static_cast<double>(pointer_rests_after_seconds);
  // At the end of that time it is kept, and a frame shows what can't be.
  if (const auto due = keeping_.due_in(window_.seconds())) return std::max(*due, 0.001);
  return std::nullopt;
}

/// Lets the system's own dialog ask for a file where it has one, and takes its answer; true where either happened.
bool ExplorerLoop::ask_natively() {
  FilePicker& picker = explorer_.session.picker;
  const bool asked = window_.is_asking(), was_native = picker.native;
  if (const std::optional<FileAnswer> answer = window_.file_answer())
    take_native_answer(explorer_, answer->path, asked_);
  if (picker.native && picker.mode != PickerMode::closed && !window_.is_asking()) {
    const bool open = picker.mode == PickerMode::open;
    const char* title = open                   ? "Open a scenario, a config.json or a launch"
                        : exports(picker.mode) ? "Export"
                                               : "Save the scenario";
    asked_ = picker.question;
    picker.native = window_.ask_for_file({!open, title, picker.folder, picker.name});  // else our own asks
  }
  return asked != window_.is_asking() || was_native != picker.native;
}

void ExplorerLoop::draw() {
  const WindowSize size = window_.size();
  const Theme theme =
      theme_for(explorer_.session.settings, interface_scale(size, explorer_.session.settings.zoom), fonts_);
  apply_theme(ImGui::GetStyle(), theme);
  ImGui_ImplOpenGL3_NewFrame();
  window_.begin_frame();
  begin_frame();
  draw_(explorer_, theme);
  ImGui::Render();
  glViewport(0, 0, size.pixels_across, size.pixels_up);
  const ImVec4 background = ImGui::ColorConvertU32ToFloat4(theme.panel);
  glClearColor(background.x, background.y, background.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (picture_is_due(explorer_))
    take_picture(explorer_, read_pixels(size.pixels_across, size.pixels_up),
                 static_cast<float>(size.pixels_across) / std::max(1.0F, ImGui::GetIO().DisplaySize.x));
  window_.show_frame();
}

void ExplorerLoop::show_title() {
  const Document& document = explorer_.session.history.present();
  std::string title = document.said.scenario.name + (document.edited() ? " (edited)" : "") + " – Shardscope";
  if (title == title_) return;
  window_.set_title(title);
  title_ = std::move(title);
}

void ExplorerLoop::frame() {
  const bool input = ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
  rest_due_ = input || (rest_due_ && frames_due_ > 0);
  const bool answered = ask_natively();
  const std::vector<std::string> dropped = window_.take_dropped();
  const bool comes = input || answered || !dropped.empty();
  frames_due_ = comes || frames_due_ <= 0 ? frames_after_event : frames_due_ - 1;
  if (!dropped.empty()) drop_files(explorer_.session, dropped);
  if (window_.take_close()) request_close(explorer_.session);
  if (const ImVec2 least = least_size(window_.size()); least.x != size_limit_.x || least.y != size_limit_.y) {
    size_limit_ = least;
    window_.limit_size(static_cast<int>(least.x), static_cast<int>(least.y));
  }
  draw();
  show_title();
  if (comes || moves_by_itself(explorer_)) keeping_.note_change();
  if (const double now = window_.seconds(); keeping_.due_in(now) == 0) {
    window_.remember_place(explorer_.session.settings);
    keeping_.keep(explorer_, now);
  }
}

}  // namespace shardscope
