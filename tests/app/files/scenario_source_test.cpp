#include "app/files/scenario_source.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/limits.h"
#include "core/launch/export_launch.h"
#include "core/scenario_json/short_code.h"
#include "core/scenario_json/write.h"
#include "tests/app/commands/run_command.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;
namespace fs = std::filesystem;

namespace {

Outcome<ParsedScenario> load(const std::string& source, const std::string& input = "",
                             const std::vector<Setting>& settings = {}) {
  std::istringstream in(input);
  return load_scenario(source, settings, real_presets(), in);
}

}  // namespace

TEST_CASE("a scenario comes from a preset, a file or the input") {
  const tests::TemporaryFolder folder;
  const std::string file = (folder.root() / "small.json").string();
  std::ofstream(file) << scenario_line;
  REQUIRE(succeeded(load(file)));
  REQUIRE(succeeded(load("-", scenario_line)));
  CHECK(value_of(load(file)) == value_of(load("-", scenario_line)));
  REQUIRE(succeeded(load("gpt4-25k-a100")));
  CHECK(value_of(load("gpt4-25k-a100")).said.scenario == *real_presets().scenario("gpt4-25k-a100"));
}

TEST_CASE("what was read is a value: it loads again whatever became of its files, with more given to it") {
  const tests::TemporaryFolder folder;
  const std::string file = (folder.root() / "launch.sh").string(), beside = (folder.root() / "env.sh").string();
  std::ofstream(file) << "source env.sh\ntorchrun --nproc_per_node 8 --nnodes 4 pretrain_gpt.py "
                         "--tensor-model-parallel-size ${TP:-2} --num-layers $LAYERS --hidden-size 4096 "
                         "--num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 "
                         "--micro-batch-size 1 --global-batch-size 64 --bf16\n";
  std::ofstream(beside) << "LAYERS=32\n";
  std::istringstream none;
  const Outcome<ReadSource> read = read_source(file, real_presets(), none);
  REQUIRE(succeeded(read));
  CHECK(value_of(read).kind == TextKind::launch);
  const Outcome<ParsedScenario> first = load(file);
  REQUIRE(succeeded(first));
  fs::remove(file), fs::remove(beside);
  CHECK_FALSE(succeeded(load(file)));
  const Outcome<ParsedScenario> again = load_read(value_of(read), {}, real_presets());
  REQUIRE(succeeded(again));
  CHECK(value_of(again) == value_of(first));
  LaunchInputs inputs;
  inputs.as_read = std::make_shared<const ReadSource>(value_of(read));
  inputs.environment = {{"TP", "4"}};
  const Outcome<ParsedScenario> more = load_scenario(file, inputs, {}, real_presets(), none);
  REQUIRE(succeeded(more));
  CHECK(value_of(more).said.scenario.plan.tp == 4);
  CHECK(value_of(more).said.scenario.model.num_hidden_layers == 32);
}

TEST_CASE("a setting changes a preset in that field alone") {
  const auto loaded = load("gpt4-25k-a100", "", {"plan.micro_batch=2"});
  REQUIRE(succeeded(loaded));
  Scenario expected = *real_presets().scenario("gpt4-25k-a100");
  expected.plan.micro_batch = 2;
  CHECK(value_of(loaded).said.scenario == expected);
}

TEST_CASE("a word that leads nowhere is answered with the nearest preset") {
  const auto loaded = load("gpt4-25k-a10");
  REQUIRE_FALSE(succeeded(loaded));
  CHECK(problems_of(loaded).front().message.find("gpt4-25k-a100") != std::string::npos);
}

TEST_CASE("a preset of another kind is said to be no scenario yet") {
  const auto said = [](const std::string& name) { return problems_of(load(name)).front().message; };
  CHECK(said("llama3-8b").find("a model by itself has no cluster") != std::string::npos);
  CHECK(said("h100-sxm").find("a GPU by itself") != std::string::npos);
}

TEST_CASE("a text that opens with its version is a scenario, however it is spaced, and one of another order too") {
  const std::string rest = scenario_line.substr(scenario_line.find(','));
  const auto plain = load("-", scenario_line);
  REQUIRE(succeeded(plain));
  CHECK(value_of(load("-", "\n {\t\"shardscope\" :1" + rest)) == value_of(plain));
  const std::string last = "{" + rest.substr(1, rest.rfind('}') - 1) + ", \"shardscope\": 1}";
  const auto other_order = load("-", last);
  REQUIRE(succeeded(other_order));
  CHECK(value_of(other_order) == value_of(plain));
  CHECK_FALSE(succeeded(load("-", "{\"shardscope\": 1" + rest.substr(0, rest.size() / 2))));
}

TEST_CASE("a folder is no scenario") {
  const tests::TemporaryFolder folder;
  CHECK_FALSE(succeeded(load(folder.root().string())));
}

TEST_CASE("input over the limit is refused before it is all read") {
  std::istringstream in(std::string(limits::scenario_file_bytes_max + (1u << 20), ' '));
  const auto text = read_bounded(in);
  REQUIRE_FALSE(succeeded(text));
  CHECK(in.tellg() < static_cast<std::streamoff>(limits::scenario_file_bytes_max + (1u << 18)));
  std::istringstream small("abc");
  CHECK(value_of(read_bounded(small)) == "abc");
}

TEST_CASE("a file is what has a slash or isn't a preset's name") {
  CHECK_FALSE(names_file("-", real_presets()));
  CHECK_FALSE(names_file("gpt4-25k-a100", real_presets()));
  CHECK(names_file("./gpt4-25k-a100", real_presets()));
  CHECK(names_file("mine.json", real_presets()));
}

TEST_CASE("what the launch's own framework refuses is said at its flag, with the place in the framework's source") {
  const std::string text =
      "torchrun --nnodes 2 --nproc_per_node 8 pretrain_gpt.py --num-layers 12 --hidden-size 4096 \\\n"
      "  --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 --vocab-size 32000 --bf16 \\\n"
      "  --pipeline-model-parallel-size 8 --micro-batch-size 1 --global-batch-size 64\n";
  const auto loaded = load("-", text);
  REQUIRE(succeeded(loaded));
  const std::vector<Problem> problems = own_rule_problems(value_of(loaded), real_presets());
  REQUIRE(problems.size() == 1);
  CHECK(where_words(problems[0]) == "line 1, --num-layers");
  CHECK(problems[0].message.find("megatron/training/arguments.py:998") != std::string::npos);
  CHECK(own_rule_problems(value_of(load("gpt4-25k-a100")), real_presets()).empty());
}

TEST_CASE("what only a launch script takes is said to change nothing elsewhere") {
  std::istringstream none;
  const auto loaded = load_scenario("gpt4-25k-a100", LaunchInputs{{{"TP", "8"}}, {}, {}}, {}, real_presets(), none);
  REQUIRE(succeeded(loaded));
  REQUIRE(value_of(loaded).notices.size() == 1);
  CHECK(value_of(loaded).notices[0] == no_launch_script());
}

TEST_CASE("the program's own presets are found") {
  REQUIRE(succeeded(load_program_presets()));
}

TEST_CASE("each text that stands for a scenario is told by itself, whatever it is called") {
  const Presets& presets = real_presets();
  const LaunchedScenario& said = *presets.launched("llama3-70b-4096-h100");
  const std::string launch =
      export_launch(said, *find_framework(presets.frameworks, "megatron"), Launcher::none, presets).text;
  for (const char* name : {"-", "the clipboard", "plan.json"}) {
    CAPTURE(name);
    CHECK(kind_of(" \n", name, presets) == TextKind::empty);
    CHECK(kind_of("\n" + scenario_code(said, presets), name, presets) == TextKind::code);
    CHECK(kind_of("llama3-70b-4096-h100\n", name, presets) == TextKind::preset);
    CHECK(kind_of(launch, name, presets) == TextKind::launch);
    CHECK(kind_of(R"({"num_hidden_layers": 40, "hidden_size": 5120})", name, presets) == TextKind::model);
    CHECK(kind_of(write_scenario(said, presets), name, presets) == TextKind::scenario);
    CHECK(kind_of(" {\"shardscope\": 1, \"arguments\": [\"--tensor-model-parallel-size\"]}", name, presets) ==
          TextKind::scenario);
  }
  CHECK(kind_of("Dear all, see you at nine.", "the clipboard", presets) == TextKind::other);
  CHECK(succeeded(load("-", "llama3-70b-4096-h100\n")));
}
