#include "core/launch_text/documents/hydra_defaults.h"

#include "core/launch_text/documents/launch_documents.h"
#include "core/launch_text/launch_text.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::vector<HydraPart> parts_of(const std::string& defaults) {
  const Outcome<std::vector<GivenFlag>> read = read_launch_document(LaunchForm::yaml, "defaults:\n" + defaults);
  REQUIRE(succeeded(read));
  return hydra_parts(value_of(read));
}

constexpr std::string_view experiment = R"(defaults:
  - _self_
  - train: 7b

experiment:
  exp_name: mine
  task:
    type: train
    backend: megatron
  runner:
    nnodes: 4
    nproc_per_node: 8
)";

constexpr std::string_view train = R"(system:
  tensor_model_parallel_size: 4
  pipeline_model_parallel_size: 2
  precision:
    bf16: true
  logging:
    wandb_exp_name: ${experiment.exp_name}
model:
  num_layers: 32
  hidden_size: 4096
  num_attention_heads: 32
  seq_length: 4096
  max_position_embeddings: 4096
  micro_batch_size: 1
  global_batch_size: 64
data:
  tokenizer:
    vocab_size: 32000
)";

}  // namespace

TEST_CASE("a list of defaults names files by group, package and place; what is open or Hydra's own names none") {
  const struct {
    const char* defaults;
    std::vector<HydraPart> parts;
  } cases[] = {
      {"  - train: 7b\n  - _self_\n", {{"train/7b.yaml", "train", "", false, 1}}},
      {"  - _self_\n  - train: 16b_a3b\n", {{"train/16b_a3b.yaml", "train", "", true, 1}}},
      {"  - base\n  - a/b\n", {{"base.yaml", "", "", true, 1}, {"a/b.yaml", "a", "", true, 1}}},
      {"  - _self_\n  - optional overlap@model.comm: h100\n",
       {{"overlap/h100.yaml", "overlap", "model.comm", true, 1}}},
      {"  - override /train@_global_: big.yaml\n", {{"train/big.yaml", "train", "", true, 1}}},
      {"  - data: [pile, code]\n", {{"data/pile.yaml", "data", "", true, 1}, {"data/code.yaml", "data", "", true, 1}}},
      {"  - train: ???\n  - data: null\n  - hydra/launcher: slurm\n  - override hydra/job_logging: none\n", {}},
      {"  - train: ${size}\n", {}},
  };
  for (const auto& each : cases) {
    CAPTURE(each.defaults);
    CHECK(parts_of(each.defaults) == each.parts);
  }
}

TEST_CASE("a configuration that is composed is read with the files that it names, each value once") {
  ShellOutside outside;
  outside.files["7b.yaml"] = train;
  const auto read = [&](const std::string& text) {
    return import_launch(text, "train.yaml", real_presets(), {}, nullptr, outside);
  };
  const Outcome<ImportedLaunch> both = read(std::string(experiment));
  REQUIRE(succeeded(both));
  const Scenario& scenario = value_of(both).parsed.said.scenario;
  CHECK(value_of(both).framework == "flagscale");
  CHECK(scenario.plan.tp == 4);
  CHECK(scenario.cluster.gpus == 32);
  CHECK(scenario.model.num_hidden_layers == 32);
  CHECK(value_of(both).files == std::vector<std::string>{"7b.yaml"});

  const std::string own = std::string(experiment) + "model:\n  num_layers: 40\n";
  CHECK(value_of(read(own)).parsed.said.scenario.model.num_hidden_layers == 32);  // the part lies over it
  std::string under = own;
  under.replace(under.find("  - _self_\n"), 11, "");
  under.replace(under.find("  - train: 7b\n"), 14, "  - train: 7b\n  - _self_\n");
  CHECK(value_of(read(under)).parsed.said.scenario.model.num_hidden_layers == 40);

  outside.arguments = {"model.num_layers=48"};
  CHECK(value_of(read(own)).parsed.said.scenario.model.num_hidden_layers == 48);
}

TEST_CASE("without the files that it is composed of the one line names them, and they are looked for beside it") {
  const std::string text(experiment);
  CHECK(says(launch_complaints(text, "train.yaml"),
             "line 1, defaults: the configuration is composed of train/7b.yaml too, which isn't here; name that file "
             "behind it"));
  CHECK(files_wanted_by(text, "train.yaml", {}, real_presets().frameworks) ==
        std::vector<std::string>{"train/7b.yaml"});
  CHECK(files_wanted_by(text, "train.yaml", {{}, {}, {{"7b.yaml", ""}}}, real_presets().frameworks).empty());
}

TEST_CASE("keys of a part stand below its group where the framework knows more of them there") {
  const std::string text = "defaults:\n  - _self_\n  - model: llama\nsystem:\n  tensor_model_parallel_size: 2\n";
  ShellOutside outside;
  outside.files["llama.yaml"] =
      "num_layers: 24\nhidden_size: 2048\nnum_attention_heads: 16\nseq_length: 2048\nmax_position_embeddings: 2048\n"
      "micro_batch_size: 1\nglobal_batch_size: 8\n";
  const Outcome<ImportedLaunch> read = import_launch(text, "a.yaml", real_presets(), {}, nullptr, outside);
  REQUIRE(succeeded(read));
  CHECK(value_of(read).parsed.said.scenario.model.num_hidden_layers == 24);
  outside.files["llama.yaml"] = "num_layers: [\n";
  const Outcome<ImportedLaunch> broken = import_launch(text, "a.yaml", real_presets(), {}, nullptr, outside);
  REQUIRE(!succeeded(broken));
  CHECK(says(line_of(problems_of(broken).front(), "a.yaml"), "model/llama.yaml"));
}
