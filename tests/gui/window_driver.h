// tests/gui: tests of the window as a person uses it: mouse and keys go in, the scenario and the picture come out.
// In: a preset and a size. Out: the explorer after each frame; controls are found by their name in explorer.places.
// No display is needed: frames are drawn offscreen, by the same function as in the real window.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/explorer/state/explorer.h"
#include "app/explorer/window.h"
#include "render/picture/image.h"
#include "render/picture/offscreen.h"

namespace shardscope::tests {

struct WindowSize {
  int width = 1760, height = 1080;
  float scale = 1;
};

/// A window with nothing pressed and the pointer outside of it. Every action draws the frames that it takes.
class WindowDriver {
 public:
  explicit WindowDriver(std::string_view preset = "gpt4-25k-a100", WindowSize size = {});

  Explorer explorer;

  /// Frames of a sixtieth of a second, laid out and not painted.
  void frames(int count);
  /// Frames until nothing changes by itself any more: what a view works out over many frames, as far as time allows, is
  /// done at once, as for a picture, so that it comes out the same each time.
  void settle();
  /// The next frame has another size.
  void resize(WindowSize size) { size_ = size; }
  [[nodiscard]] Theme theme() const;
  /// Paints the window as it is now.
  [[nodiscard]] Image picture();

  /// What a view is given in a frame.
  [[nodiscard]] ViewFrame view_frame();

  /// Where a control was drawn; fails the test where it wasn't.
  [[nodiscard]] Rect place(std::string_view name) const;
  [[nodiscard]] bool shows(std::string_view name) const { return explorer.places.find(name).has_value(); }

  void point_at(ImVec2 at);
  /// Points there until what is said beside a resting pointer is shown.
  void rest_at(ImVec2 at);
  void press(ImGuiMouseButton button = ImGuiMouseButton_Left);
  void release(ImGuiMouseButton button = ImGuiMouseButton_Left);
  void click(ImVec2 at, ImGuiMouseButton button = ImGuiMouseButton_Left);
  void click(std::string_view name) { click(place(name).center()); }
  void double_click(ImVec2 at);
  /// Presses at `from`, moves to `to` in several frames, and lets go.
  void drag(ImVec2 from, ImVec2 to);
  void wheel(float notches);
  /// A key with its modifiers: ImGuiMod_Ctrl | ImGuiKey_Z.
  void key(ImGuiKeyChord chord);
  void type(std::string_view text);

  /// The point of a slider's track at which it takes the value that stop `index` of `count` has.
  [[nodiscard]] ImVec2 stop(std::string_view slider, int index, int count) const;
  /// Clicks a row's value, types another and ends with Enter.
  void set_value(std::string_view path, std::string_view text);
  /// The panel's rarer fields, every section unfolded.
  void show_rarer_fields();

  [[nodiscard]] const Scenario& scenario() const { return explorer.session.history.present().said.scenario; }
  [[nodiscard]] const Plan& plan() const { return scenario().plan; }

 private:
  void frame(float seconds);

  Offscreen offscreen_;
  WindowOutput output_;
  Theme view_theme_;
  WindowSize size_;
};

}  // namespace shardscope::tests
