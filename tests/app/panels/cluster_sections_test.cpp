#include "app/panels/cluster_sections.h"

#include "tests/gui/cluster_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("pools make up the cluster's GPUs, and one alone is a cluster of one kind") {
  Scenario scenario;
  Pool a, b;
  a.gpu.preset = "a", a.gpus = 64;
  b.gpu.preset = "b", b.gpus = 32;
  const Scenario mixed = with_pools(scenario, {a, b});
  CHECK(mixed.cluster.gpus == 96);
  CHECK(mixed.cluster.gpu.preset == "a");
  CHECK(mixed.cluster.pools.size() == 2);
  const Scenario alone = with_pools(mixed, {b});
  CHECK(alone.cluster.pools.empty());
  CHECK(alone.cluster.gpu.preset == "b");
  CHECK(alone.cluster.gpus == 32);
}

TEST_CASE("the order of ranks is chosen from a list, and undone as one step") {
  ClusterDriver window;
  window.point_at({window.place("plan.tp").center().x, 600});
  for (int i = 0; i < 60 && window.place("plan.rank_order").max.y > 1000; ++i) window.wheel(-1);
  window.click("plan.rank_order");
  window.click("plan.rank_order=tp-cp-ep-pp-dp");
  CHECK(window.plan().rank_order == "tp-cp-ep-pp-dp");
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.plan().rank_order != "tp-cp-ep-pp-dp");
}

TEST_CASE("another kind of GPU is mixed in and taken out at a click") {
  ClusterDriver window("llama3-70b-4096-h100");
  const auto reach = [&](const char* name) {
    window.point_at({window.place("plan.tp").center().x, 600});
    for (int i = 0; i < 80 && window.place(name).max.y > 1000; ++i) window.wheel(-1);
    window.click(name);
  };
  reach("cluster.pools.add");
  CHECK(window.scenario().cluster.pools.size() == 2);
  CHECK(window.scenario().cluster.gpus == 4096);
  reach("cluster.pools.1.remove");
  CHECK(window.scenario().cluster.pools.empty());
}
