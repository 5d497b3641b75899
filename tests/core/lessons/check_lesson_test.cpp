#include "core/lessons/check_lesson.h"

#include <doctest/doctest.h>

#include "core/lessons/read_lesson.h"
#include "tests/core/lessons/real_lessons.h"
#include "tests/real_presets.h"

using namespace shardscope;
using shardscope::tests::real_lessons;
using shardscope::tests::real_presets;

namespace {

std::vector<Problem> problems_with(const std::string& step, const std::string& scenario = "llama2-7b-256-a100") {
  const std::string json = R"({"title": "t", "about": "a", "scenario": ")" + scenario +
                           R"(", "steps": [{"title": "s", "text": "fine"}, {"title": "s", )" + step + "}]}";
  const Outcome<Lesson> read = read_lesson(json, {});
  REQUIRE(succeeded(read));
  return check_lesson(value_of(read), real_presets());
}

}  // namespace

TEST_CASE("a figure of a lesson that no report has is told with its place and the nearest that there is") {
  struct Case {
    const char *step, *path, *near;
  };
  for (const Case& each : {
           Case{R"("text": "Holds {memory.peak_byte: bytes}.")", "steps[1].text", "memory.peak_bytes"},
           Case{R"("text": "Was {start.time.step_second: seconds}.")", "steps[1].text", "time.step_seconds"},
           Case{R"("question": {"kind": "choice", "words": "w {plan.tpp}", "choices": [{"words": "a", "holds": "fits"},
                   {"words": "b", "holds": "not fits"}]}, "reveal": "r")",
                "steps[1].question.words", "did you mean plan.tp?"},
           Case{R"("question": {"kind": "number", "words": "w", "answer": "run.godput", "from": 0, "to": 1},
                   "reveal": "r")",
                "steps[1].question.answer", "run.goodput"},
           Case{R"("goal": {"words": "w", "checks": [{"label": "l", "figure": "fits", "most": "memory.capacty_bytes"}],
                   "hints": ["a", "b", "c"], "solution": ["plan.tp=2"]})",
                "steps[1].goal.checks[0].most", "memory.capacity_bytes"},
       }) {
    CAPTURE(each.step);
    const std::vector<Problem> problems = problems_with(each.step);
    REQUIRE(problems.size() == 1);
    CHECK(problems.front().path == each.path);
    CAPTURE(problems.front().message);
    CHECK(problems.front().message.find(each.near) != std::string::npos);
  }
}

TEST_CASE("a plan of a lesson that can't be made is told with its step") {
  const std::vector<Problem> problems = problems_with(R"("text": "t")", "no-such-scenario");
  REQUIRE(problems.size() == 2);
  CHECK(problems[1].path.starts_with("steps[1]"));
}

TEST_CASE("nothing is wrong with the lessons that there are") {
  for (const Lesson& lesson : real_lessons().lessons) {
    CAPTURE(lesson.preset);
    CHECK(check_lesson(lesson, real_presets()).empty());
  }
}
