#include "core/lessons/read_lesson.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

constexpr const char* whole_lesson = R"({
  "title": "A lesson", "about": "What it is for.", "scenario": "gpt4-25k-a100", "minutes": 8,
  "settings": ["plan.tp=8"], "controls": ["plan.tp"],
  "steps": [
    {"title": "Asked", "text": "TP is {plan.tp}.", "view": "memory", "note": "Ask first.",
     "question": {"kind": "number", "words": "How much?", "then": ["plan.tp=4"], "answer": "memory.peak_bytes",
                  "unit": "bytes", "from": 0, "to": 80e9, "close": 0.2},
     "reveal": "{memory.peak_bytes: bytes}."},
    {"title": "Chosen", "settings": ["plan.zero=1"],
     "question": {"kind": "choice", "words": "Which?", "choices": [
       {"words": "Yes", "holds": "fits"}, {"words": "No", "holds": "not fits"}]}, "reveal": "So."},
    {"title": "Placed", "question": {"kind": "point", "words": "Where?", "answer": "time.step_seconds",
      "unit": "seconds", "from": 0, "to": 9, "vary": "plan.tp", "values": [2, 4, 8], "at": 8}, "reveal": "There."},
    {"title": "Made", "goal": {"words": "Make it fit.", "checks": [
      {"label": "Memory", "figure": "memory.peak_bytes", "unit": "bytes", "most": "memory.capacity_bytes"},
      {"label": "Same", "holds": "plan.tp == 8"}], "hints": ["a", "b", "c"], "solution": ["plan.zero=1"]}}],
  "next": "Try TP 16."})";

constexpr std::string_view views[] = {"memory", "timeline"};

std::string only_problem_of(std::string_view json) {
  const Outcome<Lesson> read = read_lesson(json, views);
  REQUIRE_FALSE(succeeded(read));
  const Problem& first = problems_of(read).front();
  return first.path + ": " + first.message;
}

}  // namespace

TEST_CASE("a lesson is read with its questions of each kind, its goal and its hints") {
  const Outcome<Lesson> read = read_lesson(whole_lesson, views);
  REQUIRE(succeeded(read));
  const Lesson& lesson = value_of(read);
  CHECK(lesson.title == "A lesson");
  CHECK(lesson.minutes == 8);
  CHECK(lesson.controls == std::vector<std::string>{"plan.tp"});
  REQUIRE(lesson.steps.size() == 4);
  const Question& number = *lesson.steps[0].question;
  CHECK(number.kind == QuestionKind::number);
  CHECK(number.then == std::vector<Setting>{"plan.tp=4"});
  CHECK(number.answer.unit == Unit::bytes);
  CHECK(number.to == 80e9);
  CHECK(number.close == 0.2);
  CHECK_FALSE(lesson.steps[0].settings.has_value());
  CHECK(lesson.steps[1].settings == std::vector<Setting>{"plan.zero=1"});
  CHECK(lesson.steps[1].question->choices.size() == 2);
  CHECK(lesson.steps[2].question->vary == "plan.tp");
  CHECK(lesson.steps[2].question->at == 8);
  REQUIRE(lesson.steps[3].goal.has_value());
  CHECK(lesson.steps[3].goal->checks[0].most.has_value());
  CHECK(lesson.steps[3].goal->checks[1].holds.has_value());
  CHECK(lesson.steps[3].goal->hints.size() == 3);
}

TEST_CASE("what is wrong with a lesson is said with its path and what would be valid") {
  struct Case {
    const char *written, *instead, *says;
  };
  const std::string whole = whole_lesson;
  for (const Case& each :
       {Case{"\"kind\": \"number\"", "\"kind\": \"guess\"", "steps[0].question.kind: \"guess\" is no kind"},
        Case{"\"unit\": \"bytes\", \"from\"", "\"unit\": \"gb\", \"from\"",
             "steps[0].question.unit: \"gb\" is no unit"},
        Case{"\"at\": 8", "\"at\": 7", "steps[2].question.at: has to be one of values"},
        Case{"\"hints\": [\"a\", \"b\", \"c\"]", "\"hints\": [\"a\"]", "steps[3].goal.hints: three hints"},
        Case{"\"to\": 80e9", "\"to\": -1", "steps[0].question.to: has to be above from"},
        Case{"\"reveal\": \"So.\"", "\"note\": \"So.\"", "steps[1].reveal: what is said"},
        Case{"\"scenario\"", "\"scenarios\"", "scenarios: is no key here; did you mean scenario?"}}) {
    CAPTURE(each.instead);
    std::string broken = whole;
    broken.replace(broken.find(each.written), std::string(each.written).size(), each.instead);
    CHECK(only_problem_of(broken).find(each.says) != std::string::npos);
  }
  CHECK(only_problem_of("[]").find("an object is wanted") != std::string::npos);
}

TEST_CASE("paths are lists of lessons") {
  const auto read =
      read_lesson_paths(R"({"paths": [{"title": "Memory", "about": "Bytes.", "lessons": ["zero", "bubble"]}]})");
  REQUIRE(succeeded(read));
  CHECK(value_of(read).front().lessons == std::vector<std::string>{"zero", "bubble"});
  CHECK_FALSE(succeeded(read_lesson_paths("{}")));
}

TEST_CASE("a view that there isn't is a problem that names those there are") {
  const auto with = [](std::string_view view) {
    return R"({"title": "t", "about": "a", "scenario": "x", "steps": [{"title": "s", "text": "t", "view": ")" +
           std::string(view) + R"("}]})";
  };
  CHECK(only_problem_of(with("bogus")) == "steps[0].view: no view is called bogus; there are memory, timeline");
  CHECK(succeeded(read_lesson(with("timeline"), views)));
}
