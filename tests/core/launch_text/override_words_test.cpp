#include "core/launch_text/override_words.h"

#include "core/launch/launch_source.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr const char* start = "#!/bin/bash\nTP=4\npython train.py";
constexpr const char* plan =
    " trainer.num_nodes=4 ++trainer.devices=8 model.tensor_model_parallel_size=$TP model.micro_batch_size=1 "
    "model.global_batch_size=128 model.encoder_seq_length=4096 exp_manager.exp_dir=$OUT";
constexpr const char* sizes = " model.num_layers=32 model.hidden_size=4096 +model.num_attention_heads=32";

std::string refusal_of(const std::string& text) {
  const Outcome<ImportedLaunch> read = import_launch(text, "train.sh", real_presets());
  return succeeded(read) ? std::string() : line_of(problems_of(read).front(), "train.sh");
}

}  // namespace

TEST_CASE("a plan that stands on the command line over a configuration which isn't here is read") {
  const ImportedLaunch read = imported(std::string(start) + sizes + plan);
  const Scenario& scenario = read.parsed.said.scenario;
  CHECK(read.framework == "nemo-launcher");
  CHECK(scenario.model.num_hidden_layers == 32);
  CHECK(scenario.plan.tp == 4);
  CHECK(scenario.plan.global_batch == 128);
  CHECK(scenario.cluster.gpus == 32);
  const auto says_what_is_missing = [](const Problem& notice) {
    return says(notice.message, "what it says beside these words isn't read");
  };
  CHECK(std::any_of(read.parsed.notices.begin(), read.parsed.notices.end(), says_what_is_missing));
}

TEST_CASE("without the sizes of a model the configuration is asked for, by its name where the command says it") {
  CHECK(says(refusal_of(std::string(start) + plan), "a configuration of NeMo 1, which isn't here"));
  CHECK(says(refusal_of(std::string(start) + " --config-name=gpt_5b" + plan), "gpt_5b.yaml"));
}

TEST_CASE("a word of the plan that hangs on what isn't given asks for it") {
  const std::string text = std::string(start) + sizes + plan + " model.pipeline_model_parallel_size=${PP}";
  CHECK(says(refusal_of(text), "model.pipeline_model_parallel_size"));
  CHECK(says(refusal_of(text), "--env PP=VALUE"));
}

TEST_CASE("XLA's own switch to 16 bits goes before the trainer's precision") {
  const std::string text = std::string(start) + sizes + plan + " trainer.precision=32";
  CHECK(imported(text).parsed.said.scenario.plan.precision == Precision::fp32);
  const std::string xla = edited("TP=4\n", "TP=4\nexport XLA_USE_BF16=1\n", text);
  CHECK(imported(xla).parsed.said.scenario.plan.precision == Precision::bf16);
}

TEST_CASE("such a script is a launch when it is pasted too, whatever its first line is") {
  for (const char* first :
       {"#!/bin/bash\n", "#!/bin/bash -l\n", "#!/usr/bin/env bash\r\n", "#!/usr/bin/env -S sh -e\n", ""}) {
    CAPTURE(first);
    const std::string text = first + std::string("python train.py") + sizes + plan;
    CHECK(is_launch(text, {}, real_presets().frameworks));
    CHECK(succeeded(import_launch(text, {}, real_presets(), {}, nullptr, with_given({}, "TP", "4"))));
  }
  CHECK_FALSE(is_launch("#!/bin/bash\npython train.py data.path=x lr=3\n", {}, real_presets().frameworks));
}

TEST_CASE("machines that hang on a variable are read where it is known, and asked for where it isn't") {
  const std::string text =
      std::string("#!/bin/bash\nTP=4\nGPUS_PER_NODE=8\npython train.py") + sizes +
      edited("num_nodes=4", "num_nodes=$SLURM_NNODES", edited("devices=8", "devices=${GPUS_PER_NODE}", plan));
  ShellOutside outside;
  outside.environment["SLURM_NNODES"] = "2";
  const auto read = import_launch(text, "train.sh", real_presets(), {}, nullptr, outside);
  REQUIRE(succeeded(read));
  CHECK(value_of(read).parsed.said.scenario.cluster.gpus == 16);
  for (const Problem& notice : value_of(read).parsed.notices) CHECK_FALSE(says(notice.message, "counts for nothing"));
  const ImportedLaunch open = imported(text);
  const auto asks = [](const Problem& notice) {
    return says(line_of(notice, "f"), "$SLURM_NNODES") && says(notice.remedy.words, "--env SLURM_NNODES=VALUE");
  };
  CHECK(std::any_of(open.parsed.notices.begin(), open.parsed.notices.end(), asks));
}

TEST_CASE("a plan that hangs on a variable over a configuration which is here asks for the variable") {
  ShellOutside outside;
  outside.files["conf.yaml"] =
      "trainer:\n  num_nodes: 1\n  devices: 8\nmodel:\n  micro_batch_size: 1\n  global_batch_size: 128\n"
      "  encoder_seq_length: 4096\n  num_layers: 32\n  hidden_size: 4096\n  num_attention_heads: 32\n";
  const char* text =
      "#!/bin/bash\npython megatron_gpt_pretraining.py --config-path=/c --config-name=conf trainer.num_nodes=2 "
      "model.pipeline_model_parallel_size=$PP\n";
  const auto read = import_launch(text, "train.sh", real_presets(), {}, nullptr, outside);
  REQUIRE_FALSE(succeeded(read));
  CHECK(says(line_of(problems_of(read).front(), "f"), "it hangs on $PP, which isn't given; --env PP=VALUE"));
  outside.environment["PP"] = "2";
  const auto given = import_launch(text, "train.sh", real_presets(), {}, nullptr, outside);
  REQUIRE(succeeded(given));
  CHECK(value_of(given).parsed.said.scenario.plan.pp == 2);
}
