#include "app/panels/cards.h"

#include <doctest/doctest.h>

#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("all of the run's cards stay in the window, also in a small one") {
  for (const WindowSize size : {WindowSize{1760, 1080}, WindowSize{1280, 720}, WindowSize{2640, 1620, 1.5F}}) {
    WindowDriver window("gpt4-25k-a100", size);
    window.click("verdict.run");
    for (const char* name : {"run.calendar", "run.costs", "run.tornado", "run.curve.interval", "run.curve.goodput",
                             "run.curve.gpus", "run.curve.dollars", "run.claims.unknown"}) {
      CAPTURE(name);
      CAPTURE(size.width);
      if (!window.shows(name)) continue;
      const Rect place = window.place(name);
      CHECK(place.max.x < static_cast<float>(size.width));
      CHECK(place.max.y < static_cast<float>(size.height) - 28);
    }
    CHECK(window.shows("run.costs"));
    CHECK(window.shows("run.curve.dollars"));
  }
}

TEST_CASE("in a narrow window the run's cards stand one below the other, and scroll") {
  WindowDriver window("gpt4-25k-a100", {1024, 640});
  window.click("verdict.run");
  const Rect calendar = window.place("run.calendar");
  CHECK(calendar.width() > 600);
  CHECK_FALSE(window.shows("run.claims.unknown"));
  window.point_at(calendar.center());
  window.wheel(-100);
  window.frames(2);
  CHECK_FALSE(window.shows("run.calendar"));
  REQUIRE(window.shows("run.claims.unknown"));
  CHECK(window.place("run.claims.unknown").max.y < 640 - 28);
  window.click("run.claims.unknown");
  CHECK(window.explorer.of<RunState>().arranged.only == ClaimStanding::unknown);
}

TEST_CASE("no words of the Run view are cut, large or small") {
  for (const WindowSize size : {WindowSize{1760, 1080}, WindowSize{1280, 720}, WindowSize{3520, 2160, 2.0F}})
    for (const char* preset : {"gpt4-25k-a100", "llama3-405b-16k-h100", "deepseek-v3-2048-h800"}) {
      CAPTURE(preset);
      CAPTURE(size.width);
      WindowDriver window(preset, size);
      window.click("verdict.run");
      window.point_at({5, 5});
      window.frames(3);
      CHECK(joined_lines(cut_words()) == "");
    }
}

TEST_CASE("what keys stand on is lit, and they press it") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  window.click("run.claims.impossible");  // keys go on from here
  REQUIRE(window.explorer.of<RunState>().arranged.only == ClaimStanding::impossible);
  window.key(ImGuiKey_RightArrow);
  window.key(ImGuiKey_Space);
  CHECK(window.explorer.of<RunState>().arranged.only == ClaimStanding::unknown);
}

namespace {

/// Whether a box of words stands beside a pointer that rests there.
bool is_explained(WindowDriver& window, ImVec2 at) {
  window.point_at({5, 5});
  window.frames(30);
  window.point_at(at);
  window.frames(60);
  return ImGui::GetForegroundDrawList()->VtxBuffer.Size > 0;
}

}  // namespace

TEST_CASE("a title that is a term of the glossary, or begins with one, is explained from there") {
  WindowDriver window;
  const ImVec2 step = window.place("title.step").min, timeline = window.place("title.timeline").min;
  CHECK(is_explained(window, {step.x + 10, step.y + 18}));
  CHECK_FALSE(is_explained(window, {timeline.x + 10, timeline.y + 18}));  // no term
  window.double_click({step.x + 10, step.y + 18});
  const ImVec2 roofline = window.place("step.roofline").min;
  CHECK(is_explained(window, {roofline.x + 10, roofline.y - 20}));
}

TEST_CASE("each term that a title names is in the glossary") {
  for (const std::string_view term : table_of<TitleTerm>) {
    CAPTURE(term);
    CHECK(entry_of(real_presets().glossary, term) != nullptr);
  }
}

TEST_CASE("a title's term is explained under the pointer, and a title without one isn't") {
  WindowDriver window("gpt4-25k-a100");
  const auto rest_on = [&](const char* title) {
    const Rect place = window.place(title);
    window.rest_at({place.min.x + 8, place.center().y});
  };
  rest_on("title=step");
  CHECK(window.explorer.session.report.time.has_value());
  const auto says = [&](const std::string& words) {
    for (const DrawnRun& run : drawn_runs())
      if (run.words.find(words) != std::string::npos) return true;
    return false;
  };
  const GlossaryEntry* step = entry_of(real_presets().glossary, name_of(TitleTerm::step));
  REQUIRE(step != nullptr);
  CHECK(says(step->sentence.substr(0, 12)));
  rest_on("title=memory");
  CHECK_FALSE(says(step->sentence.substr(0, 12)));
}

TEST_CASE("a subtitle's figure is explained under the pointer, and a double click there grows the view all the same") {
  WindowDriver window("gpt4-25k-a100");
  const ImVec2 at = window.place("step.subtitle").center();
  window.rest_at(at);
  window.key(ImGuiKey_E);
  REQUIRE(window.explorer.derivations.size() == 1);
  window.key(ImGuiKey_Escape);
  const Rect title = window.place("title=step");
  window.double_click({title.max.x - 4, title.center().y});
  CHECK(window.explorer.grown == "step");
}
