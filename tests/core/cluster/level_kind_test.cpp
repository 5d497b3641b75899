#include "core/cluster/level_kind.h"

#include <doctest/doctest.h>

#include <set>

using namespace shardscope;

TEST_CASE("every kind of level has a name of its own") {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < level_kinds; ++i) names.insert(name_of(static_cast<LevelKind>(i)));
  CHECK(names.size() == level_kinds);
  CHECK(name_of(LevelKind::sites) == "sites");
}
