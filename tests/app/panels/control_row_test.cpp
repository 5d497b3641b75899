#include "app/panels/control_row.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "tests/app/panels/stop_of.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

void drag_tp(WindowDriver& window, std::int64_t value) {
  window.drag(stop_of(window, "plan.tp", window.plan().tp), stop_of(window, "plan.tp", value));
}

}  // namespace

TEST_CASE("a value typed into its box is taken") {
  WindowDriver window;
  window.set_value("plan.tp", "4");
  CHECK(window.plan().tp == 4);
  window.set_value("run.tokens", "2.5T");
  CHECK(window.scenario().run.tokens.value_or(0) == 2.5e12);
  window.set_value("plan.sequence_length", "4,096");
  CHECK(window.plan().sequence_length == 4096);
  CHECK(window.explorer.session.history.size() == 4);
}

TEST_CASE("what is no number leaves the field as it was") {
  WindowDriver window;
  const Scenario before = window.scenario();
  window.set_value("plan.tp", "many");
  CHECK(window.explorer.session.refusal.path == "plan.tp");
  CHECK(window.explorer.session.refusal.words.starts_with("“many” isn't a number"));
  window.set_value("plan.tp", "1e400");
  CHECK(window.scenario() == before);
  window.set_value("plan.tp", "-3");
  CHECK(window.scenario() == before);
  CHECK(window.explorer.session.refusal.words == "“-3” is below 1");
  window.set_value("plan.tp", "1e300");
  CHECK(window.explorer.session.refusal.words.starts_with("“1e300” is above "));
  window.set_value("plan.tp", "2.5");
  CHECK(window.explorer.session.refusal.words == "“2.5” isn't a whole number");
  window.set_value("plan.tp", "4");
  CHECK(window.plan().tp == 4);
  CHECK(window.explorer.session.refusal.path.empty());
}

TEST_CASE("the mark of an edited field brings the preset's value back") {
  WindowDriver window;
  CHECK_FALSE(window.shows("plan.tp.reset"));
  drag_tp(window, 4);
  REQUIRE(window.shows("plan.tp.reset"));
  window.click("plan.tp.reset");
  CHECK(window.plan().tp == 8);
  CHECK_FALSE(window.shows("plan.tp.reset"));
}

TEST_CASE("Esc leaves a value that was being typed as it was") {
  WindowDriver window;
  const Scenario before = window.scenario();
  window.click("plan.tp.value");
  window.type("2");
  window.key(ImGuiKey_Escape);
  CHECK(window.scenario() == before);
  CHECK(window.explorer.session.history.size() == 1);
}

TEST_CASE("leaving a value box for another place takes what was typed") {
  WindowDriver window;
  window.click("plan.tp.value");
  window.type("2");
  window.click(window.place("view.memory").center());
  CHECK(window.plan().tp == 2);
}

TEST_CASE("the problems of a field are its own, errors first, and a plan's are said where they were caused") {
  const Report report = [] {
    Report made;
    made.problems = {{Severity::hint, "plan.tp", "hint", "a"},
                     {Severity::warning, "plan.tp", "warning", "b"},
                     {Severity::error, "plan.tp", "error", "c"},
                     {Severity::error, "plan.pp", "another field", "d"},
                     {Severity::warning, "plan", "does not fit", "fits-in-memory"}};
    return made;
  }();
  const Theme theme = dark_theme();
  const Presets presets;
  const Document document;
  Places places;
  std::string touched, reset, said, filter;
  std::vector<Rect> cards;
  Refusal refused;
  const Refusal refusal;
  Explanation tip;
  const Frame frame{theme,   presets, document, report, places, touched,   reset, said,
                    refused, refusal, tip,      cards,  filter, "plan.dp", {}};
  const std::vector<const Problem*> of_tp = problems_at(frame, "plan.tp");
  REQUIRE(of_tp.size() == 2);
  CHECK(of_tp[0]->message == "error");
  CHECK(of_tp[1]->message == "warning");
  REQUIRE(problems_at(frame, "plan.dp").size() == 1);
  CHECK(problems_at(frame, "plan.dp")[0]->message == "does not fit");
  // What is wrong is red; a warning is amber.
  CHECK(problem_color(theme, *problems_at(frame, "plan.dp")[0]) == theme.bad);
  CHECK(problem_color(theme, *of_tp[0]) == theme.bad);
  CHECK(problem_color(theme, *of_tp[1]) == theme.warn);
}

TEST_CASE("a message has its numbers as the window has them, names and versions as they are") {
  const auto words = [](std::string message) { return message_words({Severity::error, {}, std::move(message), {}}); };
  CHECK(words("8192 isn't a multiple of CP (256); try 7936 or 10240") ==
        "8,192 isn't a multiple of CP (256); try 7,936 or 10,240");
  CHECK(words("hidden_size (16400): 1000000, 12.5 GB of 85.0 GB, h20480x, fp8_1024, 1234.5") ==
        "hidden_size (16,400): 1,000,000, 12.5 GB of 85.0 GB, h20480x, fp8_1024, 1234.5");
  CHECK(words("already 8,192.") == "already 8,192.");
  CHECK(words("(arguments.py:1428; memory: 1428)") == "(arguments.py:1428; memory: 1,428)");
}

TEST_CASE("the arrow back to the preset's value stands clear of the window's edge") {
  WindowDriver window;
  window.set_value("plan.tp", "4");
  window.frames(2);
  const Rect mark = window.place("plan.tp.reset");
  const Image image = window.picture();
  const ImU32 accent = window.theme().accent;
  int first = 100;
  for (auto y = static_cast<int>(mark.min.y); y < static_cast<int>(mark.max.y); ++y)
    for (int x = 0; x < static_cast<int>(mark.max.x); ++x) {
      const auto pixel = image.at(x, y);
      if (IM_COL32(pixel[0], pixel[1], pixel[2], 255) == accent) first = std::min(first, x);
    }
  CHECK(first >= 3);
  CHECK(first < 18);
}

TEST_CASE("a time is typed as it is shown, and what is none says what one is") {
  WindowDriver window("gpt4-25k-a100", {1760, 2700, 1});
  window.show_rarer_fields();
  window.set_value("run.detection_seconds", "500 ms");
  CHECK(window.scenario().run.detection_seconds == doctest::Approx(0.5));
  window.set_value("run.detection_seconds", "10 m");
  CHECK(window.scenario().run.detection_seconds == doctest::Approx(0.5));
  CHECK(window.explorer.session.refusal.words.find("isn't a time") != std::string::npos);
  window.set_value("cluster.scale_out_latency_seconds", "7.5 \u00B5s");
  CHECK(window.scenario().cluster.scale_out_latency_seconds == doctest::Approx(7.5e-6));
}
