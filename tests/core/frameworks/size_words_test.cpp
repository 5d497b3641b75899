#include "core/frameworks/size_words.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a count that is called as a model's sizes or a plan's degrees are is like one") {
  for (const char* name : {"--num-moe-experts", "model.model_config.n_layer", "--virtual-pipeline-model-parallel-size",
                           "d_model", "parallelism.data_parallel_size", "--kv-heads", "block.ffn_dim"})
    CHECK_MESSAGE(is_size_like({name, "8", 1}), name);
  CHECK(is_size_like({"hidden_sizes", Value::List{Value(512), Value(1024)}, 1}));
  CHECK(is_size_like({"--num-moe-experts", "$EXPERTS", 1, true}));
}

TEST_CASE("which layers are of which kind is a size whatever its value, but for none") {
  CHECK(is_size_like({"model.layer_types", Value::List{Value("full"), Value("sliding")}, 1}));
  CHECK(is_size_like({"--layer-pattern", "M*M*", 1}));
  CHECK_FALSE(is_size_like({"model.layer_types", Value(), 1}));
}

TEST_CASE("what is said of another model, of data, logs and checkpoints is none, nor is a switch, a path or a one") {
  for (const char* name : {"--num-layers-teacher", "--retriever-num-layers", "--log-layers-interval", "--freeze-layers",
                           "--num-dataset-heads", "--save-experts-interval", "--lora-dim", "--num-workers"})
    CHECK_FALSE_MESSAGE(is_size_like({name, "8", 1}), name);
  CHECK_FALSE(is_size_like({"--num-moe-experts", "1", 1}));
  CHECK_FALSE(is_size_like({"--use-moe-experts", true, 1}));
  CHECK_FALSE(is_size_like({"--expert-path", "/data/8", 1}));
  CHECK_FALSE(is_size_like({"--hidden-dropout-x", "0.1", 1}));
}

TEST_CASE(
    "a name speaks of recomputation, offloading, splitting or the layers, but for logs, checkpoints and gradients") {
  struct Row {
    const char* flag;
    std::string_view topic;
  };
  const Row rows[] = {{"--acme-recompute-norm", "recomputation"},
                      {"--checkpoint-activations-x", "recomputation"},
                      {"--offload-ratio", "offloading"},
                      {"--expert-order", "parallelism"},
                      {"--zero-mode", "sharding"},
                      {"--use-zero-copy", ""},
                      {"--tensor-core-math", ""},
                      {"--freeze-backbone", "weights that aren't trained"},
                      {"--rms-norm-kind", "the layers"},
                      {"--lora-mode", "adapters"},
                      {"--max-grad-norm", ""},
                      {"--checkpoint-format", ""},
                      {"--norm-weight-decay", ""},
                      {"--tensorboard-x", ""},
                      {"--log-expert-load", ""},
                      {"--pipe-sp-splits", "parallelism"},
                      {"--attention-splits", "parallelism"},
                      {"--enable-esmoe", "parallelism"},
                      {"--msamp", "precision"},
                      {"--fp8format", "precision"},
                      {"--use_lisa", "adapters"},
                      {"--zero-bubble-timer", "sharding"},
                      {"--sample-rate", ""},
                      {"--dataset-split", ""},
                      {"tp.bias_swiglu_fusion", ""},
                      {"tp.memory_efficient_layer_norm", ""},
                      {"--tp-comm-split-ag", ""},
                      {"--ampere-x", ""}};
  for (const Row& row : rows) CHECK_MESSAGE(topic_of(row.flag) == row.topic, row.flag);
}

TEST_CASE("what other tools call sequence, micro-batches and degrees is a name of the plan") {
  struct Row {
    const char* flag;
    std::string_view name;
  };
  const Row rows[] = {{"--seq-len", "plan.sequence_length"},
                      {"--max-seq-len", "plan.sequence_length"},
                      {"model.context_length", "plan.sequence_length"},
                      {"--num-microbatches", "microbatches"},
                      {"--gradient-accumulation-steps", "microbatches"},
                      {"--dp-size", "plan.dp"},
                      {"parallel.tp", "plan.tp"},
                      {"--fsdp", "plan.dp"},
                      {"--ulysses-degree", "plan.cp"},
                      {"model.data.max_seq_length", ""},
                      {"data.train_ds.max_seq_length", ""},
                      {"lighteval.parallelism.tp", ""},
                      {"experiment.auto_tuner.space.tp", ""},
                      {"--pp-comm-buffer", ""},
                      {"--seq-len-warmup-steps", ""},
                      {"--eval-seq-len", ""}};
  for (const Row& row : rows) CHECK_MESSAGE(plan_name_of(row.flag) == row.name, row.flag);
  CHECK(is_size_like({"--dp-size", "4", 1}));
  CHECK(is_size_like({"--fsdp", true, 1}));
  CHECK(is_size_like({"model.model_config.ff_mult", 4, 1}));
  CHECK_FALSE(is_size_like({"--dp-size", "1", 1}));
}

TEST_CASE("a name speaks of precision, or of another attention, wherever in it that stands") {
  CHECK(topic_of("--mlp-mxfp-quant") == "precision");
  CHECK(topic_of("sparse_attention.block") == "attention");
  CHECK(topic_of("model.shared_attn.groups") == "attention");
  CHECK(topic_of("--use_flash_attn").empty());
  CHECK(topic_of("--attention-dropout").empty());
}
