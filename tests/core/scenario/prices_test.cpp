#include "core/scenario/prices.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a GPU-hour costs what is said, else the mean of what the pools' GPUs rent for, all of them known") {
  Cluster cluster;
  cluster.gpu.rental_usd_per_hour = 2;
  CHECK(gpu_hour_price({}, cluster) == 2);
  Gpu dearer = cluster.gpu;
  dearer.rental_usd_per_hour = 6;
  cluster.pools = {Pool{cluster.gpu, 300, {}, {}, {}}, Pool{dearer, 100, {}, {}, {}}};
  CHECK(gpu_hour_price({}, cluster) == doctest::Approx(3));
  Run said;
  said.gpu_hour_usd = 1;
  CHECK(gpu_hour_price(said, cluster) == 1);
  cluster.pools[1].gpu.rental_usd_per_hour.reset();
  CHECK_FALSE(gpu_hour_price({}, cluster));
}
