#include "app/cluster/cluster_work.h"

#include <algorithm>
#include <cmath>

#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("changes are tried a few a frame until all are, and anew after an edit") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  ClusterState& state = explorer.of<ClusterState>();
  state.arranged.page = ClusterPage::network;
  explorer.session.evaluate_seconds = 1;
  work_out_changes(state, shown_report(explorer.session), explorer.session.history.present().said.scenario,
                   explorer.session.evaluate_seconds);
  CHECK(state.network->tried == 1);
  CHECK(is_working(state));
  explorer.session.evaluate_seconds = 0;
  work_out_changes(state, shown_report(explorer.session), explorer.session.history.present().said.scenario,
                   explorer.session.evaluate_seconds);
  CHECK(state.network->tried == state.network->ideas.size());
  CHECK_FALSE(is_working(state));
  edit(explorer, "plan.micro_batch", [](Scenario& s) { s.plan.zero = 0; });
  explorer.session.evaluate_seconds = 1;
  work_out_changes(state, shown_report(explorer.session), explorer.session.history.present().said.scenario,
                   explorer.session.evaluate_seconds);
  CHECK(state.network->tried == 1);
}

TEST_CASE("the ranks in view are the part of them that the zoom shows") {
  CHECK(matrix_ranges({}, 1000).senders == RankRange{0, 1000});
  const RacksView near{10, 0.5, 0.25};
  CHECK(matrix_ranges(near, 1000).receivers == RankRange{500, 100});
  CHECK(matrix_ranges(near, 1000).senders == RankRange{250, 100});
  CHECK(matrix_ranges({100, 0.99, 0.99}, 7).senders.count == 1);
}

TEST_CASE("the scenario's own distance and link are among those drawn, once") {
  const std::vector<double> distances = site_distances(250e3), links = site_bandwidths(50e9);
  CHECK(std::count(distances.begin(), distances.end(), 250e3) == 1);
  CHECK(std::is_sorted(distances.begin(), distances.end()));
  for (std::size_t i = 1; i < distances.size(); ++i)
    if (distances[i - 1] >= 3e4)  // a curve without corners
      CHECK(distances[i] / distances[i - 1] < 1.16);
  CHECK(std::count(links.begin(), links.end(), 50e9) == 1);
  CHECK(std::is_sorted(links.begin(), links.end()));
}

TEST_CASE("between two points a curve of distance goes as the step does, evenly with the distance") {
  SiteTrial trial;
  trial.points = {{1e5, 50e9, Seconds{2}, 0.9}, {4e5, 50e9, Seconds{3}, 0.6}, {1e5, 100e9, Seconds{1}, 1}};
  const std::vector<SitePoint> curve = site_curve(trial, 50e9);
  REQUIRE(curve.size() == 5);
  CHECK(curve.front().distance_meters == 1e5);
  CHECK(curve.back().efficiency == 0.6);
  for (std::size_t i = 0; i < curve.size(); ++i) {
    CHECK(curve[i].step.value == doctest::Approx(2 + (curve[i].distance_meters - 1e5) / 3e5));
    CHECK(curve[i].efficiency * curve[i].step.value == doctest::Approx(1.8));  // the step on one site
    if (i > 0) CHECK(curve[i].distance_meters / curve[i - 1].distance_meters == doctest::Approx(std::sqrt(2)));
  }
  CHECK(site_curve(trial, 100e9).size() == 1);
}

TEST_CASE("what failed is worked out once it is taken out") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  ClusterState& state = explorer.of<ClusterState>();
  work_out_outage(state, shown_report(explorer.session), explorer.session.history.present().said.scenario);
  CHECK(state.outage->outage.gpus_lost == 0);
  state.arranged.failures = {{LevelKind::node, 3}};
  work_out_outage(state, shown_report(explorer.session), explorer.session.history.present().said.scenario);
  CHECK(state.outage->outage.gpus_lost == 8);
  CHECK(state.outage->marks.gpus.size() == 1);
}
