#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::json;

namespace {

const std::string two_runs = R"({"shardscope_runs": 1, "runs": [
  {"id": "good", "source": "Lab", "kind": "dense",
   "scenario": {"model": "llama2-7b", "cluster": {"gpu": "a100-80", "gpus": 8},
     "plan": {"tp": 8, "sequence_length": 4096, "micro_batch": 1, "global_batch": 8}},
   "measured": {"step_seconds": 3}},
  {"id": "bad", "source": "Lab", "kind": "dense", "scenario": {"model": "llama2-7b"}, "measured": {"step_seconds": 3}}]})";

}  // namespace

TEST_CASE("validate prints a row per run and the summary, and an invalid run is no failure of the command") {
  const Ran ran = run_command(ValidateCommand{"-", false}, two_runs);
  CHECK(ran.status == 0);
  CHECK(ran.error.empty());
  CHECK(ran.out.find("good") != std::string::npos);
  CHECK(ran.out.find("2 runs, 1 of them invalid") != std::string::npos);
}

TEST_CASE("as JSON the rows are in the file's order") {
  const Ran ran = run_command(ValidateCommand{"-", true}, two_runs);
  CHECK(ran.status == 0);
  const Json json = Json::parse(ran.out);
  REQUIRE(json["runs"].size() == 2);
  CHECK(json["runs"][0]["id"] == "good");
  CHECK(json["runs"][1]["valid"] == false);
  CHECK(json["summary"]["step_seconds"]["all"]["count"] == 1);
  CHECK(json["cross_validated"].is_null());  // that is of the public runs
}

TEST_CASE("what is no file of runs has status 1 and words on stderr") {
  const Ran missing = run_command(ValidateCommand{"no-such-file.json", false});
  CHECK(missing.status == 1);
  CHECK(missing.out.empty());
  CHECK(missing.error.starts_with("no-such-file.json: "));
  const Ran other = run_command(ValidateCommand{"-", true}, scenario_line);
  CHECK(other.status == 1);
  CHECK(other.error.starts_with("stdin: shardscope_runs: "));
}
