#include "core/run/failures.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/run/causes.h"

using namespace shardscope;

namespace {

FailureModel model_of(double mean_time, double stall, double restart, double lag = 0) {
  return {Seconds{mean_time}, Seconds{stall}, Seconds{lag}, Seconds{restart}};
}

}  // namespace

TEST_CASE("Llama 3's log gives a failure every 50,677 GPU-hours, one in three hours on 16,384 GPUs") {
  CHECK(default_mtbf_gpu_hours == doctest::Approx(50'677).epsilon(1e-5));
  const FailureModel model = failure_model(Run{}, Cluster{}, Bytes{1e12}, 16'384);
  CHECK(model.mean_time.value == doctest::Approx(54 * 86'400.0 / 419));
  CHECK(model.planned_stops == doctest::Approx(47.0 / 419));
  CHECK(llama3_log::unexpected + llama3_log::planned == 466);
}

TEST_CASE("a cluster fails at the sum of its GPUs' and its nodes' rates; nodes' alone where only those are said") {
  Cluster cluster;
  Run run;
  run.mtbf_node_hours = 24'000 / 6.5;  // RSC-1: 6.5 failures in 1,000 node-days
  const FailureModel nodes = failure_model(run, cluster, Bytes{1e12}, 16'000);
  CHECK(86'400 / nodes.mean_time.value == doctest::Approx(13));
  run.mtbf_gpu_hours = 16'000 * 24;
  CHECK(86'400 / failure_model(run, cluster, Bytes{1e12}, 16'000).mean_time.value == doctest::Approx(14));
}

TEST_CASE("a node that is used in part fails as often as a whole one") {
  struct Row {
    double gpus, nodes;
  };
  Run run;
  run.mtbf_node_hours = 1000;
  Cluster cluster;
  cluster.gpus_per_node = 8;
  for (const auto [gpus, nodes] : {Row{1, 1}, {8, 1}, {9, 2}, {12, 2}, {16, 2}, {17, 3}}) {
    CAPTURE(gpus);
    CHECK(failure_model(run, cluster, Bytes{1e12}, gpus).mean_time.value == doctest::Approx(1000 * 3600 / nodes));
  }
}

TEST_CASE("a checkpoint takes as long as storage takes its bytes; copies to the host are short and lag behind") {
  Cluster cluster;
  cluster.gpu.host_link_bandwidth = 50e9;
  cluster.scale_out_bandwidth = 25e9;
  Run run;
  run.storage_bandwidth = 57.5e9;
  const Bytes bloom{2.3e12};
  // BLOOM wrote 2.3 TB in 40 s.
  CHECK(failure_model(run, cluster, bloom, 384).stall.value == doctest::Approx(40));
  CHECK(failure_model(run, cluster, bloom, 384).lag.value == 0);
  run.checkpoint_mode = CheckpointMode::asynchronous;
  const FailureModel beside = failure_model(run, cluster, bloom, 384);
  CHECK(beside.stall.value == doctest::Approx(2.3e12 / 384 / 50e9));
  CHECK(beside.lag.value == doctest::Approx(40));
  run.checkpoint_mode = CheckpointMode::in_memory;
  CHECK(failure_model(run, cluster, bloom, 384).lag.value == doctest::Approx(2.3e12 / 384 / 25e9));
  run.checkpoint_seconds = 7;
  CHECK(failure_model(run, cluster, bloom, 384).stall.value == 7);
  run = {};
  CHECK(failure_model(run, cluster, Bytes{2e12}, 16'384).stall.value == doctest::Approx(1));
}

TEST_CASE("goodput without failures is what checkpoints leave, and falls with every cost") {
  const Seconds interval{1000};
  CHECK(goodput(model_of(1e12, 60, 600), interval) == doctest::Approx(1000.0 / 1060).epsilon(1e-6));
  const double good = goodput(model_of(1e4, 60, 600), interval);
  CHECK(goodput(model_of(1e4, 60, 1200), interval) < good);
  CHECK(goodput(model_of(1e4, 120, 600), interval) < good);
  CHECK(goodput(model_of(5e3, 60, 600), interval) < good);
  CHECK(goodput(model_of(1e4, 60, 600, 100), interval) < good);
  FailureModel stops = model_of(1e4, 60, 600);
  stops.planned_stops = 1;
  CHECK(goodput(stops, interval) == doctest::Approx(good / (1 + 0.06 * std::exp(-0.06))));
  CHECK(goodput(model_of(1e-9, 60, 600), interval) == 0);
}

TEST_CASE("the parts of the time add up, and a lag is a longer way back") {
  FailureModel model = model_of(1e4, 60, 600, 90);
  model.planned_stops = 0.1;
  const Seconds interval{1500};
  const TimeShares shares = time_shares(model, interval);
  CHECK((shares.training + shares.checkpoints + shares.lost + shares.restarts + shares.planned).value ==
        doctest::Approx(interval.value / goodput(model, interval)));
  CHECK(expected_segment(model, interval).value ==
        doctest::Approx(expected_segment(model_of(1e4, 60, 690), interval).value));
  CHECK(shares.lost > time_shares(model_of(1e4, 60, 600), interval).lost);
}

TEST_CASE("a checkpoint waits until the one before is safe") {
  const FailureModel slow = model_of(1e4, 5, 600, 900);
  CHECK(goodput(slow, Seconds{10}) == goodput(slow, Seconds{895}));
  CHECK(optimal_interval(slow).value == doctest::Approx(895));
}

TEST_CASE("the true optimum loses least, whatever the costs") {
  for (const double stall : {1.0, 60.0, 1e3, 2e4})
    for (const double restart : {0.0, 600.0, 5e4}) {
      const FailureModel model = model_of(10'800, stall, restart);
      const Seconds best = optimal_interval(model);
      CAPTURE(stall);
      CHECK(goodput(model, best) >= goodput(model, 0.99 * best));
      CHECK(goodput(model, best) >= goodput(model, 1.01 * best));
    }
  CHECK(optimal_interval(model_of(10'800, 0, 600), Seconds{12}).value == 12);
}

TEST_CASE("Daly's interval is the optimum where a checkpoint is short against the time between failures") {
  for (const double ratio : {1e-6, 1e-4, 1e-2, 0.1, 0.5}) {
    const FailureModel model = model_of(10'800, ratio * 10'800, 600);
    CAPTURE(ratio);
    CHECK(daly_interval(model).value == doctest::Approx(optimal_interval(model).value).epsilon(0.002 + 0.05 * ratio));
    CHECK(goodput(model, daly_interval(model)) ==
          doctest::Approx(goodput(model, optimal_interval(model))).epsilon(1e-4));
  }
  // Young's counts the checkpoint's own time in: C/2 too long where that is short, far off where it isn't.
  CHECK(young_interval(model_of(10'800, 60, 600)).value == doctest::Approx(std::sqrt(2.0 * 60 * 10'800)));
  CHECK(young_interval(model_of(10'800, 5'400, 600)) > 1.25 * optimal_interval(model_of(10'800, 5'400, 600)));
  CHECK(daly_interval(model_of(100, 250, 600)).value == 100);
}

TEST_CASE("spares are the 99th percentile of the nodes in repair") {
  CHECK(spares_for(0) == 0);
  CHECK(spares_for(2) == 6);  // OPT-175B: two machines per day out for a day; it held 12
  CHECK(spares_for(0.01) == 0);
  CHECK(spares_for(10'000) == 10'233);  // 2.3263 standard deviations of 100 above the mean
  CHECK(spares_for(499) == doctest::Approx(spares_for(501)).epsilon(0.01));
}
