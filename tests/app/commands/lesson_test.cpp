#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/app/commands/run_command.h"
#include "tests/source_path.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string text_in(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("without a name the lessons are listed by their paths") {
  const Ran ran = run_command(LessonCommand{});
  CHECK(ran.status == 0);
  CHECK(ran.out.find("First contact (first-contact)\n") != std::string::npos);
  CHECK(ran.out.find("  zero: ZeRO: one copy between all\n") != std::string::npos);
}

TEST_CASE("a person's own lessons are listed behind the paths") {
  const TemporaryFolder folder;
  const char* before = std::getenv("XDG_CONFIG_HOME");
  const std::string was = before != nullptr ? before : "";
  std::filesystem::create_directories(folder.path("shardscope/presets/lessons"));
  std::filesystem::copy_file(source_path("presets/lessons/zero.json"),
                             folder.path("shardscope/presets/lessons/my-own.json"));
  setenv("XDG_CONFIG_HOME", folder.path("").c_str(), 1);
  const Ran ran = run_command(LessonCommand{});
  before != nullptr ? setenv("XDG_CONFIG_HOME", was.c_str(), 1) : unsetenv("XDG_CONFIG_HOME");
  CHECK(ran.out.find("Your own (your-own)\n  my-own: ZeRO") != std::string::npos);
}

TEST_CASE("a lesson is printed with the answers of today, a wrong name with the nearest") {
  const Ran ran = run_command(LessonCommand{"bubble"});
  CHECK(ran.status == 0);
  CHECK(ran.out.find("Answer: 29.1 %") != std::string::npos);
  CHECK(ran.out.find("One way: plan.global_batch=6240") != std::string::npos);
  const Ran wrong = run_command(LessonCommand{"buble"});
  CHECK(wrong.status == 1);
  CHECK(wrong.error.find("did you mean bubble?") != std::string::npos);
}

TEST_CASE("a lesson's own file says what is wrong with it") {
  const TemporaryFolder folder;
  const Ran ran = run_command(LessonCommand{folder.write("mine.json", R"({"title": "Mine"})")});
  CHECK(ran.status == 1);
  CHECK(ran.error.find("mine.json: about: a text is wanted") != std::string::npos);
}

TEST_CASE("a handout is written with its pictures, and its answers apart" * doctest::test_suite("long")) {
  const TemporaryFolder folder;
  const std::string to = folder.path("zero.html"), answers = folder.path("answers.md");
  const Ran ran = run_command(LessonCommand{"zero", to, answers});
  CHECK(ran.status == 0);
  CHECK(text_in(to).find("<h1>ZeRO") != std::string::npos);
  CHECK(text_in(answers).find("Answer: ") != std::string::npos);
  CHECK(std::filesystem::exists(folder.path("zero-1.png")));
}
