#include "core/launch/checkpoint_notices.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string from_checkpoint(const char* flags, const char* sizes = "--hidden-size 64 --num-attention-heads 2") {
  return "torchrun --nproc_per_node 8 pretrain_gpt.py " + std::string(flags) + " --num-layers 2 " + sizes +
         " --seq-length 32 --max-position-embeddings 32 --vocab-size 512 --micro-batch-size 1 --global-batch-size 8 "
         "--bf16 --load ckpt\n";
}

std::string said_of_checkpoint(const char* flags, const std::vector<Setting>& settings = {}) {
  return said_beside(imported(from_checkpoint(flags), settings, "a.sh"));
}

}  // namespace

TEST_CASE("what flags leave to a checkpoint is said with what is taken") {
  const std::string lines = said_of_checkpoint("--use-checkpoint-args");
  CHECK(says(lines,
             "line 1, --use-checkpoint-args: a checkpoint that isn't here says what the flags leave out; taken "
             "here: plan.tp = 1, plan.pp = 1, model.intermediate_size = 256"));
  CHECK(says(lines, "model.gated_mlp = false"));
  CHECK_FALSE(says(lines, "model.vocab_size = "));  // the flags say it
  const std::string more = said_of_checkpoint("--use-checkpoint-args --swiglu --tensor-model-parallel-size 2");
  CHECK_FALSE(says(more, "plan.tp = "));
  CHECK_FALSE(says(more, "model.gated_mlp = "));
  CHECK(says(more, "plan.pp = 1"));
  CHECK_FALSE(says(said_of_checkpoint("--use-checkpoint-args", {"plan.pp=2"}), "plan.pp = "));
  CHECK_FALSE(says(said_of_checkpoint("--finetune"), "checkpoint that isn't here"));
}

TEST_CASE("degrees of a checkpoint go before the flags', and that is said") {
  const std::string lines = said_of_checkpoint("--use-mp-args-from-checkpoint-args --tensor-model-parallel-size 2");
  CHECK(says(lines, "the degrees of --use-mp-args-from-checkpoint-args go before the flags'; taken here: plan.pp = 1"));
  CHECK_FALSE(says(lines, "model.gated_mlp"));
}

TEST_CASE("sizes that a checkpoint has alone are refused with the way to say them") {
  CHECK(says(launch_complaints(from_checkpoint("--use-checkpoint-args", ""), "a.sh"), "model.hidden_size"));
  LaunchText launch;
  launch.framework = &framework_named("megatron");
  CHECK(flag_of_checkpoint(launch) == nullptr);
  launch.flags = {{"--use_checkpoint_args", true}};
  REQUIRE(flag_of_checkpoint(launch) != nullptr);
  CHECK(flag_of_checkpoint(launch)->flag == "--use_checkpoint_args");
  launch.flags = {{"--use-checkpoint-args", false}};
  CHECK(flag_of_checkpoint(launch) == nullptr);
}
