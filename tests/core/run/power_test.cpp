#include "core/run/power.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("watts are all-in, else the server's with the building's, else unknown") {
  Cluster cluster;
  cluster.pue = 1.2;
  CHECK_FALSE(watts_per_gpu(cluster).has_value());
  CHECK(power_parts(cluster, 10)[0].what == Spending::none);
  cluster.gpu.server_watts_per_gpu = 1000;
  CHECK(*watts_per_gpu(cluster) == doctest::Approx(1200));
  cluster.watts_per_gpu_all_in = 1500;
  CHECK(*watts_per_gpu(cluster) == 1500);
}

TEST_CASE("the power as sold, the server's rest and the building's make the watts all in") {
  Cluster cluster;
  cluster.pue = 1.25;
  cluster.gpu.tdp_watts = 700;
  cluster.gpu.server_watts_per_gpu = 1200;
  const auto parts = power_parts(cluster, 8);
  CHECK(parts[0].watts == doctest::Approx(5600));
  CHECK(parts[1].watts == doctest::Approx(4000));
  CHECK(parts[2].watts == doctest::Approx(2400));
  CHECK(parts[0].watts + parts[1].watts + parts[2].watts == doctest::Approx(8 * *watts_per_gpu(cluster)));
  cluster.watts_per_gpu_all_in = 1400;
  double sum = 0;
  for (const PowerPart& part : power_parts(cluster, 8)) sum += part.watts;
  CHECK(sum == doctest::Approx(8 * 1400));
}

TEST_CASE("without the power as sold, or with more of it than the server takes, all is one part") {
  Cluster cluster;
  cluster.watts_per_gpu_all_in = 1000;
  CHECK(power_parts(cluster, 2)[0].watts == 2000);
  CHECK(power_parts(cluster, 2)[1].what == Spending::none);
  cluster.gpu.tdp_watts = 1100;
  CHECK(power_parts(cluster, 2)[0].what == Spending::all_in);
}
