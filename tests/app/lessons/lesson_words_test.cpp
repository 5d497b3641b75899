#include "app/lessons/lesson_words.h"

#include <doctest/doctest.h>

#include "core/lessons/read_lesson.h"

using namespace shardscope;

TEST_CASE("a figure is written in its unit") {
  struct Case {
    double value;
    Unit unit;
    const char* words;
  };
  for (const Case& each :
       {Case{0.306, Unit::share, "30.6 %"}, Case{70.9e9, Unit::bytes, "70.9 GB"}, Case{34.9, Unit::seconds, "34.9 s"},
        Case{2.4, Unit::times, "2.4 times"}, Case{24960, Unit::none, "24,960"}, Case{7.76, Unit::none, "7.8"},
        Case{6738415616.0, Unit::none, "6.74 B"}, Case{24.36e6, Unit::watts, "24.4 MW"}})
    CHECK(figure_words(each.value, each.unit) == each.words);
}

TEST_CASE("a text has its figures' values, and says what isn't known") {
  std::vector<Problem> problems;
  const LessonText text = read_lesson_text("It is {a: bytes} of {b: words}, not {c: bytes}.", "", problems);
  REQUIRE(problems.empty());
  CHECK(lesson_words(text, {{"a", Value(2e9)}, {"b", Value("all")}}) == "It is 2.0 GB of all, not unknown.");
}

TEST_CASE("how far off an answer was is said without blame") {
  CHECK(distance_words({0.12, 0.3, false}, Unit::share) == "2.5 times what you expected.");
  CHECK(distance_words({0.30, 0.306, true}, Unit::share) == "Close: 0.6 points off.");
  CHECK(distance_words({8e9, 2e9, false}, Unit::bytes) == "You expected 4.0 times as much.");
  CHECK(distance_words({8e9, 8e9, true}, Unit::bytes) == "Exactly so.");
  CHECK(distance_words({0, 8e9, false}, Unit::bytes).find("more than you expected") != std::string::npos);
  CHECK(score_words({5, 5}) == "5 of 5 predictions were close.");
  CHECK(score_words({5, 3}).find("learned from") != std::string::npos);
  CHECK(score_words({0, 0}) == "No prediction given yet.");
}

TEST_CASE("a mark of a goal says its figure and the bound") {
  GoalCheck check{"Memory", {value_of(parse_expression("a")), Unit::bytes}, value_of(parse_expression("b")), {}, {}};
  CHECK(check_words(check, {false, 90e9, 85e9}) == "90.0 GB, at most 85.0 GB");
  check.least = check.most;
  check.most.reset();
  CHECK(check_words(check, {false, {}, 85e9}) == "unknown, at least 85.0 GB");
  check.least.reset();
  CHECK(check_words(check, {}).empty());
}
