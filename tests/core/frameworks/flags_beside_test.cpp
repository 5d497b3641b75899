#include "core/frameworks/flags_beside.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr const char* both[] = {"megatron-deepspeed", "megatron-deepspeed-bigscience"};

std::string ds_launch(const char* keys, const char* more = "") {
  return "cat > ds.json <<EOF\n{" + std::string(keys) +
         "}\nEOF\ntorchrun --nproc_per_node 8 pretrain_gpt.py --deepspeed --deepspeed_config ds.json --zero-stage 3 " +
         more +
         " --num-layers 2 --hidden-size 64 --num-attention-heads 2 --seq-length 32 --max-position-embeddings 32 "
         "--vocab-size 512 --micro-batch-size 1 --global-batch-size 8\n";
}

Offload offload_of(const char* keys, const char* more = "") {
  return imported(ds_launch(keys, more), {}, "a.sh").parsed.said.scenario.plan.offload;
}

}  // namespace

TEST_CASE("a key beside the flags is the program's flag, the plan's own, or neither") {
  std::vector<GivenFlag> keys = {{"zero_optimization.offload_param.device", "cpu"},
                                 {"data_types.grad_accum_dtype", "bf16"},
                                 {"zero_optimization.offload_optimizer.device", "none"},
                                 {"train_batch_size", "auto"},
                                 {"steps_per_print", 5},
                                 {"bf16.enabled", true}};
  for (const char* name : both) {
    CAPTURE(name);
    const LaunchFramework& framework = framework_named(name);
    const FlagsBeside beside = flags_beside(keys, framework, LaunchForm::json, real_presets().frameworks);
    REQUIRE(beside.flags.size() == 2);
    CHECK(beside.flags[0].flag == "--remote-device");
    CHECK(beside.flags[0].value == Value("cpu"));
    CHECK(beside.flags[1].flag == "--bf16");
    REQUIRE(beside.of_plan.size() == 1);
    CHECK(beside.of_plan[0].flag == "data_types.grad_accum_dtype");
    REQUIRE(beside.without_part.size() == 1);
    CHECK(beside.without_part[0].flag == "steps_per_print");
    const auto notice = not_counted_beside(beside.of_plan, framework);
    REQUIRE(notice);
    CHECK(notice->message == framework.title + " has no flag for it, and nothing is counted of what it says");
    CHECK_FALSE(not_counted_beside({}, framework));
  }
}

TEST_CASE("what DeepSpeed's file moves to the host counts beside Megatron-DeepSpeed's flags, of old files too") {
  for (const char* fork : {"", "--codecarbon-dir x"}) {
    CAPTURE(fork);
    CHECK(offload_of(R"("zero_optimization": {"stage": 3, "offload_param": {"device": "cpu"}})", fork) ==
          Offload::parameters);
    CHECK(offload_of(R"("zero_optimization": {"stage": 3, "cpu_offload_params": true})", fork) == Offload::parameters);
    CHECK(offload_of(R"("zero_optimization": {"stage": 2, "cpu_offload": true})", fork) == Offload::optimizer);
    CHECK(offload_of(R"("zero_optimization": {"offload_optimizer": {"device": "nvme"}})", fork) == Offload::optimizer);
    CHECK(offload_of(R"("zero_optimization": {"stage": 3, "offload_param": {"device": "none"}})", fork) ==
          Offload::none);
  }
}

TEST_CASE("what else it says of the plan is said, and the rest is in the line of what has no effect") {
  const std::string lines = said_beside(imported(
      ds_launch(R"("activation_checkpointing": {"cpu_checkpointing": true}, "steps_per_print": 7)"), {}, "a.sh"));
  CHECK(says(lines, "activation_checkpointing.cpu_checkpointing: Megatron-DeepSpeed has no flag for it"));
  CHECK(says(lines, "no effect here: steps_per_print"));
}
