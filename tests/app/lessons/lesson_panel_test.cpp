#include "app/lessons/lesson_panel.h"

#include <doctest/doctest.h>

#include "app/lessons/lesson_words.h"
#include "tests/app/lessons/lesson_driver.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/has_color.h"

using namespace shardscope;
using shardscope::tests::LessonDriver;

namespace {

/// Answers the open step with the mouse: right, or as wrong as its axis and choices allow.
void answer_step(LessonDriver& driver, bool right) {
  const double said = driver.answer_of(right);
  if (driver.step().question->kind == QuestionKind::choice)
    return driver.click("lesson.choice." + std::to_string(static_cast<int>(said)));
  driver.state().said = said;
  driver.frames(1);
  driver.click("lesson.give");
}

void play_step(LessonDriver& driver, bool right) {
  CAPTURE(driver.step().title);
  if (driver.step().question) {
    answer_step(driver, right);
    const std::optional<GivenAnswer> answer = record_of_step(driver.state()).answer;
    REQUIRE(answer.has_value());
    CHECK(answer->close == right);
  }
  if (driver.step().goal) {
    CHECK_FALSE(record_of_step(driver.state()).reached);
    driver.solve();
    CHECK(record_of_step(driver.state()).reached);
  }
  driver.click("lesson.next");
}

/// What the step asks for as the program writes it; empty where it asks for none of its own figures.
std::string right_words(LessonDriver& driver) {
  const Question question = *driver.step().question;
  if (question.kind != QuestionKind::number) return {};
  const auto then = with_settings(driver.explorer.session.history.present().said, question.then, tests::real_presets());
  REQUIRE(succeeded(then));
  const Names values = lesson_values(names_of_step(driver.step()), evaluate(value_of(then).scenario),
                                     start_of_step(driver.state(), driver.view_frame()));
  const std::optional<double> is = number_of(question.answer.value, values);
  return is && *is != 0 ? figure_words(*is, question.answer.unit) : std::string();
}

std::vector<std::string> words_of_window() {
  std::vector<std::string> words;
  for (const DrawnRun& run : tests::drawn_runs()) words.push_back(run.words);
  return words;
}

}  // namespace

TEST_CASE("every lesson is played to its end with the mouse, with right answers and with wrong ones") {
  LessonDriver driver("zero");
  bool right = true;
  for (const Lesson& lesson : tests::real_lessons().lessons) {
    CAPTURE(lesson.preset);
    if (driver.state().open != lesson.preset) driver.begin(lesson.preset);
    while (open_step(driver.state()) != nullptr) play_step(driver, right);
    const LessonScore score = score_of(driver.state().progress.lessons.at(lesson.preset));
    CHECK(score.given >= 4);
    CHECK(score.close == (right ? score.given : 0));
    right = !right;
    driver.click("lesson.next");
    CHECK(driver.explorer.grown == "lessons");
  }
}

TEST_CASE("a lesson's end leads to the next one on its path") {
  LessonDriver driver("what-fills-a-gpu");
  while (open_step(driver.state()) != nullptr) driver.click("lesson.next");
  driver.frames(2);
  driver.click("lesson.next_lesson");
  CHECK(driver.state().open != "what-fills-a-gpu");
  CHECK(open_step(driver.state()) != nullptr);
}

TEST_CASE("hints open one after another, and a goal is marked as soon as the plan reaches it") {
  LessonDriver driver("zero");
  while (!driver.step().goal) driver.click("lesson.next");
  for (std::size_t opened = 1; opened <= 3; ++opened) {
    driver.click("lesson.hint");
    CHECK(record_of_step(driver.state()).hints == opened);
  }
  CHECK_FALSE(driver.shows("lesson.hint"));
  CHECK(driver.shows("lesson.check.0"));
  driver.solve();
  CHECK(record_of_step(driver.state()).reached);
}

TEST_CASE("the controls that a lesson is about are lit at the panel's edge, the others aren't") {
  LessonDriver driver("bubble");
  const Image picture = driver.picture();
  const auto edge_is_lit = [&](std::string_view path) {
    const float y = driver.place(path).center().y;
    return tests::has_color(picture, {{0, y - 2}, {4, y + 2}}, driver.theme().accent);
  };
  for (const std::string_view path : {"plan.pp", "plan.virtual_stages", "plan.global_batch"}) CHECK(edge_is_lit(path));
  for (const std::string_view path : {"plan.tp", "plan.dp", "plan.zero"}) CHECK_FALSE(edge_is_lit(path));
}

TEST_CASE("what is asked of the plan as it stands isn't shown before it is answered") {
  LessonDriver driver("bubble");
  CHECK_FALSE(driver.shows("verdict.bubble"));
  CHECK_FALSE(driver.shows("view.timeline"));
  driver.answer("12");
  driver.frames(2);
  CHECK(driver.shows("verdict.bubble"));
  CHECK(driver.shows("view.timeline"));
  driver.click("lesson.next");
  CHECK(driver.shows("view.timeline"));  // what is asked now is of a plan that isn't there yet
}

TEST_CASE("what a step says before it asks stays as it was once the answer changes the plan") {
  LessonDriver driver("bubble");
  while (!driver.step().question || driver.step().question->then.empty()) driver.click("lesson.next");
  const auto words = [&] {
    return lesson_words(driver.step().text, figures_before_answer(driver.state(), driver.view_frame()));
  };
  const std::string before = words();
  CHECK(lesson_words(driver.step().text, figures_of_step(driver.state(), driver.view_frame())) == before);
  driver.answer("12 %");
  driver.frames(2);
  REQUIRE(record_of_step(driver.state()).answer);
  CHECK(record_of_step(driver.state()).answer->said == doctest::Approx(0.12));
  CHECK(words() == before);
  CHECK(lesson_words(driver.step().text, figures_of_step(driver.state(), driver.view_frame())) != before);
}

TEST_CASE("no word of a lesson's panel is cut, in a large window or a small one") {
  for (const tests::WindowSize size : {tests::WindowSize{1760, 1080, 1}, tests::WindowSize{1280, 720, 1}}) {
    CAPTURE(size.width);
    LessonDriver driver("zero", size);
    for (const Lesson& lesson : tests::real_lessons().lessons) {
      CAPTURE(lesson.preset);
      if (driver.state().open != lesson.preset) driver.begin(lesson.preset);
      CHECK(tests::joined_lines(tests::cut_words()) == "");
    }
  }
}

TEST_CASE("what a lesson asks for was said nowhere in the window before, in no step of it") {
  LessonDriver driver("zero");
  for (const Lesson& lesson : tests::real_lessons().lessons) {
    CAPTURE(lesson.preset);
    driver.begin(lesson.preset);
    std::vector<std::string> said;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      driver.frames(2);
      const std::vector<std::string> now = words_of_window();
      said.insert(said.end(), now.begin(), now.end());
      if (driver.step().question) {
        const std::string right = right_words(driver);
        CAPTURE(driver.step().title);
        CAPTURE(right);
        const auto says = [&](const std::string& words) { return words.find(right) != std::string::npos; };
        const auto given_away = std::find_if(said.begin(), said.end(), says);
        CHECK((right.empty() || given_away == said.end() ? "" : *given_away) == "");
      }
      play_step(driver, true);
    }
  }
}

TEST_CASE("once the goal is reached it is said what did it, with the plan's figures as they are then") {
  LessonDriver driver("zero", {1760, 1400, 1});
  while (!driver.step().goal) driver.click("lesson.next");
  const auto says = [&](const std::string& part) {
    std::string all;
    for (const std::string& words : words_of_window()) all += words + " ";
    return all.find(part) != std::string::npos;
  };
  CHECK_FALSE(says("Optimizer state went from"));
  driver.solve();
  driver.frames(3);
  CHECK(says("You made it so."));
  CHECK(says("Optimizer state went from"));
}

TEST_CASE("every lesson says what did it once its goal is reached") {
  for (const Lesson& lesson : tests::real_lessons().lessons) {
    CAPTURE(lesson.preset);
    for (const LessonStep& step : lesson.steps)
      if (step.goal) CHECK_FALSE(step.goal->reached.empty());
  }
}
