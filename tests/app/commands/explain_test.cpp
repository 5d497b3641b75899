#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a figure is explained with its numbers, what it is made from and where it flows") {
  const Ran ran = run_command(ExplainCommand{"throughput.tokens_per_second", "gpt4-25k-a100"});
  CHECK(ran.status == 0);
  for (const char* words : {"global batch × sequence / step", "Made from", "time.step_seconds", "Flows into",
                            "throughput.tokens_per_second_per_gpu", "Source: "}) {
    CAPTURE(words);
    CHECK(ran.out.find(words) != std::string::npos);
  }
}

TEST_CASE("a label, a field and a term are explained too, and without a name all figures are listed") {
  CHECK(run_command(ExplainCommand{"goodput", "gpt4-25k-a100"}).out.find("Daly 2006") != std::string::npos);
  CHECK(run_command(ExplainCommand{"plan.tp"}).out.find("Flows into") != std::string::npos);
  CHECK(run_command(ExplainCommand{"critical batch"}).out.find("Source: McCandlish") != std::string::npos);
  CHECK(run_command(ExplainCommand{"MFU"}).out.find("throughput.mfu") != std::string::npos);
  const Ran all = run_command(ExplainCommand{});
  for (const char* name : {"memory.peak_bytes", "time.step_seconds", "run.calendar_days"})
    CHECK(all.out.find(name) != std::string::npos);
}

TEST_CASE("JSON has the terms with their links, a wrong name is refused with the nearest") {
  ExplainCommand command{"throughput.mfu", "gpt4-25k-a100"};
  command.json = true;
  const auto json = nlohmann::json::parse(run_command(command).out);
  const double top = json["made_from"][0]["value"], peak = json["made_from"][1]["value"];
  CHECK(json["value"].get<double>() == doctest::Approx(top / peak));
  const Ran wrong = run_command(ExplainCommand{"throughput.mfi", "gpt4-25k-a100"});
  CHECK(wrong.status == 1);
  CHECK(wrong.error.find("did you mean throughput.mfu?") != std::string::npos);
}
