#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/limits.h"
#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::json;

namespace {

std::vector<Json> answers_to(const std::string& input, const std::vector<Setting>& settings = {}) {
  ReportCommand command;
  command.json_lines = true;
  command.settings = settings;
  const Ran ran = run_command(command, input);
  CHECK(ran.status == 0);
  std::vector<Json> answers;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) answers.push_back(Json::parse(line));
  return answers;
}

/// A buffer that hands out a line at a time and notes how much had been answered when the next one was asked for.
class Dialogue : public std::streambuf {
 public:
  Dialogue(std::string line, int count, const std::ostringstream& out) : line_(line + "\n"), left_(count), out_(out) {}
  std::vector<std::size_t> answered;

 protected:
  int_type underflow() override {
    answered.push_back(out_.str().size());
    if (left_-- == 0) return traits_type::eof();
    setg(line_.data(), line_.data(), line_.data() + line_.size());
    return traits_type::to_int_type(line_.front());
  }

 private:
  std::string line_;
  int left_;
  const std::ostringstream& out_;
};

}  // namespace

TEST_CASE("each line has its answer, in order, and a bad one doesn't end it") {
  std::string impossible = scenario_line;
  impossible.replace(impossible.find("\"tp\": 8"), 7, "\"tp\": 6");
  const auto answers = answers_to(scenario_line + "\n{\"plan\": [\n" + impossible + "\n\n" + scenario_line);
  REQUIRE(answers.size() == 5);
  CHECK(answers[0]["valid"] == true);
  CHECK(answers[1]["error"]["message"].is_string());
  CHECK(answers[1]["error"]["path"].is_string());
  CHECK(answers[1]["error"].contains("value"));
  CHECK(answers[2]["valid"] == false);
  CHECK_FALSE(answers[2]["problems"].empty());
  CHECK(answers[3].contains("error"));
  CHECK(answers[4] == answers[0]);
}

TEST_CASE("an error names the path and the value that is there") {
  std::string zero = scenario_line;
  zero.replace(zero.find("\"tp\": 8"), 7, "\"tp\": 0");
  const auto answers = answers_to(zero);
  REQUIRE(answers.size() == 1);
  CHECK(answers[0]["error"]["path"] == "plan.tp");
  CHECK(answers[0]["error"]["value"] == 0);
}

TEST_CASE("a setting holds for every line") {
  const auto answers = answers_to(scenario_line + "\n" + scenario_line + "\n", {"plan.global_batch=128"});
  REQUIRE(answers.size() == 2);
  for (const Json& answer : answers) CHECK(answer["scenario"]["plan"]["global_batch"] == 128);
}

TEST_CASE("a line longer than the limit is an error, and the next one is read") {
  const std::string endless(limits::scenario_file_bytes_max + 10, ' ');
  const auto answers = answers_to(endless + "\n" + scenario_line + "\n");
  REQUIRE(answers.size() == 2);
  CHECK(answers[0]["error"]["message"].get<std::string>().find("MiB") != std::string::npos);
  CHECK(answers[1]["valid"] == true);
}

TEST_CASE("an answer is out before the next line is asked for") {
  std::ostringstream out, error;
  Dialogue dialogue(scenario_line, 3, out);
  std::istream in(&dialogue);
  ReportCommand command;
  command.json_lines = true;
  CHECK(run_json_lines(command, real_presets(), Streams{in, out, error}) == 0);
  REQUIRE(dialogue.answered.size() == 4);
  for (std::size_t i = 1; i < dialogue.answered.size(); ++i) CHECK(dialogue.answered[i] > dialogue.answered[i - 1]);
}

TEST_CASE("--fields prints those fields alone, and a line that can't be read is still an error") {
  ReportCommand command;
  command.json_lines = true, command.fields = "time.step_seconds,memory.peak_bytes";
  const Ran ran = run_command(command, scenario_line + "\n{\n");
  CHECK(ran.status == 0);
  std::istringstream lines(ran.out);
  std::string first, second;
  std::getline(lines, first), std::getline(lines, second);
  const Json whole = answers_to(scenario_line).front(), fields = Json::parse(first);
  CHECK(fields == Json{{"time.step_seconds", whole["time"]["step_seconds"]},
                       {"memory.peak_bytes", whole["memory"]["peak_bytes"]}});
  CHECK(Json::parse(second).contains("error"));
}

TEST_CASE("--fields that no report has are refused before a line is read") {
  ReportCommand command;
  command.json_lines = true, command.fields = "time.step";
  const Ran ran = run_command(command, scenario_line);
  CHECK(ran.status == exit_status::wrong_command_line);
  CHECK(ran.out.empty());
  CHECK(ran.error.find("did you mean") != std::string::npos);
}
