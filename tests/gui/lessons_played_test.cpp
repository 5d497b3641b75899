// Every lesson, as a person plays it: with keys alone, and with the mouse alone.
#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <array>
#include <charconv>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson_keys.h"
#include "tests/app/lessons/lesson_driver.h"
#include "tests/gui/keyboard_focus.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

bool is_focused(const LessonDriver& driver, std::string_view name) {
  return driver.shows(name) && place_of_focus().contains(driver.place(name).center()) && ImGui::GetIO().NavVisible;
}

/// As a person types it: in percent where it is a share.
std::string typed_words(const Question& question, double said) {
  std::array<char, 32> text{};
  const double number = question.answer.unit == Unit::share ? said * 100 : said;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 6).ptr;
  return {text.data(), end};
}

/// Tab until the focus stands there; how many that took.
int tabs_to(LessonDriver& driver, std::string_view name) {
  constexpr int tabs_max = 12;
  int tabs = 0;
  for (; tabs < tabs_max && !is_focused(driver, name); ++tabs) driver.key(ImGuiKey_Tab);
  return tabs;
}

void begin_by_keys(LessonDriver& driver, const Lesson& lesson) {
  driver.key(ImGuiMod_Ctrl | ImGuiKey_K);
  driver.type(lesson.title);
  driver.key(ImGuiKey_Enter);
  driver.frames(3);
}

void answer_by_keys(LessonDriver& driver, double said) {
  const Question question = *driver.step().question;
  if (question.kind == QuestionKind::choice) {
    REQUIRE(is_focused(driver, "lesson.choice.0"));
    for (int i = 0; i < static_cast<int>(said); ++i) driver.key(ImGuiKey_DownArrow);
    return driver.key(ImGuiKey_Enter);
  }
  CHECK(is_focused(driver, "lesson.answer"));
  driver.key(ImGuiKey_RightArrow);
  CHECK(driver.state().said.has_value());
  CHECK(tabs_to(driver, "lesson.answer.value") == 1);
  driver.key(ImGuiKey_Enter);
  driver.frames(2);
  driver.type(typed_words(question, said));
  driver.key(ImGuiKey_Enter);
  CHECK(tabs_to(driver, "lesson.give") == 1);
  driver.key(ImGuiKey_Enter);
}

/// Through the palette, which takes any field.
void solve_by_keys(LessonDriver& driver) {
  const std::vector<Setting> solution = driver.step().goal->solution;
  for (const Setting& setting : solution) {
    driver.key(ImGuiMod_Ctrl | ImGuiKey_K);
    driver.type(setting.key + " = " + setting.value);
    driver.key(ImGuiKey_Enter);
    driver.frames(3);
  }
}

void play_step_by_keys(LessonDriver& driver, bool right) {
  CAPTURE(driver.step().title);
  driver.frames(3);
  if (driver.step().question) {
    answer_by_keys(driver, driver.answer_of(right));
    const std::optional<GivenAnswer> answer = record_of_step(driver.state()).answer;
    REQUIRE(answer.has_value());
    CHECK(answer->close == right);
    driver.frames(3);
  }
  if (driver.step().goal) {
    const Rect panel{{0, 0}, driver.place("verdict.memory").min};
    CHECK((panel.max.x > place_of_focus().center().x || is_focused(driver, "lesson.hint")));
    solve_by_keys(driver);
    CHECK(record_of_step(driver.state()).reached);
    return driver.key(ImGuiMod_Alt | ImGuiKey_RightArrow);
  }
  CHECK(is_focused(driver, "lesson.next"));
  driver.key(ImGuiKey_Enter);
}

void answer_by_mouse(LessonDriver& driver, double said) {
  const Question question = *driver.step().question;
  if (question.kind == QuestionKind::choice)
    return driver.click("lesson.choice." + std::to_string(static_cast<int>(said)));
  if (question.kind == QuestionKind::point) {  // somewhere on the chart, then exactly
    const Rect chart = driver.place("lesson.chart");
    driver.drag({chart.center().x, chart.max.y - 10}, {chart.center().x, chart.min.y + 20});
    CHECK(driver.state().said.has_value());
  }
  const Rect slider = driver.place("lesson.answer");
  driver.drag({slider.min.x + 2, slider.center().y}, {slider.min.x + slider.width() / 3, slider.center().y});
  CHECK(driver.state().said.has_value());
  driver.answer(typed_words(question, said));
}

/// On the panel's row: its value typed, a switch, or the line of its list that makes it so.
void set_by_mouse(LessonDriver& driver, const Setting& setting) {
  const auto wanted =
      with_settings(driver.explorer.session.history.present().said, std::span(&setting, 1), real_presets());
  REQUIRE(succeeded(wanted));
  const Field& field = *find_field(setting.key);
  const auto is_so = [&] { return field.get(driver.scenario()) == field.get(value_of(wanted).scenario); };
  driver.show_rarer_fields();
  if (driver.shows(setting.key + ".value")) driver.set_value(setting.key, setting.value);
  for (std::size_t line = 0; line < 12 && !is_so(); ++line) {
    driver.click(setting.key);
    driver.frames(2);
    std::vector<Rect> lines;
    for (const Place& place : driver.explorer.places.all)
      if (place.name.starts_with(setting.key + "=")) lines.push_back(place.rect);
    if (line < lines.size()) driver.click(lines[line].center());
    driver.frames(2);
  }
  CHECK(is_so());
}

void play_step_by_mouse(LessonDriver& driver, bool right) {
  CAPTURE(driver.step().title);
  if (driver.step().question) {
    answer_by_mouse(driver, driver.answer_of(right));
    const std::optional<GivenAnswer> answer = record_of_step(driver.state()).answer;
    REQUIRE(answer.has_value());
    CHECK(answer->close == right);
  }
  if (driver.step().goal) {
    const std::vector<Setting> solution = driver.step().goal->solution;
    for (const Setting& setting : solution) set_by_mouse(driver, setting);
    CHECK(record_of_step(driver.state()).reached);
  }
  driver.click("lesson.next");
}

}  // namespace

TEST_CASE("every lesson is played to its end with keys alone, with right answers and with wrong ones" *
          doctest::test_suite("long")) {
  for (const bool right : {true, false}) {
    LessonDriver driver("zero");
    for (const Lesson& lesson : real_lessons().lessons) {
      CAPTURE(lesson.preset);
      driver.state().progress.lessons.clear();
      driver.state().open.clear();
      begin_by_keys(driver, lesson);
      REQUIRE(driver.state().open == lesson.preset);
      while (open_step(driver.state()) != nullptr) play_step_by_keys(driver, right);
      const LessonScore score = score_of(driver.state().progress.lessons.at(lesson.preset));
      CHECK(score.given >= 4);
      CHECK(score.close == (right ? score.given : 0));
      driver.frames(3);
      CHECK(is_focused(driver, "lesson.next"));
      driver.key(ImGuiKey_Enter);
      CHECK(driver.explorer.grown == "lessons");
    }
  }
}

TEST_CASE("every lesson is played to its end with the mouse alone, with right answers and with wrong ones" *
          doctest::test_suite("long")) {
  for (const bool right : {true, false}) {
    LessonDriver driver("zero", {1760, 2700, 1});
    for (const Lesson& lesson : real_lessons().lessons) {
      CAPTURE(lesson.preset);
      driver.state().progress.lessons.clear();
      driver.state().open.clear();
      driver.begin(lesson.preset);
      while (open_step(driver.state()) != nullptr) play_step_by_mouse(driver, right);
      const LessonScore score = score_of(driver.state().progress.lessons.at(lesson.preset));
      CHECK(score.given >= 4);
      CHECK(score.close == (right ? score.given : 0));
    }
  }
}

TEST_CASE("Alt and an arrow turn to the next step and to the one before, and the focus is on what it asks") {
  LessonDriver driver("zero");
  CHECK(driver.state().progress.lessons.at("zero").step == 0);
  driver.key(ImGuiMod_Alt | ImGuiKey_RightArrow);
  driver.frames(3);
  CHECK(driver.state().progress.lessons.at("zero").step == 1);
  CHECK(step_asks(driver.state()) == StepAsks::answer);
  CHECK((is_focused(driver, "lesson.answer") || is_focused(driver, "lesson.choice.0")));
  driver.key(ImGuiMod_Alt | ImGuiKey_LeftArrow);
  driver.frames(3);
  CHECK(driver.state().progress.lessons.at("zero").step == 0);
  driver.key(ImGuiMod_Alt | ImGuiKey_LeftArrow);
  CHECK(driver.state().progress.lessons.at("zero").step == 0);
}
