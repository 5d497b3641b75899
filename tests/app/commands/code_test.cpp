#include <doctest/doctest.h>

#include "core/scenario_json/short_code.h"
#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a scenario's code is one line that every command takes for the scenario") {
  const Ran code = run_command(CodeCommand{"gpt4-25k-a100", {"plan.tp=4", "plan.dp=416", "plan.global_batch=7072"}});
  CHECK(code.status == 0);
  CHECK(code.error.empty());
  const std::string word = code.out.substr(0, code.out.find('\n'));
  CHECK(code.out == word + "\n");
  CHECK(is_scenario_code(word));
  const Ran again = run_command(CodeCommand{word, {}});
  CHECK(again.out == code.out);
  ReportCommand reported;
  reported.scenarios = {word};
  reported.format = OutputFormat::json;
  const Ran report = run_command(reported);
  CHECK(report.status == 0);
  CHECK(report.out.find("\"tp\": 4") != std::string::npos);
  const Ran piped = run_command(CodeCommand{"-", {}}, code.out);
  CHECK(piped.out == code.out);
}

TEST_CASE("a code that was cut is status 1 and one line") {
  const Ran ran = run_command(CodeCommand{"shardscope1_abcdefgh", {}});
  CHECK(ran.status == 1);
  CHECK(ran.out.empty());
  CHECK(ran.error.find("cut or mistyped") != std::string::npos);
}

TEST_CASE("the code of a scenario that no reader takes is given with a warning") {
  const Ran ran = run_command(CodeCommand{"gpt4-25k-a100", {"plan.micro_batch=2"}});
  CHECK(ran.status == 0);
  CHECK(is_scenario_code(ran.out.substr(0, ran.out.find('\n'))));
  CHECK(ran.error.find("every reader will refuse this scenario") != std::string::npos);
  CHECK(ran.error.find("plan.global_batch") != std::string::npos);
}
