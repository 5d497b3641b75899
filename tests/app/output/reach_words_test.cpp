#include "app/output/reach_words.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("what leaves a rack is said to leave sites too only where there are several") {
  Cluster cluster;
  CHECK(words_of(Reach::node, cluster) == "inside nodes");
  CHECK(words_of(Reach::site, cluster) == "between racks");
  cluster.sites.number = 2;
  CHECK(words_of(Reach::rack, cluster) == "inside racks");
  CHECK(words_of(Reach::site, cluster) == "between racks and sites");
}
