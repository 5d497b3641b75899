#include "core/fields/pool_fields.h"

#include "tests/core/fields/field_checks.h"
#include "tests/core/fields/member_count.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("each member of a pool but its GPU has its row, which a field of the cluster describes") {
  CHECK(pool_fields().size() == members_of<Pool> - 1);
  for (const PoolField& field : pool_fields()) {
    CAPTURE(field.key);
    REQUIRE(field.of_cluster != nullptr);
    CHECK(field.of_cluster->path == "cluster." + std::string(field.key));
  }
}

TEST_CASE("a pool's field that is set is the value that is got, and no other's") {
  for (const PoolField& field : pool_fields()) {
    CAPTURE(field.key);
    Pool pool;
    const FieldValue wanted = another_value(*field.of_cluster, Scenario{});
    field.set(pool, wanted);
    CHECK(field.get(pool) == wanted);
    CHECK(std::holds_alternative<std::monostate>(field.get(Pool{})) == !field.required);
    for (const PoolField& other : pool_fields())
      if (other.key != field.key) CHECK(other.get(pool) == other.get(Pool{}));
  }
}
