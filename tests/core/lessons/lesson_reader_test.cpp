#include "core/lessons/lesson_reader.h"

#include <doctest/doctest.h>

#include <array>

#include "core/lessons/read_lesson.h"

using namespace shardscope;

TEST_CASE("a lesson's text is words and figures, each with its unit") {
  std::vector<Problem> problems;
  const LessonText text = read_lesson_text("It holds {memory.peak_bytes: bytes} on {plan.tp}.", "text", problems);
  CHECK(problems.empty());
  REQUIRE(text.size() == 5);
  CHECK(text[0].words == "It holds ");
  REQUIRE(text[1].figure.has_value());
  CHECK(text[1].figure->unit == Unit::bytes);
  CHECK(names_in(text[1].figure->value) == std::vector<std::string>{"memory.peak_bytes"});
  CHECK(text[3].figure->unit == Unit::none);
  CHECK(text[4].words == ".");
}

TEST_CASE("a figure that can't be one is a problem where it stands") {
  struct Case {
    const char *text, *says;
  };
  for (const Case& each : {Case{"{memory.peak_bytes: byte}", "\"byte\" is no unit"}, Case{"{1 +}", "{1 +}"},
                           Case{"It holds {memory", "isn't closed"}}) {
    CAPTURE(each.text);
    std::vector<Problem> problems;
    (void)read_lesson_text(each.text, "steps[0].text", problems);
    REQUIRE(problems.size() == 1);
    CHECK(problems.front().path == "steps[0].text");
    CHECK(problems.front().message.find(each.says) != std::string::npos);
  }
}

TEST_CASE("what an object lacks, has in another type or under a key that isn't known is a problem with its path") {
  const nlohmann::json json = {{"title", 3}, {"titel", "x"}, {"settings", {"plan.tp"}}};
  std::vector<Problem> problems;
  LessonObject object(json, "steps[1]", problems);
  CHECK(object.text("title").empty());
  CHECK(object.number("minutes", 10) == 10);
  CHECK(object.settings("settings").size() == 1);
  object.refuse_others(std::array{"title", "settings"});
  REQUIRE(problems.size() == 3);
  CHECK(problems[0].path == "steps[1].title");
  CHECK(problems[1].message.find("isn't KEY=VALUE") != std::string::npos);
  CHECK(problems[2].path == "steps[1].titel");
  CHECK(problems[2].message.find("did you mean title?") != std::string::npos);
}
