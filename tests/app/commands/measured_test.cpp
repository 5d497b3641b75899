#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/app/commands/run_command.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::json;

namespace {

MeasuredCommand measured(std::vector<std::string> logs, bool json = false) {
  MeasuredCommand command;
  for (const std::string& log : logs)
    command.logs.push_back(log == "-" ? log : source_path("tests/data/logs/" + log).string());
  command.json = json;
  return command;
}

}  // namespace

TEST_CASE("a log without its GPU is told, with the field that sets a prediction beside it") {
  const Ran ran = run_command(measured({"megatron-ranks.log"}));
  CHECK(ran.status == 0);
  CHECK(ran.out.find("Megatron-LM, 12 records of steps") != std::string::npos);
  CHECK(ran.out.find("1.501 s") != std::string::npos);
  CHECK(ran.out.find("--set cluster.gpu=NAME") != std::string::npos);
  CHECK(ran.out.find("Predicted") == std::string::npos);
}

TEST_CASE("with the GPU the plan of the log's arguments is predicted beside what was measured") {
  MeasuredCommand command = measured({"megatron-ranks.log"}, true);
  command.settings = {"cluster.gpu=h100-sxm"};
  const Ran ran = run_command(command);
  CHECK(ran.status == 0);
  const Json json = Json::parse(ran.out);
  const double step = json["predicted"]["step_seconds"];
  CHECK(step > 0);
  CHECK(json["predicted"]["range"]["step_seconds"][0] < step);
  CHECK(json["predicted"]["difference"]["step_seconds"].get<double>() == doctest::Approx(1.5005 / step - 1));
}

TEST_CASE("a scenario of one's own takes the place of what the log doesn't say") {
  MeasuredCommand command = measured({"megatron-pairs.log", "torchtitan-colours.log"}, true);
  command.scenario = "-";
  const Ran ran = run_command(command, scenario_line);
  CHECK(ran.status == 0);
  const Json json = Json::parse(ran.out);
  REQUIRE(json.size() == 2);
  CHECK(json[0]["predicted"]["step_seconds"].is_number());
  CHECK(json[1]["plan"]["tp"] == 2);  // the log's own
}

TEST_CASE("what is no log, no file, or a wrong setting has status 1 and words on stderr") {
  const Ran prose = run_command(measured({"-"}), "Dear all,\nno log here.\n");
  CHECK(prose.status == 1);
  CHECK(prose.error.starts_with("stdin: "));
  CHECK(run_command(measured({"none-such.log"})).status == 1);
  MeasuredCommand command = measured({"megatron-ranks.log"});
  command.settings = {"cluster.gpu=none-such"};
  const Ran wrong = run_command(command);
  CHECK(wrong.status == 1);
  CHECK(wrong.error.find("none-such") != std::string::npos);
}

TEST_CASE("JSON says why nothing is predicted, and a setting that is none is refused where the log has no plan") {
  MeasuredCommand command = measured({"megatron-pairs.log"}, true);
  command.scenario = "llama3-70b-4096-h100", command.settings = {"plan.tp=7"};
  const Json json = Json::parse(run_command(command).out);
  CHECK(json["predicted"].is_null());
  REQUIRE_FALSE(json["no_prediction"].empty());
  CHECK(json["no_prediction"][0]["path"] == "plan.tp");
  CHECK(json["no_prediction"][0]["message"].get<std::string>().find("7") != std::string::npos);
  command.scenario.clear(), command.settings.clear();
  CHECK(Json::parse(run_command(command).out)["no_prediction"][0]["message"] == "the log doesn't say its whole plan");
  command.settings = {"plan.tpp=7"};
  const Ran ran = run_command(command);
  CHECK(ran.status == 1);
  CHECK(ran.error.find("plan.tpp") != std::string::npos);
  command.settings = {"plan.tp=8"};
  CHECK(run_command(command).status == 0);
}
