#include <doctest/doctest.h>

#include "tests/gui/cluster_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("what distance costs gets a number, and a click on a way across takes it") {
  ClusterDriver window("llama3-70b-4096-h100");
  window.click("cluster.page.sites");
  window.finish();
  window.frames(2);
  CHECK(window.shows("cluster.sites.loss"));
  const SiteTrial& detail = *window.explorer.of<ClusterState>().sites;
  CHECK(detail.points.size() == detail.distances.size() * detail.bandwidths.size());
  REQUIRE(detail.answers.size() == detail.ways.size());
  const double left = *detail.answers[4].efficiency;
  window.click("cluster.way.4");
  CHECK(window.plan().local_steps == 100);
  CHECK(window.scenario().cluster.sites.number == 2);
  REQUIRE(window.report().sites.has_value());
  CHECK(window.report().sites->efficiency == doctest::Approx(left));
}

TEST_CASE("the left column has the sites' own controls while the cluster is grown") {
  ClusterDriver window("llama3-70b-4096-h100");
  for (const char* path : {"cluster.sites.number", "cluster.sites.distance_meters", "cluster.sites.bandwidth",
                           "plan.local_steps", "plan.gradient_compression", "plan.across_sites"})
    CHECK(window.shows(path));
}
