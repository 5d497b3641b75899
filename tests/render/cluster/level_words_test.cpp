#include "render/cluster/level_words.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("a level's words say whether scale-up links or the network join it") {
  Cluster cluster;
  cluster.gpus = 4096;
  cluster.topology.pod.gpus = 1024;
  CHECK(level_title(fabric_of(cluster), LevelKind::node) == "Scale-up link in the node");
  CHECK(level_title(fabric_of(cluster), LevelKind::pod) == "Network in the pod");
  cluster.scale_up_domain = 72;
  CHECK(level_title(fabric_of(cluster), LevelKind::domain) == "Scale-up links of the domain");
}

TEST_CASE("a kind of groups is called as its degree is") {
  std::string words;
  for (std::size_t i = 0; i < group_kinds; ++i)
    words += std::string(group_name(static_cast<GroupKind>(i))) + " " +
             std::string(group_short(static_cast<GroupKind>(i))) + " ";
  CHECK(words == "Tensor TP Context CP Expert EP Data DP Pipeline PP ");
}

TEST_CASE("peers are said level by level") {
  CHECK(peers_words({{LevelKind::rack, 3}, {LevelKind::hall, 1204}}) == "3 in the rack, 1,204 in the hall");
  CHECK(peers_words({}).empty());
}

TEST_CASE("a rank's traffic is the report's rows by what the rank sends") {
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const auto critical = report.time->critical_rank;
  const std::vector<GroupTraffic> all = traffic_of_rank(report, critical, 0);
  REQUIRE(all.size() == report.communication.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind == GroupKind::pp) continue;
    CHECK(all[i].time.value == doctest::Approx(report.communication[i].time.value));
    CHECK(all[i].bytes.value == doctest::Approx(report.communication[i].bytes_per_gpu_per_step.value));
  }
  CHECK(traffic_of_rank(report, 15, 0).empty());
  CHECK(traffic_of_rank(Report{}, 0, 0).empty());
}

TEST_CASE("what is hidden is said in whole percent, and a collective with its algorithm") {
  CHECK(hidden_words(0.936) == "94 % hidden");
  CHECK(hidden_words(-0.2) == "0 % hidden");
  CHECK(collective_words("all-reduce", CollectiveWay::tree) == "all-reduce, tree");
  CHECK(collective_words("send and receive", CollectiveWay::direct) == "send and receive");
}
