#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr std::string_view own_gpu =
    R"({"peak_flops": {"bf16": 1e15}, "memory_bytes": 80e9, "memory_bandwidth": 3e12, "scale_up_bandwidth": 450e9})";

Gpu gpu_of(std::string_view text) {
  const Outcome<Gpu> parsed = parse_gpu(text, real_presets());
  REQUIRE(succeeded(parsed));
  return value_of(parsed);
}

Cluster cluster_of(std::string_view text) {
  const Outcome<Cluster> parsed = parse_cluster(text, real_presets());
  REQUIRE(succeeded(parsed));
  return value_of(parsed);
}

template <class T>
std::string answer(const Outcome<T>& parsed) {
  std::string lines;
  if (!succeeded(parsed))
    for (const Problem& problem : problems_of(parsed)) lines += line_of(problem, "") + "\n";
  return lines;
}

}  // namespace

TEST_CASE("a GPU is a preset's name, an object, or a preset with changes") {
  CHECK(gpu_of("\"h100-sxm\"") == *real_presets().gpu("h100-sxm"));
  CHECK(gpu_of("\"H100\"").preset == "h100-sxm");
  const Gpu own = gpu_of(own_gpu);
  CHECK(own.peak_flops.bf16 == 1e15);
  CHECK_FALSE(own.peak_flops.fp8.has_value());
  CHECK(own.preset.empty());
  const Gpu changed = gpu_of(R"({"preset": "h100-sxm", "peak_flops": {"fp8": null}, "memory_bytes": 96e9})");
  CHECK(changed.memory_bytes == 96e9);
  CHECK_FALSE(changed.peak_flops.fp8.has_value());
  CHECK(changed.peak_flops.bf16 == real_presets().gpu("h100-sxm")->peak_flops.bf16);
}

TEST_CASE("efficiencies that a GPU doesn't say keep the usual values") {
  const Gpu gpu = gpu_of(edited("{\"peak", R"({"efficiency": {"matrix_16bit": 0.7}, "peak)", own_gpu));
  CHECK(gpu.efficiency.matrix_16bit == 0.7);
  CHECK(gpu.efficiency.matrix_8bit == Efficiency{}.matrix_8bit);
}

TEST_CASE("a GPU that can't be is said by path") {
  const Presets& presets = real_presets();
  CHECK(says(answer(parse_gpu("{}", presets)), "cluster.gpu.peak_flops: is missing; it takes an object of FLOP/s"));
  CHECK(says(answer(parse_gpu("{}", presets)), "cluster.gpu.memory_bytes: is missing; it takes a number from"));
  CHECK(says(answer(parse_gpu("\"h100-sxn\"", presets)), "did you mean \"h100-sxm\"?"));
  CHECK(says(answer(parse_gpu("[]", presets)), "cluster.gpu: [] isn't a preset's name or an object"));
  CHECK(says(answer(parse_gpu(edited("1e15", "-1", own_gpu), presets)), "cluster.gpu.peak_flops.bf16: -1"));
  CHECK(says(answer(parse_gpu(edited("bf16", "bf17", own_gpu), presets)), "peak_flops.bf17: there is no such key"));
  CHECK(says(answer(parse_gpu(edited("80e9", "\"80 GB\"", own_gpu), presets)), "memory_bytes: \"80 GB\" isn't"));
}

TEST_CASE("a cluster is a preset's name, an object, or a preset with changes") {
  CHECK(cluster_of("\"25k-a100\"") == *real_presets().cluster("25k-a100"));
  const Cluster half = cluster_of(R"({"preset": "25k-a100", "gpus": 12500, "gpu": "h100-sxm"})");
  CHECK(half.gpus == 12500);
  CHECK(half.gpu.preset == "h100-sxm");
  CHECK(half.scale_out_bandwidth == real_presets().cluster("25k-a100")->scale_out_bandwidth);
}

TEST_CASE("an object in a preset's cluster changes its GPU, or replaces it where it says all") {
  const Cluster changed = cluster_of(R"({"preset": "25k-a100", "gpu": {"tdp_watts": 300}})");
  CHECK(changed.gpu.preset == "a100-80");
  CHECK(changed.gpu.tdp_watts == 300);
  const Cluster replaced = cluster_of(R"({"preset": "25k-a100", "gpu": )" + std::string(own_gpu) + "}");
  CHECK(replaced.gpu == gpu_of(own_gpu));
}

TEST_CASE("sites are an object or a list with one each: the longest way and the narrowest link count") {
  const Cluster two = cluster_of(R"({"preset": "25k-a100", "sites": {"number": 2, "distance_meters": 1e5}})");
  CHECK(two.sites == Sites{2, 1e5, Sites{}.bandwidth});
  CHECK(cluster_of(R"({"preset": "25k-a100", "sites": {"count": 3}})").sites.number == 3);
  const Cluster listed = cluster_of(
      R"({"preset": "25k-a100", "sites": [{"distance_meters": 1e3, "bandwidth": 2e9}, {"distance_meters": 5e3, "bandwidth": 1e9}]})");
  CHECK(listed.sites == Sites{2, 5e3, 1e9});
  CHECK(says(answer(parse_cluster(R"({"preset": "25k-a100", "sites": 3})", real_presets())),
             "isn't an object or a list"));
  CHECK(says(answer(parse_cluster(R"({"preset": "25k-a100", "sites": {"number": 0}})", real_presets())),
             "isn't a whole number from 1"));
}

TEST_CASE("a topology is its fields, or a list of levels with their fan-out, the nearest first") {
  const Cluster fields = cluster_of(
      R"({"preset": "25k-a100", "topology": {"kind": "fat-tree", "pod": {"gpus": 2048, "oversubscription": 7}}})");
  CHECK(fields.topology.kind == TopologyKind::fat_tree);
  CHECK(fields.topology.pod.gpus == 2048);
  CHECK(fields.topology.pod.oversubscription == 7);
  const Cluster levels = cluster_of(
      R"({"preset": "25k-a100", "topology": [{"fan_out": 4}, {"fan_out": 64, "oversubscription": 3}, {"level": "hall", "fan_out": 4}]})");
  CHECK(levels.nodes_per_rack == 4);
  CHECK(levels.topology.pod.gpus == 2048);
  CHECK(levels.topology.pod.oversubscription == 3);
  CHECK(levels.topology.hall.gpus == 8192);
  const auto refused = [](const char* topology) {
    return answer(
        parse_cluster(std::string(R"({"preset": "25k-a100", "topology": )") + topology + "}", real_presets()));
  };
  CHECK(says(refused("7"), "isn't an object or a list"));
  CHECK(says(refused(R"([{"level": "floor", "fan_out": 2}])"), "there is no such level"));
  CHECK(says(refused(R"([{"level": "pod", "fan_out": 0.5}])"), "isn't a whole number"));
  CHECK(says(refused(R"({"levels": {"pod": 2}})"), "isn't a list of objects"));
  CHECK(says(refused(R"({"kind": "mesh"})"), "mesh"));
}

TEST_CASE("pools instead of one kind of GPU are kept each; the cluster's own figures are the first pool's") {
  const Outcome<ParsedScenario> parsed = parse_scenario(
      edited(
          R"({"gpu": "a100-80", "gpus": 64})",
          R"({"pools": [{"gpu": "a100-80", "gpus": 48}, {"gpu": "h100-sxm", "gpus": 16, "scale_out_bandwidth": 50e9}]})"),
      real_presets());
  REQUIRE(succeeded(parsed));
  const Cluster& cluster = value_of(parsed).said.scenario.cluster;
  CHECK(cluster.gpu.preset == "a100-80");
  CHECK(cluster.gpus == 64);
  REQUIRE(cluster.pools.size() == 2);
  CHECK(cluster.pools[1].gpu.preset == "h100-sxm");
  CHECK(cluster.pools[1].gpus == 16);
  CHECK(cluster.pools[1].scale_out_bandwidth == 50e9);
  const auto refused = [](const char* pools) {
    return answer(parse_cluster(std::string(R"({"pools": )") + pools + "}", real_presets()));
  };
  CHECK(says(refused(R"([{"gpus": 8}])"), "gpu"));
  CHECK(says(refused(R"([{"gpu": "a100-80"}])"), "gpus"));
  CHECK(says(refused(R"([{"gpu": "a100-80", "gpus": 8, "colour": 1}])"), "there is no such key"));
  CHECK(says(refused(R"([{"gpu": "a100-80", "gpus": 8, "scale_out_bandwidth": -1}])"),
             "cluster.pools[0].scale_out_bandwidth: -1 isn't a number from 1000"));
  CHECK(says(refused(R"([{"gpu": "a100-80", "gpus": 0}])"), "cluster.pools[0].gpus: 0 isn't a whole number from 1"));
  CHECK(says(refused(R"([{"gpu": {"preset": "a100-80", "memory_bytes": "x"}, "gpus": 8}])"),
             "cluster.pools[0].gpu.memory_bytes"));
  CHECK(says(refused("3"), "isn't a list of objects"));
}

TEST_CASE("pools, topology and sites of another kind are refused in words") {
  const auto lines = [](const char* more) {
    return complaints(
        edited(R"({"gpu": "a100-80", "gpus": 64})", std::string(R"({"gpu": "a100-80", "gpus": 64, )") + more + "}"));
  };
  CHECK(says(lines(R"("pools": "x")"), "cluster.pools: \"x\" isn't a list of objects"));
  CHECK(says(lines(R"("pools": [1])"), "cluster.pools: "));
  CHECK(says(lines(R"("topology": 5)"), "cluster.topology: 5 isn't an object or a list"));
  CHECK(says(lines(R"("sites": -1)"), "cluster.sites: -1 isn't an object or a list"));
}

TEST_CASE("a plan has to fit into what the driver reports, or into the box's figure where that is changed") {
  const Gpu& h100 = *real_presets().gpu("h100-sxm");
  CHECK(h100.memory_bytes == 80e9);
  CHECK(h100.capacity_bytes() == *h100.memory_usable_bytes);
  CHECK(gpu_of(R"({"preset": "h100-sxm", "memory_bytes": 96e9})").capacity_bytes() == 96e9);
  CHECK(gpu_of(R"({"preset": "h100-sxm", "memory_bytes": 96e9, "memory_usable_bytes": 95e9})").capacity_bytes() ==
        95e9);
  CHECK(gpu_of(R"({"preset": "h100-sxm", "memory_bytes": 80e9})").capacity_bytes() == *h100.memory_usable_bytes);
  CHECK(gpu_of(own_gpu).capacity_bytes() == 80e9);
}
