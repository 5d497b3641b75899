#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::json;

namespace {

Ran swept(std::vector<std::string> vary, OutputFormat format = OutputFormat::json,
          const std::string& scenario = "llama3-70b-4096-h100", const std::string& input = "") {
  SweepCommand command;
  command.scenario = scenario, command.vary = std::move(vary), command.format = format;
  return run_command(command, input);
}

}  // namespace

TEST_CASE("a sweep's rows are what a report says with the same settings") {
  const Ran ran = swept({"plan.micro_batch=1,2", "plan.recompute=none,full"});
  REQUIRE(ran.status == 0);
  const Json rows = Json::parse(ran.out);
  REQUIRE(rows.size() == 4);
  for (const Json& row : rows) {
    ReportCommand command;
    command.scenarios = {"llama3-70b-4096-h100"}, command.format = OutputFormat::json;
    command.settings = {"plan.micro_batch=" + row["settings"]["plan.micro_batch"].dump(),
                        "plan.recompute=" + row["settings"]["plan.recompute"].get<std::string>()};
    const Json report = Json::parse(run_command(command).out);
    CHECK(row["valid"] == report["valid"]);
    CHECK(row["fits"] == report["fits"]);
    CHECK(row["time.step_seconds"] == report["time"]["step_seconds"]);
    CHECK(row["memory.peak_bytes"] == report["memory"]["peak_bytes"]);
    CHECK(row["throughput.mfu"] == report["throughput"]["mfu"]);
  }
}

TEST_CASE("a list keeps its impossible values with the reason, a range leaves them out") {
  const Json listed = Json::parse(swept({"plan.tp=4,3"}).out);
  REQUIRE(listed.size() == 2);
  CHECK(listed[0]["valid"] == true);
  CHECK(listed[1]["valid"] == false);
  CHECK(listed[1]["problem"].get<std::string>().find("plan.tp") != std::string::npos);
  const Json between = Json::parse(swept({"plan.tp=1..8"}).out);
  REQUIRE(between.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(between[i]["settings"]["plan.tp"] == 1 << i);
}

TEST_CASE("a sweep reads stdin once, and its table and page have a row for each choice") {
  CHECK(Json::parse(swept({"plan.tp=4,8"}, OutputFormat::json, "-", scenario_line).out).size() == 2);
  const Ran csv = swept({"plan.tp=4,8"}, OutputFormat::csv);
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 3);
  CHECK(csv.out.starts_with("plan.tp,fits,time.step_seconds,"));
  CHECK(swept({"plan.tp=4,8"}, OutputFormat::text).out.find("throughput.mfu") != std::string::npos);
}

TEST_CASE("what can't be varied or printed is said, each in its way") {
  CHECK(swept({"plan.tp=4..1"}).status == exit_status::wrong_command_line);
  CHECK(swept({"plan.tp"}).status == exit_status::wrong_command_line);
  const Ran unknown = swept({"plan.tpx=1,2"});
  CHECK(unknown.status == exit_status::invalid_input);
  CHECK(unknown.error.find("tpx") != std::string::npos);
  SweepCommand command;
  command.scenario = "llama3-70b-4096-h100", command.vary = {"plan.tp=4"}, command.fields = "time.step";
  CHECK(run_command(command).status == exit_status::wrong_command_line);
}

TEST_CASE("a question asks its field's usual values, and keeps what it says") {
  SweepCommand command;
  command.scenario = "llama3-70b-4096-h100", command.question = "strong-scaling", command.format = OutputFormat::json;
  const Json strong = Json::parse(run_command(command).out);
  REQUIRE(strong.size() > 3);
  for (const Json& row : strong) {
    CHECK(row["valid"] == true);
    CHECK(row["settings"].contains("plan.dp"));
    CHECK_FALSE(row["settings"].contains("plan.global_batch"));
  }
  command.question = "weak-scaling";
  const Json weak = Json::parse(run_command(command).out);
  for (const Json& row : weak)
    CHECK(row["settings"]["plan.global_batch"].get<std::int64_t>() % row["settings"]["plan.dp"].get<std::int64_t>() ==
          0);
  command.question.clear(), command.vary = {"plan.tp=4,8"}, command.follow = "gpus";
  const Json followed = Json::parse(run_command(command).out);
  CHECK(followed[0]["valid"] == true);
  CHECK(followed[0]["settings"]["plan.dp"].get<int>() == 2 * followed[1]["settings"]["plan.dp"].get<int>());
}
