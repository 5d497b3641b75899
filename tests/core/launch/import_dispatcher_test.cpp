// Which way tokens travel, as launches say it.
#include "core/launch/import_launch.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a token dispatcher is read by its type, and the flexible one by its backend") {
  const auto read = [](const std::string& flags) {
    return imported(
               "pretrain_gpt.py --num-layers 4 --hidden-size 512 --num-attention-heads 8 --seq-length 512 "
               "--max-position-embeddings 512 --micro-batch-size 1 --num-experts 8 "
               "--expert-model-parallel-size 8 --bf16 " +
               flags)
        .parsed.said.scenario.plan.moe_dispatcher;
  };
  CHECK(read("") == MoeDispatcher::allgather);  // Megatron's own default
  CHECK(read("--moe-token-dispatcher-type alltoall") == MoeDispatcher::alltoall);
  CHECK(read("--moe-token-dispatcher-type flex") == MoeDispatcher::deepep);
  CHECK(read("--moe-token-dispatcher-type flex --moe-flex-dispatcher-backend deepep") == MoeDispatcher::deepep);
  CHECK(read("--moe-token-dispatcher-type flex --moe-flex-dispatcher-backend hybridep") == MoeDispatcher::hybridep);
  CHECK(read("--moe-token-dispatcher-type alltoall --moe-flex-dispatcher-backend hybridep") == MoeDispatcher::alltoall);
}
