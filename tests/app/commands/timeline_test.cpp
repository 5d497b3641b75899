#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / ("shardscope-timeline-" + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
};

TimelineCommand to(const fs::path& file) {
  TimelineCommand command;
  command.scenario = "-";
  command.to = file.string();
  return command;
}

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the file's ending says what is written") {
  const Folder folder;
  for (const char* name : {"a.json", "a.csv", "a.svg", "a.png"}) {
    CAPTURE(name);
    const Ran ran = run_command(to(folder.path / name), scenario_line);
    CAPTURE(ran.error);
    CHECK(ran.status == 0);
    CHECK(ran.out.empty());
    CHECK(ran.error.empty());
  }
  CHECK(nlohmann::json::parse(text_of(folder.path / "a.json")).contains("traceEvents"));
  CHECK(text_of(folder.path / "a.csv").starts_with("rank,kind,"));
  CHECK(text_of(folder.path / "a.svg").find("</svg>") != std::string::npos);
  CHECK(text_of(folder.path / "a.png").starts_with("\x89PNG"));
}

TEST_CASE("settings hold: a slow rank makes the step longer in what is written") {
  const Folder folder;
  const auto last_end = [&](std::vector<std::string> settings) {
    TimelineCommand command = to(folder.path / "a.csv");
    command.settings = std::move(settings);
    REQUIRE(run_command(command, scenario_line).status == 0);
    const std::string text = text_of(folder.path / "a.csv");
    double latest = 0;
    std::stringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line[0] == 'r') continue;  // the head: rank,kind,chunk,micro_batch,start_seconds,end_seconds,…
      std::size_t field = 0;
      for (int commas = 0; commas < 5; ++commas) field = line.find(',', field) + 1;
      latest = std::max(latest, std::stod(line.substr(field)));
    }
    REQUIRE(latest > 0);
    return latest;
  };
  const double clean = last_end({});
  CHECK(last_end({"run.slow_rank=1", "run.slow_factor=2"}) > 1.5 * clean);
}

TEST_CASE("a plan without a timeline is refused in words, and nothing is written") {
  const Folder folder;
  TimelineCommand command = to(folder.path / "a.json");
  command.settings = {"plan.schedule=dualpipe", "plan.global_batch=4"};
  const Ran ran = run_command(command, scenario_line);
  CHECK(ran.status == 1);
  CHECK(ran.error.starts_with("stdin: plan.schedule: dualpipe wants"));
  CHECK_FALSE(fs::exists(folder.path / "a.json"));
  command.settings = {"plan.tp=6"};
  CHECK(run_command(command, scenario_line).error.starts_with("stdin: plan.tp: "));
}

TEST_CASE("a file that can't be written is said") {
  const Ran ran = run_command(to("/nonexistent/folder/a.csv"), scenario_line);
  CHECK(ran.status == 1);
  CHECK(ran.error.find("/nonexistent/folder/a.csv") != std::string::npos);
}
