#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/commands/run_command.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;
namespace fs = std::filesystem;

namespace {

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
  const tests::TemporaryFolder folder;
  for (const char* name : {"a.json", "a.csv", "a.svg", "a.png"}) {
    CAPTURE(name);
    const Ran ran = run_command(to(folder.root() / name), scenario_line);
    CAPTURE(ran.error);
    CHECK(ran.status == 0);
    CHECK(ran.out.empty());
    CHECK(ran.error.empty());
  }
  CHECK(nlohmann::json::parse(text_of(folder.root() / "a.json")).contains("traceEvents"));
  CHECK(text_of(folder.root() / "a.csv").starts_with("rank,kind,"));
  CHECK(text_of(folder.root() / "a.svg").find("</svg>") != std::string::npos);
  CHECK(text_of(folder.root() / "a.png").starts_with("\x89PNG"));
}

TEST_CASE("settings hold: a slow rank makes the step longer in what is written") {
  const tests::TemporaryFolder folder;
  const auto last_end = [&](std::vector<Setting> settings) {
    TimelineCommand command = to(folder.root() / "a.csv");
    command.settings = std::move(settings);
    REQUIRE(run_command(command, scenario_line).status == 0);
    const std::string text = text_of(folder.root() / "a.csv");
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
  const tests::TemporaryFolder folder;
  TimelineCommand command = to(folder.root() / "a.json");
  command.settings = {"plan.schedule=dualpipe", "plan.global_batch=4"};
  const Ran ran = run_command(command, scenario_line);
  CHECK(ran.status == 1);
  CHECK(ran.error.starts_with("stdin: plan.schedule: dualpipe wants"));
  CHECK_FALSE(fs::exists(folder.root() / "a.json"));
  command.settings = {"plan.tp=6"};
  CHECK(run_command(command, scenario_line).error.starts_with("stdin: plan.tp: "));
}

TEST_CASE("a file that can't be written is said") {
  const Ran ran = run_command(to("/nonexistent/folder/a.csv"), scenario_line);
  CHECK(ran.status == 1);
  CHECK(ran.error.find("/nonexistent/folder/a.csv") != std::string::npos);
}
