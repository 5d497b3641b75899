#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/app/commands/run_command.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::json;

namespace {

ReportCommand report_of(std::vector<std::string> scenarios, OutputFormat format = OutputFormat::json) {
  ReportCommand command;
  command.scenarios = std::move(scenarios);
  command.format = format;
  return command;
}

long lines_in(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

}  // namespace

TEST_CASE("one scenario as JSON is an object, several are an array in the same order") {
  const Ran one = run_command(report_of({"-"}), scenario_line);
  CHECK(one.status == 0);
  CHECK(one.error.empty());
  CHECK(Json::parse(one.out)["scenario"]["name"] == "Small");
  const Ran two = run_command(report_of({"-", "gpt4-25k-a100"}), scenario_line);
  const Json array = Json::parse(two.out);
  REQUIRE(array.size() == 2);
  CHECK(array[0]["scenario"]["name"] == "Small");
  CHECK(array[1]["scenario"]["cluster"]["gpus"].is_number());
}

TEST_CASE("JSON lists the tensors of the fullest stage, and with tensors those of all") {
  ReportCommand command = report_of({"gpt4-25k-a100"});
  const auto stages_listed = [&] {
    const Json memory = Json::parse(run_command(command).out)["memory"];
    std::vector<long> listed;
    for (const Json& stage : memory["stages"])
      if (stage.contains("tensors")) listed.push_back(stage["stage"].get<long>());
    if (listed.size() == 1) CHECK(listed.front() == memory["peak_stage"].get<long>());
    return listed.size();
  };
  CHECK(stages_listed() == 1);
  command.tensors = true;
  CHECK(stages_listed() == 15);
}

TEST_CASE("a setting changes the scenario, preset or not") {
  ReportCommand command = report_of({"-"});
  command.settings = {"plan.global_batch=128"};
  CHECK(Json::parse(run_command(command, scenario_line).out)["scenario"]["plan"]["global_batch"] == 128);
  command.scenarios = {"gpt4-25k-a100"};
  command.settings = {"plan.micro_batch=2"};
  CHECK(Json::parse(run_command(command).out)["scenario"]["plan"]["micro_batch"] == 2);
}

TEST_CASE("a plan that no machine could run has status 1, words on stderr, and still a JSON report") {
  ReportCommand command = report_of({"-"});
  command.settings = {"plan.tp=6"};
  const Ran ran = run_command(command, scenario_line);
  CHECK(ran.status == 1);
  CHECK(ran.error.starts_with("stdin: plan.tp: "));
  CHECK(Json::parse(ran.out)["valid"] == false);
  command.format = OutputFormat::text;
  CHECK(run_command(command, scenario_line).out.empty());
}

TEST_CASE("what can't be read is said on stderr, at most eight lines, with status 1") {
  const Ran ran = run_command(report_of({"no-such-file.json"}));
  CHECK(ran.status == 1);
  CHECK(ran.out.empty());
  CHECK(ran.error.starts_with("no-such-file.json: "));
  std::string many = R"({"shardscope": 1)";
  for (int i = 0; i < 30; ++i) many += R"(, "key)" + std::to_string(i) + R"(": 0)";
  const Ran wrong = run_command(report_of({"-"}), many + "}");
  CHECK(wrong.status == 1);
  CHECK(lines_in(wrong.error) == 8);
}

TEST_CASE("in an array a scenario that can't be read keeps its place") {
  const Ran ran = run_command(report_of({"no-such-file.json", "-"}), scenario_line);
  CHECK(ran.status == 1);
  const Json array = Json::parse(ran.out);
  REQUIRE(array.size() == 2);
  CHECK(array[0].contains("error"));
  CHECK(array[1]["valid"] == true);
}

TEST_CASE("strict has status 3 where a plan doesn't fit, and says so") {
  ReportCommand command = report_of({"-"}, OutputFormat::text);
  command.strict = true;
  command.settings = {"plan.tp=1",
                      "plan.pp=1",
                      "plan.dp=64",
                      "plan.micro_batch=1",
                      "plan.global_batch=64",
                      "model=gpt3-175b",
                      "plan.sequence_length=2048"};
  const Ran ran = run_command(command, scenario_line);
  CAPTURE(ran.error);
  CHECK(ran.status == 3);
  CHECK_FALSE(ran.error.empty());
  CHECK(ran.out.find("Doesn't fit") != std::string::npos);
  command.strict = false;
  CHECK(run_command(command, scenario_line).status == 0);
}

TEST_CASE("text, Markdown and CSV each say the same scenario in their form") {
  CHECK(run_command(report_of({"-"}, OutputFormat::text), scenario_line).out.starts_with("Small\n"));
  CHECK(run_command(report_of({"-"}, OutputFormat::markdown), scenario_line).out.starts_with("# Small\n"));
  const Ran csv = run_command(report_of({"-", "gpt4-25k-a100"}, OutputFormat::csv), scenario_line);
  CHECK(csv.out.starts_with("scenario,"));
  CHECK(lines_in(csv.out) == 3);
}

TEST_CASE("a script with the file that it reads is one scenario, in every form, and so is what is left of several") {
  const TemporaryFolder folder;
  const std::string env = folder.write("env.sh", "NNODES=2\n");
  const std::string script = folder.write(
      "go.sh",
      "source $(dirname \"$0\")/env.sh\n"
      "torchrun --nnodes $NNODES --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 \\\n"
      "  --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 --vocab-size 32000 --bf16 \\\n"
      "  --micro-batch-size 1 --global-batch-size 64 --tensor-model-parallel-size 4 "
      "--pipeline-model-parallel-size 4\n");
  const Ran alone = run_command(report_of({script}, OutputFormat::text));
  REQUIRE(alone.status == 0);
  CHECK(alone.out.find("Idle in the pipeline") != std::string::npos);
  CHECK(run_command(report_of({script, env}, OutputFormat::text)).out == alone.out);
  CHECK(Json::parse(run_command(report_of({script, env})).out).is_object());
  ReportCommand check = report_of({env, script}, OutputFormat::text);
  check.rules = "megatron";
  CHECK(run_command(check).out.find("For Megatron-LM") != std::string::npos);
  const Ran table = run_command(report_of({script, "no-such-file.json"}, OutputFormat::text));
  CHECK(table.status == 1);
  CHECK(table.out.find("Idle in the pipeline") == std::string::npos);
}
