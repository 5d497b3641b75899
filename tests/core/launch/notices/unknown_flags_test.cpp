#include "core/launch/notices/unknown_flags.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("what the program is told of all its ranks is counted, and no unknown flag") {
  const std::string own = edited("torchrun \"${DISTRIBUTED_ARGS[@]}\"", "python", small_launch);
  const ImportedLaunch launch = imported(edited("--bf16", "--bf16 --world-size 128 --acme-color red", own));
  CHECK(launch.parsed.said.scenario.cluster.gpus == 128);
  CHECK(says(said_beside(launch), "a flag has no effect here: --acme-color"));
}

TEST_CASE("a table that the framework hasn't, and replicas beside the launch, have a word of their own") {
  const std::string titan =
      "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 1\nseq_len = "
      "8192\n[parallelism]\ndata_parallel_shard_degree = -1\ntensor_parallel_degree = 1\n";
  CHECK_FALSE(says(said_beside(imported(titan, {}, "a.toml")), "no such table"));
  CHECK(says(said_beside(imported(titan + "[acme]\nrate = 2\n[zoom]\nx = 1\n", {}, "a.toml")),
             "torchtitan has no such tables here, and nothing is counted of what they say: acme, zoom"));
  const std::string replicas = titan + "[fault_tolerance]\nenable = true\nsemi_sync_method = \"diloco\"\n";
  CHECK(says(said_beside(imported(replicas, {}, "a.toml")), "one replica is counted, without what that adds"));
}
