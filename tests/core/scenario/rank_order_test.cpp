#include "core/scenario/rank_order.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace shardscope;

TEST_CASE("every permutation of the five dimensions is read as it is written") {
  RankOrder order = megatron_order;
  std::sort(order.begin(), order.end());
  int count = 0;
  do {
    CHECK(parse_rank_order(text_of(order)) == order);
    ++count;
  } while (std::next_permutation(order.begin(), order.end()));
  CHECK(count == 120);
}

TEST_CASE("what isn't the five dimensions once each is no order") {
  for (const char* text : {"", "tp", "tp-cp-ep-dp", "tp-cp-ep-dp-pp-tp", "tp-tp-ep-dp-pp", "tp-cp-ep-dp-pp-",
                           "-tp-cp-ep-dp-pp", "tp cp ep dp pp", "tp-cp-ep-dp-xx"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_rank_order(text).has_value());
  }
}

TEST_CASE("the order is Megatron's unless the plan says another, and sites are crossed by the slowest dimension") {
  Plan plan;
  Cluster cluster;
  CHECK(rank_order_of(plan, cluster) == megatron_order);
  plan.rank_order = "tp-cp-ep-pp-dp";
  CHECK(rank_order_of(plan, cluster) == megatron_tp_pp_dp_order);
  plan.rank_order.reset();
  cluster.sites.number = 2;
  CHECK(text_of(rank_order_of(plan, cluster)) == "tp-cp-ep-pp-dp");
  plan.across_sites = AcrossSites::tp;
  CHECK(text_of(rank_order_of(plan, cluster)) == "cp-ep-dp-pp-tp");
  plan.across_sites = AcrossSites::pp;
  CHECK(text_of(rank_order_of(plan, cluster)) == "tp-cp-ep-dp-pp");
  plan.rank_order = text_of(rank_order_of(plan, cluster));
  CHECK(text_of(rank_order_of(plan, cluster)) == *plan.rank_order);
}
