#include "app/explorer/present_window.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("presented at 1280 x 720 no word is smaller than 18 pixels, none is cut, none lies on another") {
  for (const char* preset : {"gpt4-25k-a100", "llama3-70b-4096-h100"}) {
    WindowDriver window(preset, {1280, 720});
    window.key(ImGuiKey_F5);
    REQUIRE(window.explorer.presentation.running);
    const std::size_t steps = window.explorer.presentation.running->slides.size();
    for (std::size_t step = 0; step < steps; ++step) {
      CAPTURE(preset);
      CAPTURE(window.explorer.grown);
      window.frames(2);
      for (const DrawnRun& run : drawn_runs()) {
        CAPTURE(run.words);
        CHECK(run.size >= 18);
      }
      CHECK_MESSAGE(overlapping_words().empty(), joined_lines(overlapping_words()));
      CHECK_MESSAGE(cut_words().empty(), joined_lines(cut_words()));
      window.key(ImGuiKey_PageDown);
    }
  }
}

TEST_CASE("a sweep is presented without the column of what is asked") {
  WindowDriver window;
  window.click("tab.sweep");
  window.frames(3);
  REQUIRE(window.shows("sweep.along"));
  window.key(ImGuiKey_F6);
  window.key(ImGuiKey_F5);
  window.frames(3);
  CHECK_FALSE(window.shows("sweep.along"));
  window.key(ImGuiKey_Escape);
  window.frames(2);
  CHECK(window.shows("sweep.along"));
}

TEST_CASE("the schedule lab is presented without its values") {
  WindowDriver window;
  window.click("tab.lab");
  window.frames(3);
  REQUIRE(window.shows("lab.ranks"));
  window.key(ImGuiKey_F6);
  window.key(ImGuiKey_F5);
  window.frames(3);
  REQUIRE(window.explorer.presentation.running);
  CHECK_FALSE(window.shows("lab.ranks"));
  window.key(ImGuiKey_Escape);
  window.frames(2);
  CHECK(window.shows("lab.ranks"));
}

TEST_CASE("the scale grows with the window") {
  CHECK(presenting_scale({1280, 720}) == doctest::Approx(1.5).epsilon(0.001));
  CHECK(presenting_scale({1920, 1080}) == doctest::Approx(2.25).epsilon(0.001));
  CHECK(presenting_scale({640, 360}) == 1);
}

TEST_CASE("a ring marks the pointer, and the spotlight dims all but the card under it") {
  WindowDriver window("gpt4-25k-a100", {1280, 720});
  window.key(ImGuiKey_F5);
  const auto foreground = [] {
    const auto lists = ImGui::GetDrawData()->CmdLists;
    const auto found = std::find_if(lists.begin(), lists.end(),
                                    [](const ImDrawList* list) { return list == ImGui::GetForegroundDrawList(); });
    return found == lists.end() ? 0 : (*found)->VtxBuffer.Size;
  };
  window.point_at(window.place("presentation.view").center());
  const int ring = foreground();
  CHECK(ring > 20);
  window.key(ImGuiKey_L);
  window.frames(1);
  CHECK(foreground() > ring);
  window.key(ImGuiKey_L);
  window.frames(1);
  CHECK(foreground() == ring);
}

TEST_CASE("N takes the step's words away and back; a double click shows the whole view instead of its card") {
  WindowDriver window("gpt4-25k-a100", {1280, 720});
  window.key(ImGuiKey_F5);
  const auto says = [](std::string_view words) {
    const std::vector<DrawnRun> runs = drawn_runs();
    return std::any_of(runs.begin(), runs.end(),
                       [&](const DrawnRun& run) { return run.words.find(words) != std::string::npos; });
  };
  window.frames(1);
  CHECK(says("per pipeline stage"));
  CHECK_FALSE(says("component"));
  const Rect view = window.place("presentation.view");
  window.double_click({view.min.x + 60, view.min.y + 22});
  window.frames(1);
  CHECK(says("component"));
  CHECK(window.explorer.grown == "memory");
  const std::size_t with_notes = drawn_runs().size();
  window.key(ImGuiKey_N);
  window.frames(1);
  CHECK(drawn_runs().size() < with_notes);
}

TEST_CASE("what a lesson asks isn't given away before the next step") {
  WindowDriver window("gpt4-25k-a100", {1280, 720});
  window.explorer.of<LessonsState>().open = "bubble";
  window.key(ImGuiKey_F5);
  window.frames(1);
  REQUIRE(window.explorer.presentation.running->slides.front().asks);
  const auto says_percent = [] {
    const std::vector<DrawnRun> runs = drawn_runs();
    return std::any_of(runs.begin(), runs.end(),
                       [](const DrawnRun& run) { return run.words.find('%') != std::string::npos; });
  };
  CHECK_FALSE(says_percent());
  window.key(ImGuiKey_PageDown);
  window.frames(1);
  CHECK(says_percent());
}

TEST_CASE("a key that leads to a plan with fewer stages than the one that is picked never draws that one of it") {
  WindowDriver window;
  Explorer& explorer = window.explorer;
  LaunchedScenario few = explorer.session.history.present().said;
  Scenario many = few.scenario;
  few.scenario.plan.pp = 10, few.scenario.plan.dp = 312, few.scenario.plan.global_batch = 7176;
  open_preset(explorer.session, few);
  edit_as_step(explorer.session, many, "plan.pp");
  window.frames(2);
  window.key(ImGuiKey_F5);
  REQUIRE(explorer.grown == "memory");
  explorer.presentation.running->whole = true;
  explorer.selection.stage = 14;
  window.frames(2);
  const auto& taken_apart = explorer.of<MemoryState>().stage;
  REQUIRE(taken_apart->stage == 14);
  const std::uint64_t made = taken_apart.made();
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  REQUIRE(window.plan().pp == 10);
  CHECK(taken_apart->stage < 10);
  CHECK(taken_apart.made() == made + 1);
}
