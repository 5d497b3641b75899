#include "tests/app/compare/compare_driver.h"
#include "tests/gui/drawn_words.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the comparison is copied as Markdown with a table and the sentence") {
  CompareDriver driver;
  driver.window.click("compare.copy");
  driver.window.frames(1);
  const std::string text = ImGui::GetClipboardText();
  CHECK(text.starts_with("# "));
  CHECK(text.find("| plan.pp | 15 | 30 |") != std::string::npos);
  CHECK(text.find("B's step is ") != std::string::npos);
}

TEST_CASE("Ctrl+B pins the plan that is open from any view, and says so") {
  WindowDriver window("gpt4-25k-a100");
  window.key(ImGuiMod_Ctrl | ImGuiKey_B);
  window.frames(1);
  CHECK(window.explorer.of<CompareState>().pins.size() == 1);
  CHECK(window.explorer.session.notice.text.find("Compare") != std::string::npos);
}

TEST_CASE("a preset is put beside the open plan from the list") {
  CompareDriver driver;
  driver.window.click("compare.add");
  driver.window.frames(2);
  driver.window.type("Llama 3.1 70B on 4");
  driver.window.key(ImGuiKey_Enter);
  driver.window.frames(2);
  CHECK(driver.state().pins.size() == 2);
  CHECK(driver.state().plans.size() == 2);
}

TEST_CASE("every size of window has cards that don't lie over each other") {
  for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{1280, 720, 1}, WindowSize{1024, 640, 1}}) {
    CAPTURE(size.width);
    CompareDriver driver(size);
    CHECK(driver.window.shows("compare.copy"));
    CHECK(driver.window.shows("compare.time_lost.bubble"));
  }
}

namespace {

std::string without_spaces(std::string words) {
  std::erase(words, ' ');
  return words;
}

/// Three plans beside each other in a window of that size.
struct ThreePlans : CompareDriver {
  explicit ThreePlans(WindowSize size) : CompareDriver(size) {
    (void)pin_plan(state(), window.view_frame().document, "pinned");
    for (const char* preset : {"gpt3-175b-v100", "llama3-70b-4096-h100"})
      REQUIRE(pin_plan(state(), {*real_presets().launched(preset), *real_presets().launched(preset), {}}, "preset"));
    window.frames(2);
    REQUIRE(state().plans.size() == 3);
  }
};

}  // namespace

TEST_CASE("the sentences of a comparison are whole, on as many lines as they take") {
  for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{1280, 720, 1}, WindowSize{1024, 640, 1}}) {
    CAPTURE(size.width);
    ThreePlans driver(size);
    for (const DrawnRun& run : drawn_runs())
      if (run.rect.min.y < driver.window.place("compare.sentence.C").max.y) CHECK_FALSE(run.words.ends_with("…"));
    CHECK(driver.window.place("compare.sentence.B").max.y <= driver.window.place("compare.sentence.C").min.y);
    CHECK(joined_lines(overlapping_words()) == "");
    const Rect bar = driver.window.place("compare.memory.C");
    CHECK(bar.height() >= 16);  // its figures stand in it
  }
}

TEST_CASE("each of three plans shows its whole name, all settings and all figures, however narrow the window") {
  for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{1280, 1080, 1}, WindowSize{1024, 1080, 1}}) {
    CAPTURE(size.width);
    ThreePlans driver(size);
    REQUIRE(driver.window.shows("compare.C.plan.gradient_dtype"));  // the last setting
    const Rect last = driver.window.place("compare.C." + std::string(entry_of(Headline::days).brief));
    CHECK(driver.window.place("compare.C.plan.gradient_dtype").max.y < last.min.y);
    std::vector<std::string> cut;
    std::string words;  // without spaces: where a run of glyphs ends is not where a word does
    for (const DrawnRun& run : drawn_runs()) {
      if (run.rect.min.y > last.max.y) continue;
      if (run.words.find("…") != std::string::npos) cut.push_back(run.words);
      words += without_spaces(run.words);
    }
    CHECK(joined_lines(cut) == "");
    for (const ComparedPlan& plan : driver.state().plans)
      CHECK(words.find(without_spaces(plan.document.said.scenario.name)) != std::string::npos);
    CHECK(joined_lines(clipped_words()) == "");
    CHECK(joined_lines(overlapping_words()) == "");
  }
}
