#include "app/explorer/window.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/characters.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a tiny window doesn't crash") {
  for (const WindowSize size : {WindowSize{1, 1, 1}, WindowSize{200, 100, 1}, WindowSize{640, 400, 3}}) {
    WindowDriver window("gpt4-25k-a100", size);
    window.point_at({static_cast<float>(size.width) / 2, static_cast<float>(size.height) / 2});
    CHECK(window.picture().width == size.width);
  }
}

TEST_CASE("Ctrl with plus, minus and 0 zooms all, within limits") {
  WindowDriver window;
  const float row = window.place("plan.tp.value").height();
  window.key(ImGuiMod_Ctrl | ImGuiKey_Equal);
  CHECK(window.explorer.session.settings.zoom == doctest::Approx(1.1));
  window.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Equal);
  CHECK(window.explorer.session.settings.zoom == doctest::Approx(1.2));
  window.frames(2);
  CHECK(window.place("plan.tp.value").height() > row);
  for (int i = 0; i < 8; ++i) window.key(ImGuiMod_Ctrl | ImGuiKey_Minus);
  CHECK(window.explorer.session.settings.zoom == doctest::Approx(0.7));
  window.key(ImGuiMod_Ctrl | ImGuiKey_0);
  CHECK(window.explorer.session.settings.zoom == 1);
}

TEST_CASE("a right click on a value and on a figure copies them") {
  WindowDriver window;
  window.click(window.place("plan.dp.value").center(), ImGuiMouseButton_Right);
  CHECK(std::string(ImGui::GetClipboardText()) == "208");
  CHECK(window.explorer.session.notice.text == "Copied 208");
  window.click(window.place("verdict.step").center(), ImGuiMouseButton_Right);
  CHECK(std::string(ImGui::GetClipboardText()).ends_with(" s"));
}

TEST_CASE("a right click copies every number that the window says, its own value or the words that it stands in") {
  for (const char* view : {"", "grow.memory", "grow.step", "grow.cluster", "verdict.run"}) {
    CAPTURE(view);
    WindowDriver window;
    if (*view != 0) window.click(view);
    window.point_at({1, 1});  // no tip lies over the numbers
    window.frames(2);
    const std::vector<DrawnRun> runs = tests::drawn_runs();
    std::size_t numbers = 0;
    for (const DrawnRun& run : runs) {
      if (std::none_of(run.words.begin(), run.words.end(), is_digit) || !run.clip.contains(run.rect.center())) continue;
      CAPTURE(run.words);
      ++numbers;
      ImGui::SetClipboardText("nothing yet");
      window.click(run.rect.center(), ImGuiMouseButton_Right);
      const std::string copied = ImGui::GetClipboardText();
      CHECK(std::any_of(copied.begin(), copied.end(), is_digit));
      CHECK(window.explorer.session.notice.text == "Copied " + copied);
    }
    CHECK(numbers > 60);
  }
}

TEST_CASE("the keys of the shortcuts don't reach the fields, nor typed letters the views") {
  WindowDriver window;
  const GanttView before = window.explorer.of<TimelineState>().gantt;
  window.click("scenario");
  window.type("was");
  CHECK(window.explorer.of<TimelineState>().gantt == before);
  CHECK(window.explorer.filter == "was");
}

TEST_CASE("Ctrl+O and Ctrl+S open their dialogs") {
  WindowDriver window;
  window.key(ImGuiMod_Ctrl | ImGuiKey_O);
  CHECK(window.explorer.session.picker.mode == PickerMode::open);
  window.key(ImGuiKey_Escape);
  window.key(ImGuiMod_Ctrl | ImGuiKey_S);
  CHECK(window.explorer.session.picker.mode == PickerMode::save);
}

TEST_CASE("one view alone takes the whole picture") {
  WindowDriver window;
  const Theme theme = window.theme();
  Explorer alone = window.explorer;
  ImGui::NewFrame();
  show_view(alone, "timeline");
  draw_view_alone(alone, theme);
  ImGui::Render();
  REQUIRE(alone.places.find("view.timeline").has_value());
  CHECK(alone.places.find("view.timeline")->width() > 1600);
  CHECK_FALSE(alone.places.find("view.memory").has_value());
}

TEST_CASE("C copies the card under the pointer as a table, a line for each of its rows") {
  WindowDriver window("gpt4-25k-a100");
  window.explorer.grown = "memory";
  window.frames(5);
  window.rest_at(window.place("view.memory").center());
  window.key(ImGuiKey_C);
  const std::string copied = ImGui::GetClipboardText();
  CAPTURE(copied);
  CHECK(copied.find("Weights, bf16\t30.84") != std::string::npos);
  CHECK(std::count(copied.begin(), copied.end(), '\n') > 10);
  CHECK(window.explorer.session.notice.text.starts_with("Copied the card as a table"));
  window.point_at({-1, -1});
  ImGui::SetClipboardText("nothing yet");
  window.key(ImGuiKey_C);
  CHECK(std::string(ImGui::GetClipboardText()) == "nothing yet");
}
