#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/commands/words/command_line.h"
#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::json;

namespace {

CompareCommand command_of(const std::string& a, const std::string& b, OutputFormat format = OutputFormat::json) {
  CompareCommand command;
  command.a = a, command.b = b, command.format = format;
  return command;
}

}  // namespace

TEST_CASE("a comparison has each plan's own figures, with its own settings and those of both") {
  CompareCommand command = command_of("llama3-70b-4096-h100", "-");
  command.settings = {"plan.recompute=full"}, command.settings_b = {"plan.tp=4", "plan.dp=8"};
  const Ran ran = run_command(command, scenario_line);
  REQUIRE(ran.status == 0);
  const Json json = Json::parse(ran.out);
  ReportCommand report;
  report.scenarios = {"-"}, report.format = OutputFormat::json;
  report.settings = {"plan.recompute=full", "plan.tp=4", "plan.dp=8"};
  const Json alone = Json::parse(run_command(report, scenario_line).out);
  CHECK(json["b"]["step_seconds"] == alone["time"]["step_seconds"]);
  CHECK(json["b"]["peak_memory_bytes"] == alone["memory"]["peak_bytes"]);
  CHECK(json["b"]["name"] == "Small");
  CHECK(json["path"].size() > 1);
}

TEST_CASE("a comparison is a page or Markdown too") {
  CompareCommand command = command_of("gpt4-25k-a100", "gpt4-25k-a100", OutputFormat::text);
  command.settings_b = {"plan.virtual_stages=2", "plan.schedule=1f1b-v"};
  CHECK(run_command(command).out.find("plan.schedule") != std::string::npos);
  command.format = OutputFormat::markdown;
  CHECK(run_command(command).out.find("| :--") != std::string::npos);
}

TEST_CASE("a plan that can't be read or can't run isn't compared, and each of the two is named") {
  const Ran absent = run_command(command_of("no-such-plan", "gpt4-25k-a100"));
  CHECK(absent.status == exit_status::invalid_input);
  CHECK(absent.error.find("no-such-plan") != std::string::npos);
  CompareCommand impossible = command_of("gpt4-25k-a100", "llama3-70b-4096-h100");
  impossible.settings_b = {"plan.tp=3"};
  const Ran ran = run_command(impossible);
  CHECK(ran.status == exit_status::invalid_input);
  CHECK(ran.error.find("llama3-70b-4096-h100") != std::string::npos);
  CHECK(ran.error.find("plan.tp") != std::string::npos);
}

TEST_CASE("compare's options are told apart") {
  const auto parsed = [](std::vector<std::string> words) { return parse_command_line(std::move(words), "0"); };
  const Command read = parsed({"compare", "x.json", "y.json", "--set", "plan.tp=1", "--set-a", "plan.tp=2", "--set-b",
                               "plan.tp=4", "--markdown"});
  const auto* compare = std::get_if<CompareCommand>(&read);
  REQUIRE(compare != nullptr);
  CHECK(compare->a == "x.json");
  CHECK(compare->settings_b == std::vector<Setting>{"plan.tp=4"});
  CHECK(compare->format == OutputFormat::markdown);
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"compare", "x.json"},
                                                {"compare", "-", "-"},
                                                {"compare", "a", "b", "--json", "--markdown"},
                                                {"compare", "a", "b", "--set-a", "plan.tp"}})
    CHECK(std::holds_alternative<ReplyCommand>(parsed(wrong)));
}
