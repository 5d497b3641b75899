#include "core/cluster/carried.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("what is carried adds up and multiplies entry by entry") {
  Carried one;
  one.sent = Bytes{10};
  one.through[index_of(LevelKind::node)] = Bytes{7}, one.reaching[index_of(Reach::rack)] = Bytes{3};
  Carried sum = 2.0 * one;
  sum += one;
  CHECK(sum.sent == Bytes{30});
  CHECK(sum.through[index_of(LevelKind::node)] == Bytes{21});
  CHECK(sum.through[index_of(LevelKind::rack)] == Bytes{0});
  CHECK(sum.reaching[index_of(Reach::rack)] == Bytes{9});
}
