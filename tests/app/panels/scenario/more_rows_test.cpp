#include "app/panels/scenario/more_rows.h"

#include <doctest/doctest.h>

#include "app/panels/scenario/cluster_sections.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the rarer fields stand in sections that fold, and a folded one says what is edited in it") {
  WindowDriver window("gpt4-25k-a100", {1760, 2400, 1});
  window.click("button.more");
  window.frames(2);
  for (const std::string name : {"overlap", "kernels", "split", "state", "experts", "buffers", "room", "failures",
                                 "prices", "ramp", "jitter", "network", "sites", "pools"}) {
    CAPTURE(name);
    CHECK(window.shows("section." + name));
  }
  CHECK_FALSE(window.shows("plan.fragmentation"));
  window.click("section.buffers");
  window.frames(2);
  CHECK(window.shows("plan.fragmentation"));
  CHECK_FALSE(window.shows("plan.offload"));
  CHECK_FALSE(window.shows("section.buffers.marked"));
  window.set_value("plan.fragmentation", "0.2");
  window.click("section.buffers");
  window.frames(2);
  CHECK_FALSE(window.shows("plan.fragmentation"));
  CHECK(window.shows("section.buffers.marked"));
}

TEST_CASE("a section is marked by rows that are made for it as by those of a field, and by its pools") {
  WindowDriver window("llama3-70b-4096-h100", {1760, 2400, 1});
  window.click("button.more");
  for (const std::string section : {"network", "sites", "pools"}) {
    CAPTURE(section);
    CHECK_FALSE(window.shows("section." + section + ".marked"));
  }
  Scenario scenario = window.scenario();
  scenario.plan.rank_order = "tp-dp-cp-ep-pp";
  scenario.cluster.sites.distance_meters = 2e5;
  scenario = with_pools(scenario, {{scenario.cluster.gpu, 2048, {}, {}, {}}, {scenario.cluster.gpu, 2048, {}, {}, {}}});
  edit_scenario(window.explorer.session, scenario, "plan.rank_order");
  window.frames(2);
  for (const std::string section : {"network", "sites", "pools"}) {
    CAPTURE(section);
    CHECK(window.shows("section." + section + ".marked"));
  }
}
