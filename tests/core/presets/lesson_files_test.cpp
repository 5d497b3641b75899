#include "core/presets/lesson_files.h"

#include <doctest/doctest.h>

#include <chrono>
#include <fstream>

#include "tests/real_presets.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using shardscope::tests::TemporaryFolder;

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

std::string lesson_called(const std::string& title) {
  return R"({"title": ")" + title + R"(", "about": "a", "scenario": "x", "steps": [{"title": "s", "text": "t"}]})";
}

}  // namespace

TEST_CASE("a person's own lesson takes the place of the program's of the same name") {
  const TemporaryFolder program, own;
  write(program.root() / "lessons" / "zero.json", lesson_called("Theirs"));
  write(program.root() / "lessons" / "bubble.json", lesson_called("Bubble"));
  write(program.root() / "lesson_paths.json", R"({"paths": [{"title": "P", "about": "a", "lessons": ["zero"]}]})");
  write(own.root() / "lessons" / "zero.json", lesson_called("Mine"));
  const LessonLibrary library = load_lessons(program.root(), own.root(), {});
  CHECK(library.problems.empty());
  REQUIRE(library.lessons.size() == 2);
  REQUIRE(find_lesson(library, "zero") != nullptr);
  CHECK(find_lesson(library, "zero")->title == "Mine");
  CHECK(find_lesson(library, "none") == nullptr);
  CHECK(library.paths.size() == 1);
}

TEST_CASE("a file that is no lesson is a problem that names it, and the others are there") {
  const TemporaryFolder program;
  write(program.root() / "lessons" / "good.json", lesson_called("Good"));
  write(program.root() / "lessons" / "broken.json", "{");
  const LessonLibrary library = load_lessons(program.root(), {}, {});
  CHECK(library.lessons.size() == 1);
  REQUIRE(library.problems.size() == 1);
  CHECK(library.problems.front().path.find("broken.json") != std::string::npos);
}

TEST_CASE("a figure that a person's own lesson misspells is a problem with the file, its place and what was meant") {
  const TemporaryFolder own;
  write(own.root() / "lessons" / "mine.json",
        R"({"title": "t", "about": "a", "scenario": "llama2-7b-256-a100",
            "steps": [{"title": "s", "text": "{memory.peak_byte: bytes}"}]})");
  CHECK(load_lessons({}, own.root(), {}).problems.empty());
  const LessonLibrary library = load_lessons({}, own.root(), {}, &tests::real_presets());
  CHECK(library.lessons.size() == 1);
  REQUIRE(library.problems.size() == 1);
  const std::string line = line_of(library.problems.front(), "");
  CAPTURE(line);
  for (const char* part : {"mine.json: steps[0].text", "memory.peak_byte}", "did you mean memory.peak_bytes?"})
    CHECK(line.find(part) != std::string::npos);
}

TEST_CASE("a lesson that is written, comes or goes leaves another stamp") {
  const TemporaryFolder own;
  CHECK(lesson_stamp({}, own.root()) == LessonStamp{});
  write(own.root() / "lessons" / "a.json", lesson_called("A"));
  const LessonStamp one = lesson_stamp({}, own.root());
  CHECK(one.files == 1);
  write(own.root() / "lessons" / "b.json", lesson_called("B"));
  CHECK_FALSE(lesson_stamp({}, own.root()) == one);
  std::filesystem::remove(own.root() / "lessons" / "b.json");
  CHECK(lesson_stamp({}, own.root()) == one);
  std::filesystem::last_write_time(own.root() / "lessons" / "a.json", one.newest + std::chrono::seconds(2));
  CHECK_FALSE(lesson_stamp({}, own.root()) == one);
}
