// The closed forms as the papers print them: n members, alpha per message, beta seconds per byte.
#include "core/cluster/algorithms.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/core/cluster/textbook_times.h"

using namespace shardscope;

namespace {

constexpr double alpha = 3e-6, rate = 25e9, beta = 1 / rate;
constexpr Link nic{Seconds{alpha}, BytesPerSecond{rate}};
constexpr Bytes whole_bytes{48e6};
constexpr double m = 48e6;

double seconds(const std::optional<Seconds>& time) {
  REQUIRE(time.has_value());
  return time->value;
}

}  // namespace

TEST_CASE("a ring gathers in p-1 steps of 1/p of the data; an all-reduce does so twice") {
  for (const int p : {2, 3, 8, 100}) {
    const double n = p, once = (n - 1) * alpha + (n - 1) / n * m * beta;  // Thakur et al. 2005, section 4.1
    CHECK(seconds(ring_time(Collective::all_gather, p, whole_bytes, nic)) == doctest::Approx(once));
    CHECK(seconds(ring_time(Collective::reduce_scatter, p, whole_bytes, nic)) == doctest::Approx(once));
    CHECK(seconds(ring_time(Collective::all_reduce, p, whole_bytes, nic)) == doctest::Approx(2 * once));
    CHECK(seconds(ring_time(Collective::all_to_all, p, whole_bytes, nic)) == doctest::Approx(once));
  }
}

TEST_CASE("a message takes alpha and its bytes; a broadcast passes all others on its way") {
  CHECK(seconds(ring_time(Collective::point_to_point, 2, whole_bytes, nic)) == doctest::Approx(alpha + m * beta));
  CHECK(seconds(ring_time(Collective::broadcast, 10, whole_bytes, nic)) == doctest::Approx(9 * alpha + m * beta));
}

TEST_CASE("two trees move every byte up and down, their latency is logarithmic") {
  CHECK(seconds(tree_time(Collective::all_reduce, 64, whole_bytes, nic)) == doctest::Approx(12 * alpha + 2 * m * beta));
  CHECK(seconds(tree_time(Collective::all_reduce, 65, whole_bytes, nic)) == doctest::Approx(14 * alpha + 2 * m * beta));
  CHECK(seconds(tree_time(Collective::broadcast, 64, whole_bytes, nic)) == doctest::Approx(6 * alpha + m * beta));
  CHECK_FALSE(tree_time(Collective::all_gather, 64, whole_bytes, nic).has_value());
}

TEST_CASE("halving and doubling sends a ring's bytes in logarithmically many messages") {
  for (const int p : {2, 8, 1024}) {
    const double n = p, share = (n - 1) / n * m * beta;
    CHECK(seconds(halving_doubling_time(Collective::all_gather, p, whole_bytes, nic)) ==
          doctest::Approx(std::log2(n) * alpha + share));
    CHECK(seconds(halving_doubling_time(Collective::all_reduce, p, whole_bytes, nic)) ==
          doctest::Approx(2 * std::log2(n) * alpha + 2 * share));  // Rabenseifner's, section 4.5
    CHECK(seconds(halving_doubling_time(Collective::all_to_all, p, whole_bytes, nic)) ==
          doctest::Approx(std::log2(n) * (alpha + m / 2 * beta)));  // Bruck's, section 4.3
  }
  CHECK_FALSE(halving_doubling_time(Collective::all_gather, 12, whole_bytes, nic).has_value());
  CHECK_FALSE(halving_doubling_time(Collective::broadcast, 8, whole_bytes, nic).has_value());
}

TEST_CASE("alone nothing is sent") {
  for (const Collective what : {Collective::all_gather, Collective::all_reduce, Collective::all_to_all})
    CHECK(seconds(ring_time(what, 1, whole_bytes, nic)) == 0);
  CHECK(seconds(tree_time(Collective::all_reduce, 1, whole_bytes, nic)) == 0);
}

TEST_CASE("bus bandwidth has nccl-tests' factors") {
  CHECK(bus_factor(Collective::all_reduce, 8) == doctest::Approx(1.75));
  CHECK(bus_factor(Collective::all_gather, 8) == doctest::Approx(0.875));
  CHECK(bus_factor(Collective::reduce_scatter, 4) == doctest::Approx(0.75));
  CHECK(bus_factor(Collective::all_to_all, 4) == doctest::Approx(0.75));
  CHECK(bus_factor(Collective::broadcast, 4) == 1);
  CHECK(bus_factor(Collective::point_to_point, 2) == 1);
}

TEST_CASE("a pipeline in the best number of pieces is no slower than in any other") {
  const double piece = 3e-6, bytes = 500e-6;  // start of a piece; all bytes over the rate
  const int stages = 8;
  const double best = pipelined_time(Seconds{(stages - 1) * piece}, Seconds{bytes}).value;
  double least = 1;
  for (int pieces = 1; pieces < 500; ++pieces)
    least = std::min(least, (stages - 1 + pieces) * (piece + bytes / pieces));
  CHECK(best <= least);
  CHECK(best == doctest::Approx(least).epsilon(1e-3));
  CHECK(pipelined_time(Seconds{0}, Seconds{bytes}).value == doctest::Approx(bytes));
}
