#include "app/lessons/handout.h"

#include <doctest/doctest.h>

#include "core/lessons/play_lesson.h"
#include "tests/core/lessons/real_lessons.h"
#include "tests/real_presets.h"

using namespace shardscope;
using shardscope::tests::real_lessons;
using shardscope::tests::real_presets;

namespace {

Handout handout_of(std::string_view lesson) {
  const Outcome<Handout> made = make_handout(*find_lesson(real_lessons(), lesson), real_presets());
  REQUIRE(succeeded(made));
  return value_of(made);
}

std::string text_of(const Handout& handout, HandoutForm form, HandoutPart part) {
  return handout_text(std::span(&handout, 1), form, part, true);
}

}  // namespace

TEST_CASE("every lesson goes on paper with every figure known, its answers apart") {
  for (const Lesson& lesson : real_lessons().lessons) {
    CAPTURE(lesson.preset);
    const Handout handout = handout_of(lesson.preset);
    const std::string questions = text_of(handout, HandoutForm::markdown, HandoutPart::questions);
    const std::string answers = text_of(handout, HandoutForm::markdown, HandoutPart::answers);
    CHECK(questions.find("unknown") == std::string::npos);
    CHECK(answers.find("unknown") == std::string::npos);
    for (const HandoutStep& step : handout.steps) {
      CAPTURE(step.title);
      if (!step.question.empty()) CHECK_FALSE(step.answer.empty());
      if (!step.reveal.empty()) CHECK(questions.find(step.reveal) == std::string::npos);
      if (!step.solution.empty()) CHECK(questions.find(step.solution) == std::string::npos);
    }
  }
}

TEST_CASE("the two forms say the same, and HTML keeps signs that mean something there") {
  const Handout handout = handout_of("zero");
  const std::string markdown = text_of(handout, HandoutForm::markdown, HandoutPart::questions);
  const std::string html = text_of(handout, HandoutForm::html, HandoutPart::questions);
  CHECK(markdown.starts_with("# ZeRO: one copy between all\n"));
  CHECK(markdown.find("![256 copies of the same](zero-1.png)") != std::string::npos);
  CHECK(html.find("<h1>ZeRO: one copy between all</h1>") != std::string::npos);
  CHECK(html.find("<img src=\"zero-1.png\"") != std::string::npos);
  CHECK(html.ends_with("</body></html>\n"));
  Handout odd = handout;
  odd.title = "a < b & c";
  CHECK(text_of(odd, HandoutForm::html, HandoutPart::questions).find("a &lt; b &amp; c") != std::string::npos);
}

TEST_CASE(
    "the picture of a plan that a question is about goes with the answers, those of other steps with the questions") {
  for (const Lesson& lesson : real_lessons().lessons) {
    CAPTURE(lesson.preset);
    const Handout handout = handout_of(lesson.preset);
    const std::string questions = text_of(handout, HandoutForm::html, HandoutPart::questions);
    const std::string answers = text_of(handout, HandoutForm::html, HandoutPart::answers);
    for (std::size_t i = 0; i < handout.steps.size(); ++i) {
      const bool asks = lesson.steps[i].question && settings_of_answer(*lesson.steps[i].question).empty();
      const std::string picture = "src=\"" + picture_name(handout, i) + "\"";
      CHECK((questions.find(picture) == std::string::npos) == asks);
      CHECK((answers.find(picture) != std::string::npos) == asks);
    }
  }
}

TEST_CASE("a lesson whose plan can't be made says at which step") {
  Lesson lesson = *find_lesson(real_lessons(), "zero");
  lesson.steps[1].settings = {"plan.tpp=1"};
  const Outcome<Handout> made = make_handout(lesson, real_presets());
  REQUIRE_FALSE(succeeded(made));
  CHECK(problems_of(made).front().path.starts_with("steps[1]"));
}
