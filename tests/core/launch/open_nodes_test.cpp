#include "core/launch/open_nodes.h"

#include "core/evaluate/evaluate.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// A launch of as many nodes as the script's word says, whose plan needs `pp` GPUs of two replicas' experts.
std::string script_of(const char* nodes, const char* plan) {
  return std::string("GPUS=8\nNNODES=") + nodes +
         "\ntorchrun --nnodes $NNODES --nproc_per_node $GPUS pretrain_gpt.py --num-layers 16 --hidden-size 1024 "
         "--num-attention-heads 16 --seq-length 512 --max-position-embeddings 512 --micro-batch-size 1 "
         "--global-batch-size 64 --bf16 " +
         plan + "\n";
}

std::string notices_of(const ImportedLaunch& launch) {
  std::string lines;
  for (const Problem& notice : launch.parsed.notices) lines += line_of(notice, "") + "\n";
  return lines;
}

}  // namespace

TEST_CASE("a default that is too few for the plan gives way to whole nodes for it, with a word") {
  const ImportedLaunch launch =
      imported(script_of("${NNODES:-1}", "--tensor-model-parallel-size 4 --pipeline-model-parallel-size 8"));
  CHECK(launch.parsed.said.scenario.cluster.gpus == 32);
  CHECK(
      says(notices_of(launch),
           "cluster.gpus: the plan asks for 32 GPUs, more than the 8 of the script's own default for $NNODES; 4 nodes "
           "are taken; --env NNODES=VALUE says how many"));
  const ImportedLaunch experts =
      imported(script_of("${NNODES:-1}",
                         "--pipeline-model-parallel-size 4 --num-experts 8 --expert-model-parallel-size 8 "
                         "--disable-bias-linear"));
  CHECK(experts.parsed.said.scenario.cluster.gpus == 32);
}

TEST_CASE("a default that is enough stays, and a number that the script or a person says is refused where it isn't") {
  CHECK(imported(script_of("${NNODES:-2}", "--tensor-model-parallel-size 4")).parsed.said.scenario.cluster.gpus == 16);
  const std::string plan = "--tensor-model-parallel-size 4 --pipeline-model-parallel-size 8";
  CHECK(says(launch_complaints(script_of("1", plan.c_str())),
             "TP x PP x CP = 4 x 8 x 1 = 32 is above the 8 GPUs of the launch; --set cluster.gpus=32 takes as many"));
  const Outcome<ImportedLaunch> given = import_launch(script_of("${NNODES:-1}", plan.c_str()), "a.sh", real_presets(),
                                                      {}, nullptr, {{{"NNODES", "2"}}, {}, {}});
  CHECK_FALSE(succeeded(given));
}

TEST_CASE("of nodes whose GPUs only a run knows so many are taken as the plan can run on") {
  const auto script = [](const char* batch) {
    return std::string(
               "torchrun --nnodes 2 --nproc_per_node $G pretrain_gpt.py --num-layers 16 --hidden-size 1024 "
               "--num-attention-heads 16 --seq-length 512 --max-position-embeddings 512 --micro-batch-size 8 "
               "--bf16 --global-batch-size ") +
           batch + "\n";
  };
  CHECK(imported(script("128")).parsed.said.scenario.cluster.gpus == 16);
  const ImportedLaunch smaller = imported(script("64"));
  CHECK(smaller.parsed.said.scenario.cluster.gpus == 8);
  CHECK(smaller.parsed.said.scenario.cluster.gpus_per_node == 4);
  CHECK(says(notices_of(smaller), "cluster.gpus_per_node: the plan can't run on 8 GPUs per node; 4 are taken"));
}

TEST_CASE("where nothing says how many GPUs there are so many as hold the launch, if more hold it at all") {
  const std::string script =
      "python pretrain_gpt.py --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 "
      "--swiglu --seq-length 4096 --max-position-embeddings 4096 --micro-batch-size 1 --global-batch-size 128 "
      "--vocab-size 128256 --bf16 --recompute-granularity full --recompute-method uniform --recompute-num-layers 1";
  const ImportedLaunch sharded = imported(script + " --use-distributed-optimizer");
  CHECK(sharded.parsed.said.scenario.cluster.gpus > 1);
  CHECK(evaluate(sharded.parsed.said.scenario).fits);
  CHECK(says(notices_of(sharded), "the fewest by doubling that hold it"));
  const ImportedLaunch whole = imported(script);
  CHECK(whole.parsed.said.scenario.cluster.gpus == 1);  // no more replicas hold what one doesn't
  CHECK(says(notices_of(whole), "1 is taken, and none by doubling up to 128 holds it"));
}

TEST_CASE("a degree of data parallelism that is said is no guess, however little fits") {
  const std::string text =
      "parallelism:\n  dp: 4\n  tp: 1\n  pp: 1\n  tp_mode: REDUCE_SCATTER\nmodel:\n  model_config:\n    hidden_size: "
      "1280\n"
      "    num_hidden_layers: 16\n    num_attention_heads: 16\n    num_key_value_heads: 4\n    intermediate_size: "
      "4352\n"
      "    vocab_size: 128256\n    max_position_embeddings: 2048\ntokens:\n  sequence_length: 2048\n"
      "  micro_batch_size: 64\n  batch_accumulation_per_replica: 16\noptimizer:\n  zero_stage: 0\n";
  const Scenario scenario = imported(text, {}, "a.yaml").parsed.said.scenario;
  CHECK(scenario.cluster.gpus == 4);
  CHECK(with_defaults(scenario).plan.dp == 4);
}

TEST_CASE("a number of micro-batches that is said with both batches leaves no GPUs to guess") {
  const std::string text =
      R"({"train_batch_size": 32, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 2, "bf16": {"enabled": true}})";
  const std::vector<Setting> settings = {{"model", "llama3-70b"}, {"plan.sequence_length", "4096"}};
  CHECK(imported(text, settings, "ds.json").parsed.said.scenario.cluster.gpus == 8);
}

TEST_CASE("WORLD_SIZE that a script sets says the GPUs where nothing else does, if a replica's ranks divide it") {
  const auto script = [](const char* size, const char* launcher) {
    return "export WORLD_SIZE=" + std::string(size) + "\n" + launcher +
           " pretrain_gpt.py --num-layers 16 --hidden-size 1024 --num-attention-heads 16 --seq-length 512 "
           "--max-position-embeddings 512 --micro-batch-size 1 --global-batch-size 64 --bf16 "
           "--tensor-model-parallel-size 4 --pipeline-model-parallel-size 2\n";
  };
  const ImportedLaunch said = imported(script("32", "python"));
  CHECK(said.parsed.said.scenario.cluster.gpus == 32);
  CHECK(says(notices_of(said), "WORLD_SIZE, which the script sets, says 32 GPUs"));
  CHECK_FALSE(says(notices_of(said), "doesn't say how many GPUs"));
  CHECK(imported(script("12", "python")).parsed.said.scenario.cluster.gpus == 8);
  CHECK(imported(script("32", "torchrun --nnodes 2 --nproc_per_node 8")).parsed.said.scenario.cluster.gpus == 16);
}

TEST_CASE("DeepSpeed's batch over micro-batch and accumulation makes the replicas where nothing says how many GPUs") {
  const std::string script =
      "deepspeed pretrain_gpt.py --num-layers 16 --hidden-size 1024 --num-attention-heads 16 --seq-length 512 "
      "--max-position-embeddings 512 --tensor-model-parallel-size 2 --no-pipeline-parallel --deepspeed "
      "--deepspeed_config ds.json --bf16\n";
  const auto on = [&](const char* batch) {
    const std::string json = R"({"train_batch_size": )" + std::string(batch) +
                             R"(, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4})";
    return import_launch(script, "a.sh", real_presets(), {}, nullptr, {{}, {}, {{"ds.json", json}}});
  };
  const Outcome<ImportedLaunch> launch = on("128");
  REQUIRE(succeeded(launch));
  CHECK(value_of(launch).parsed.said.scenario.cluster.gpus == 32);
  CHECK(says(notices_of(value_of(launch)), "makes 16 replicas, so that 32 GPUs are taken"));
}
