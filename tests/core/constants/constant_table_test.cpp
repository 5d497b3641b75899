#include "tests/fit/constant_table.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace shardscope;

TEST_CASE("every constant has one name, and every row another constant") {
  std::set<std::string> names;
  Constants marked;
  for (const NamedConstant& row : constant_table()) {
    CAPTURE(row.name);
    CHECK(names.insert(std::string(row.name)).second);
    CHECK(marked.*row.value > 0);  // not met before
    CHECK_FALSE(row.source.empty());
    marked.*row.value = -1;
  }
}

TEST_CASE("what the fit changes is what runs say, near where its prior is") {
  for (const NamedConstant& row : constant_table()) {
    CAPTURE(row.name);
    CHECK((row.prior > 0) == (row.pull > 0));
    if (row.prior > 0) {
      CHECK(row.source.starts_with("fit"));
      CHECK(shipped_constants.*row.value / row.prior < 2);
      CHECK(shipped_constants.*row.value / row.prior > 0.3);
    }
  }
}
