#include "tests/core/fields/field_checks.h"
#include "tests/core/fields/member_count.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the cluster's and the GPU's fields read and write them alone") {
  check_section(gpu_fields(), {"cluster.gpu."});
  check_section(cluster_fields(), {"cluster."});
}

TEST_CASE("each member of a GPU and a cluster has its row in the table, but for what isn't a field") {
  const std::size_t not_of_gpu = 2;  // preset, calibration
  CHECK(gpu_fields().size() == members_of<Gpu> - not_of_gpu + members_of<PeakFlops> + members_of<Efficiency> - 2);
  const std::size_t not_of_cluster = 6;  // preset, gpu, pools, constants, spreads, work
  const std::size_t level_gpus = 1;      // a rack's, which follow from its nodes
  const std::size_t levels = 3 * members_of<NetworkLevel> - level_gpus;
  const std::size_t topology = members_of<Topology> - 3 + levels;
  CHECK(cluster_fields().size() == members_of<Cluster> - not_of_cluster + topology + members_of<Sites> - 2);
}

TEST_CASE("a GPU and a cluster are the sum of their fields") {
  for (const Gpu& preset : real_presets().gpus) {
    CAPTURE(preset.preset);
    Scenario from, to;
    from.cluster.gpu = preset;
    to.cluster.gpu.preset = preset.preset;
    for (const Field& field : gpu_fields()) field.set(to, field.get(from));
    CHECK(to.cluster.gpu == preset);
  }
  for (const Cluster& preset : real_presets().clusters) {
    CAPTURE(preset.preset);
    Scenario from, to;
    from.cluster = preset;
    to.cluster.preset = preset.preset;
    to.cluster.gpu = preset.gpu;
    for (const Field& field : cluster_fields()) field.set(to, field.get(from));
    CHECK(to.cluster == preset);
  }
}

TEST_CASE("what has a unit says it, and rates are bytes or FLOP a second") {
  CHECK(find_field("cluster.gpu.peak_flops.bf16")->unit == Unit::flops_per_second);
  CHECK(find_field("cluster.gpu.memory_bytes")->unit == Unit::bytes);
  CHECK(find_field("cluster.scale_out_bandwidth")->unit == Unit::bytes_per_second);
  CHECK(find_field("cluster.scale_out_latency_seconds")->unit == Unit::seconds);
}
