// The script in the window: its flags lit, clicked and pointed at.
#include <doctest/doctest.h>

#include "app/launch/launch_view.h"
#include "tests/app/launch/script_window.h"
#include "tests/gui/has_color.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a script that is pasted stands in the window beside what was read, without the panel") {
  WindowDriver window;
  paste_script(window, window_script);
  CHECK(window.explorer.grown == "launch");
  CHECK(window.shows("launch.script"));
  CHECK(window.shows("launch.verdict"));
  CHECK(window.shows("launch.field.plan.pp"));
  CHECK_FALSE(window.shows("plan.tp"));
  CHECK(window.shows(flag_place(window, "--num-layers")));
  window.click("tab.explorer");
  window.frames(1);
  CHECK(window.shows("plan.tp"));
  window.click("tab.launch");
  window.frames(1);
  CHECK(window.shows("launch.script"));
}

TEST_CASE("a click on a flag goes to its field, a click on a field to its flag") {
  WindowDriver window("gpt4-25k-a100", {1280, 720, 1});
  paste_script(window, window_script);
  window.click(flag_place(window, "--num-layers"));
  window.frames(2);
  CHECK(window.explorer.of<LaunchState>().pick.field == "model.num_hidden_layers");
  // The other way: the script is scrolled from its top so far that the flag is in sight.
  std::string longer(window_script);
  for (int line = 0; line < 200; ++line) longer.insert(longer.find("MODEL_ARGS"), "# nothing in this line\n");
  paste_script(window, longer);
  const std::string place = flag_place(window, "--num-layers");
  CHECK_FALSE(window.shows(place));
  window.click("launch.field.model.num_hidden_layers");
  window.frames(2);
  CHECK(window.shows(place));
  const Rect flag = window.place(place);
  CHECK(has_color(window.picture(), {{flag.min.x - 2, flag.min.y - 2}, {flag.max.x + 2, flag.max.y + 2}},
                  window.theme().text));  // its outline
}

TEST_CASE("a broken flag is marked, and says its rule with the framework's line") {
  WindowDriver window;
  paste_script(window, broken_script());
  const LaunchState& state = window.explorer.of<LaunchState>();
  const std::string place = flag_place(window, "--seq-length");
  const LitSpan& span = state.marked->lit.spans[std::stoul(place.substr(12))];
  REQUIRE(span.fault);
  const LitFault& fault = state.marked->lit.faults[*span.fault];
  CHECK(fault.severity == Severity::error);
  CHECK_FALSE(fault.message.empty());
  const Image before = window.picture();
  CHECK(has_color(before, window.place(place), window.theme().bad));
  window.point_at(window.place(place).center());
  window.frames(60);
  CHECK(window.picture().rgba != before.rgba);  // the tip stands beside it
}

TEST_CASE("a launch that is mended in the script is no longer marked") {
  WindowDriver window;
  paste_script(window, broken_script());
  CHECK(window.explorer.of<LaunchState>().marked->lit.refused() > 0);
  paste_script(window, window_script);
  CHECK(window.explorer.of<LaunchState>().marked->lit.refused() == 0);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  window.frames(2);
  CHECK(window.explorer.of<LaunchState>().marked->lit.refused() > 0);  // undo brings the text back, too
}
