#include "core/fields/fields_plan_traffic.h"

#include <doctest/doctest.h>

#include "tests/core/fields/member_count.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("each overlap is a switch that may be left to the software, and says what it is then") {
  const std::vector<Field> all = overlap_fields();
  CHECK(all.size() == members_of<Overlap>);
  for (const Field& field : all) {
    CAPTURE(field.path);
    CHECK(field.path.starts_with("plan.overlap."));
    CHECK(field.kind == FieldKind::toggle);
    CHECK(field.optional);
    CHECK_FALSE(field.when_absent.empty());
    CHECK(field.weight.place == 0);
  }
}

TEST_CASE("the fields of network and sites are the table's, and what goes between sites always has a value") {
  for (const Field& field : plan_network_fields()) CHECK(find_field(field.path) != nullptr);
  for (const Field& field : plan_site_fields()) {
    CAPTURE(field.path);
    CHECK(find_field(field.path) != nullptr);
    CHECK_FALSE(field.optional);
  }
}
