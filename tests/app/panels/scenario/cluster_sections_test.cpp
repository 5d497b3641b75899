#include "app/panels/scenario/cluster_sections.h"

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

TEST_CASE("a torus' axes are three counts, however they are parted") {
  using Axes = std::vector<std::int64_t>;
  CHECK(torus_axes("8 x 16 x 24") == Axes{8, 16, 24});
  CHECK(torus_axes("8,16, 24") == Axes{8, 16, 24});
  CHECK(torus_axes("8×16×24") == Axes{8, 16, 24});
  for (const char* wrong :
       {"", "8", "8 x 16", "8 x 16 x 24 x 2", "8 x 0 x 3", "8 x -2 x 3", "8.5 x 2 x 3", "a x b x c"})
    CHECK_FALSE(torus_axes(wrong).has_value());
}

TEST_CASE("a torus' axes are typed in one box; what isn't three counts is refused, and nothing leads back") {
  ClusterDriver window("palm-540b-6144-tpu-v4");
  Scenario scenario = window.scenario();
  scenario.cluster.topology.kind = TopologyKind::torus;
  edit_scenario(window.explorer.session, scenario, "cluster.topology.kind");
  window.frames(2);
  window.point_at({window.place("plan.tp").center().x, 600});
  for (int i = 0; i < 80 && window.place("cluster.topology.torus").max.y > 1000; ++i) window.wheel(-1);
  window.set_value("cluster.topology.torus", "8 x 16 x 24");
  CHECK(window.scenario().cluster.topology.torus == std::vector<std::int64_t>{8, 16, 24});
  window.set_value("cluster.topology.torus", "8 x 16");
  CHECK(window.scenario().cluster.topology.torus == std::vector<std::int64_t>{8, 16, 24});
  CHECK(window.explorer.session.refusal.path == "cluster.topology.torus");
  window.set_value("cluster.topology.torus", " ");
  CHECK_FALSE(window.scenario().cluster.topology.torus.has_value());
}

TEST_CASE("another kind of GPU is mixed in and taken out at a click") {
  ClusterDriver window("llama3-70b-4096-h100");
  const auto reach = [&](const char* name) {
    window.point_at({window.place("plan.tp").center().x, 600});
    for (int i = 0; i < 80 && window.place(name).max.y > window.place("panel.notes").min.y; ++i) window.wheel(-1);
    window.click(name);
  };
  reach("cluster.pools.add");
  REQUIRE(window.scenario().cluster.pools.size() == 2);
  CHECK(window.scenario().cluster.gpus == 4096);
  const std::vector<Pool>& pools = window.scenario().cluster.pools;
  CHECK_FALSE(pools[0].gpu.peak_flops == pools[1].gpu.peak_flops);
  reach("cluster.pools.1.remove");
  CHECK(window.scenario().cluster.pools.empty());
}
