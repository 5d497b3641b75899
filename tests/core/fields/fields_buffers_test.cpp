#include "core/fields/fields_buffers.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("every field of buffers may be absent and says what it is then") {
  const std::vector<Field> all = buffer_fields();
  CHECK(all.size() == 6);
  for (const Field& field : all) {
    CAPTURE(field.path);
    CHECK(field.optional);
    CHECK_FALSE(field.when_absent.empty());
    CHECK(find_field(field.path) != nullptr);
  }
}
