#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::json;

namespace {

SearchCommand small() {
  SearchCommand command;
  command.scenario = "llama3-70b-4096-h100";
  command.settings = {"cluster.gpus=64", "plan.global_batch=64"};
  command.vary = {"plan.tp=4,8", "plan.cp=1", "plan.micro_batch=1"};
  command.json = true, command.threads = 2;
  return command;
}

}  // namespace

TEST_CASE("a found plan's settings give its figures in a report") {
  const Ran ran = run_command(small());
  REQUIRE(ran.status == 0);
  CHECK(ran.error.empty());
  const Json found = Json::parse(ran.out);
  REQUIRE(found["best"].size() == 10);
  for (const Json& best : found["best"]) {
    ReportCommand command;
    command.scenarios = {small().scenario}, command.format = OutputFormat::json;
    command.settings = small().settings;
    for (const auto& [key, value] : best["settings"].items())
      command.settings.push_back(key + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
    const Json report = Json::parse(run_command(command).out);
    CHECK(report["time"]["step_seconds"] == best["step_seconds"]);
    CHECK(report["memory"]["peak_bytes"] == best["peak_memory_bytes"]);
    CHECK(report["throughput"]["mfu"] == best["mfu"]);
    CHECK(report["fits"] == true);
  }
}

TEST_CASE("objective, needs and front are what is asked for, and what is none of them is said") {
  SearchCommand command = small();
  command.objective = "memory", command.front = "throughput,memory", command.top = 1;
  const Json found = Json::parse(run_command(command).out);
  REQUIRE(found["best"].size() == 1);
  CHECK(found["front"].back()["peak_memory_bytes"] == found["best"][0]["peak_memory_bytes"]);
  CHECK(found["space"]["looked_at"] < found["space"]["plans"]);
  command.every = true;
  const Json all = Json::parse(run_command(command).out);
  CHECK(all["space"]["looked_at"] == all["space"]["plans"]);
  CHECK(all["space"]["fit"] <= all["space"]["valid"]);
  CHECK(all["best"] == found["best"]);
  CHECK(all["front"] == found["front"]);
  for (const auto& [needs, front, vary] : {std::tuple("days", "", "plan.zero=1"),
                                           {"days<=3", "throughput", "plan.zero=1"},
                                           {"days<=3", "", "plan.zero"}}) {
    SearchCommand wrong = small();
    wrong.needs = {needs}, wrong.front = front;
    wrong.vary.emplace_back(vary);
    CHECK(run_command(wrong).status == exit_status::wrong_command_line);
  }
}

TEST_CASE("distinct plans differ in more than schedule and chunks, and each has what was measured near it") {
  const Json found = Json::parse(run_command(small()).out);
  REQUIRE(found["distinct"].size() > 1);
  CHECK(found["distinct"][0]["settings"] == found["best"][0]["settings"]);
  std::set<std::string> kinds;
  for (const Json& plan : found["distinct"]) {
    Json settings = plan["settings"];
    settings.erase("plan.schedule"), settings.erase("plan.virtual_stages");
    CHECK(kinds.insert(settings.dump()).second);
    REQUIRE(plan["evidence"]["nearest"].size() == 3);
    CHECK(plan["evidence"]["nearest"][0]["doublings"] <= plan["evidence"]["nearest"][1]["doublings"]);
  }
}

TEST_CASE("among numbers of GPUs the fewest that keep a limit are found, with the cluster that they need") {
  SearchCommand command = small();
  command.gpus = "8..64", command.objective = "gpus", command.needs = {"days<=4000"}, command.top = 3;
  const Json found = Json::parse(run_command(command).out);
  REQUIRE_FALSE(found["best"].empty());
  const Json& best = found["best"][0];
  CHECK(best["settings"]["cluster.gpus"] == best["gpus"]);
  CHECK(best["days"].get<double>() <= 4000);
  command.every = true;
  CHECK(Json::parse(run_command(command).out)["best"] == found["best"]);
  command.gpus = "64..8";
  CHECK(run_command(command).status == exit_status::wrong_command_line);
}

TEST_CASE("at the low end plans are ranked by the slow end of their range") {
  SearchCommand command = small();
  command.low_end = true;
  const Json best = Json::parse(run_command(command).out)["best"];
  for (std::size_t i = 1; i < best.size(); ++i)
    CHECK(best[i - 1]["step_seconds_range"][1] <= best[i]["step_seconds_range"][1]);
}

TEST_CASE("plans that a framework refuses or can't express are left out, and counted by its rules" *
          doctest::test_suite("long")) {
  SearchCommand command = small();
  command.vary = {"plan.tp=4,8", "plan.cp=1", "plan.micro_batch=1", "plan.pp=2..4"};
  command.rules = "megatron", command.every = true;
  const Json found = Json::parse(run_command(command).out);
  REQUIRE_FALSE(found["best"].empty());
  for (const Json& plan : found["best"]) {
    ReportCommand report;
    report.scenarios = {command.scenario}, report.settings = command.settings, report.rules = command.rules;
    report.strict = true, report.format = OutputFormat::json;
    for (const auto& [key, value] : plan["settings"].items())
      report.settings.push_back(key + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
    const Json reported = Json::parse(run_command(report).out);
    for (const Json& rule : reported["rules"]["broken"]) CHECK(rule["severity"] != "error");
  }
  std::uint64_t refused = 0;
  for (const auto& [rule, count] : found["refused"].items())
    refused += rule == "fits-in-memory" ? 0 : count.get<std::uint64_t>();
  CHECK(refused > 0);
  CHECK(found["space"]["evaluated"].get<std::uint64_t>() + refused <= found["space"]["fit"].get<std::uint64_t>());
  command.rules = "no-such-framework";
  CHECK(run_command(command).status == exit_status::wrong_command_line);
}
