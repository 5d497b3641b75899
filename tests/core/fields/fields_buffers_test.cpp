#include "core/fields/fields_buffers.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("every field of buffers may be absent and says what it is then") {
  const std::vector<Field> all = buffer_fields();
  REQUIRE_FALSE(all.empty());
  for (const Field& field : all) {
    CAPTURE(field.path);
    CHECK(field.optional);
    CHECK_FALSE(field.when_absent.empty());
    CHECK(find_field(field.path) != nullptr);
  }
}

TEST_CASE("what an absent buffer is is told from the constants that it takes") {
  const auto absent = [](std::string_view path) { return find_field(path)->when_absent; };
  CHECK(absent("plan.workspace_bytes") == "64 MiB");
  CHECK(absent("plan.context_bytes") == "0.6 GB; 1.3 GB in software until 2022");
  CHECK(absent("plan.communicator_bytes") == "128 MiB: 16 channels of 4 MiB, both ways");
  CHECK(absent("plan.fragmentation") == "0.06");
  CHECK(absent("plan.prefetch_layers") == "1, as PyTorch FSDP");
  CHECK(absent("plan.bucket_elements") ==
        "Megatron max(40 million, 1 million x dp·cp), DeepSpeed 500 million; PyTorch per layer");
}
