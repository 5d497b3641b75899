#include "tests/gui/window_driver.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <utility>

#include "app/explorer/begin_frame.h"
#include "app/explorer/window.h"
#include "tests/app/commands/run_command.h"

namespace shardscope::tests {

namespace {

constexpr int frames_at_first = 5, frames_to_settle = 2;
constexpr int frames_of_a_drag = 6;
constexpr float seconds_apart = 0.6F;  // two clicks this far apart aren't a double click

Offscreen new_offscreen() {
  Outcome<Offscreen> made = Offscreen::create();
  if (!succeeded(made)) throw std::runtime_error(problems_of(made).front().message);
  return std::move(std::get<0>(made));
}

const LaunchedScenario& preset_named(std::string_view name) {
  const LaunchedScenario* found = real_presets().launched(name);
  if (found == nullptr) throw std::runtime_error("no scenario is called " + std::string(name));
  return *found;
}

}  // namespace

WindowDriver::WindowDriver(std::string_view preset, WindowSize size)
    : explorer(make_explorer(real_presets(), preset_named(preset), {}, Settings{})),
      offscreen_(new_offscreen()),
      size_(size) {
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  ImGui::GetIO().AddFocusEvent(true);
  frames(frames_at_first);
}

Theme WindowDriver::theme() const {
  Theme theme = theme_of(explorer.session.settings.theme);
  theme.scale = scale_within({static_cast<float>(size_.width), static_cast<float>(size_.height)},
                             size_.scale * explorer.session.settings.zoom);
  theme.fonts = offscreen_.fonts();
  return theme;
}

ViewFrame WindowDriver::view_frame() {
  view_theme_ = theme();
  output_ = {};
  return frame_of(explorer, view_theme_, output_);
}

void WindowDriver::frame(float seconds) {
  const Theme drawn = theme();
  offscreen_.activate();
  apply_theme(ImGui::GetStyle(), drawn);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(size_.width), static_cast<float>(size_.height)};
  io.DeltaTime = seconds;
  begin_frame();
  draw_explorer(explorer, drawn);
  ImGui::Render();
}

void WindowDriver::frames(int count) {
  for (int i = 0; i < count; ++i) frame(1.0F / 60);
}

void WindowDriver::settle() {
  constexpr int frames_max = 100;
  explorer.session.evaluate_seconds = 0;
  frames(frames_to_settle);
  for (int i = 0; i < frames_max && moves_by_itself(explorer); ++i) frames(1);
}

Image WindowDriver::picture() {
  const Theme drawn = theme();
  offscreen_.activate();
  apply_theme(ImGui::GetStyle(), drawn);
  return offscreen_.picture(size_.width, size_.height, drawn.panel, [&] { draw_explorer(explorer, drawn); });
}

Rect WindowDriver::place(std::string_view name) const {
  const std::optional<Rect> found = explorer.places.find(name);
  if (!found) throw std::runtime_error("nothing called " + std::string(name) + " was drawn");
  return *found;
}

void WindowDriver::point_at(ImVec2 at) {
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
  frames(frames_to_settle);
}

void WindowDriver::rest_at(ImVec2 at) {
  point_at(at);
  for (int i = 0; i < frames_to_settle; ++i) frame(seconds_apart);
}

void WindowDriver::press(ImGuiMouseButton button) {
  ImGui::GetIO().AddMouseButtonEvent(button, true);
  frames(1);
}

void WindowDriver::release(ImGuiMouseButton button) {
  ImGui::GetIO().AddMouseButtonEvent(button, false);
  frames(frames_to_settle);
}

void WindowDriver::click(ImVec2 at, ImGuiMouseButton button) {
  point_at(at);
  press(button);
  release(button);
  frame(seconds_apart);
}

void WindowDriver::double_click(ImVec2 at) {
  point_at(at);
  for (int i = 0; i < 2; ++i) {
    press();
    release();
  }
}

void WindowDriver::drag(ImVec2 from, ImVec2 to) {
  point_at(from);
  press();
  for (int i = 1; i <= frames_of_a_drag; ++i) {
    const float share = static_cast<float>(i) / frames_of_a_drag;
    ImGui::GetIO().AddMousePosEvent(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
    frames(1);
  }
  release();
}

void WindowDriver::wheel(float notches) {
  ImGui::GetIO().AddMouseWheelEvent(0, notches);
  frames(frames_to_settle);
}

void WindowDriver::key(ImGuiKeyChord chord) {
  ImGuiIO& io = ImGui::GetIO();
  const auto modifiers = static_cast<ImGuiKey>(chord & ImGuiMod_Mask_);
  const auto bare = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
  for (const bool down : {true, false}) {
    for (const ImGuiKey modifier : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt, ImGuiMod_Super})
      if ((modifiers & modifier) != 0) io.AddKeyEvent(modifier, down);
    io.AddKeyEvent(bare, down);
    frames(frames_to_settle);
  }
}

void WindowDriver::type(std::string_view text) {
  for (const char c : text) {
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned char>(c));
    frames(1);
  }
}

ImVec2 WindowDriver::stop(std::string_view slider, int index, int count) const {
  const Rect track = place(slider);
  return {track.min.x + track.width() * static_cast<float>(index) / static_cast<float>(count - 1), track.center().y};
}

void WindowDriver::show_rarer_fields() {
  constexpr std::string_view section = "section.";
  explorer.more_settings = true;
  frames(2);
  for (const Place& place : explorer.places.all)
    if (place.name.starts_with(section)) explorer.open_sections.emplace(place.name.substr(section.size()));
  frames(2);
}

void WindowDriver::set_value(std::string_view path, std::string_view text) {
  click(std::string(path) + ".value");
  type(text);
  key(ImGuiKey_Enter);
}

}  // namespace shardscope::tests
