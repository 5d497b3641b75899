#include "core/fields/typed_number.h"

#include <doctest/doctest.h>

#include "core/fields/fields.h"

using namespace shardscope;

TEST_CASE("a k of a sequence's length is 1,024, of all else a thousand") {
  const auto typed = [](std::string_view path, std::string_view text) { return typed_number(*find_field(path), text); };
  CHECK(typed("plan.sequence_length", "8k") == 8192);
  CHECK(typed("plan.sequence_length", "128 K") == 131'072);
  CHECK(typed("plan.sequence_length", "0.5k") == 512);
  CHECK(typed("plan.sequence_length", "8,192") == 8192);
  CHECK(typed("plan.sequence_length", "8000") == 8000);
  CHECK(typed("plan.sequence_length", "1M") == 1e6);
  CHECK(typed("cluster.gpus", "25k") == 25'000);
  CHECK(typed("run.tokens", "13T") == 13e12);
  for (const char* wrong : {"k", "kk", "8kk", "8mk", "x"}) {
    CAPTURE(wrong);
    CHECK_FALSE(typed("plan.sequence_length", wrong));
  }
}

TEST_CASE("a number is read in its field's unit or in one that people say of it; a time has no millions") {
  const auto read = [](std::string_view path, std::string_view typed) {
    return typed_number(*find_field(path), typed);
  };
  constexpr std::string_view time = "run.detection_seconds", latency = "cluster.scale_out_latency_seconds";
  CHECK(read(time, "60") == 60);
  CHECK(read(time, "60 s") == 60);
  CHECK(read(time, "500 ms").value_or(0) == doctest::Approx(0.5));
  CHECK(read(latency, "5.0 \u00B5s").value_or(0) == doctest::Approx(5e-6));
  CHECK(read(latency, "5 us").value_or(0) == doctest::Approx(5e-6));
  CHECK(read(time, "10 minutes") == 600);
  CHECK(read(time, "2 h") == 7200);
  CHECK(read(time, "1e3") == 1000);
  CHECK(read(time, "5k") == 5000);
  for (const std::string_view wrong : {"10 m", "10M", "3b", "1 T s", "ms", "5 x"}) {
    CAPTURE(wrong);
    CHECK_FALSE(read(time, wrong));
  }
  CHECK(read("run.storage_bandwidth", "2 TB/s") == 2e12);
  CHECK(read("run.tokens", "13T") == 13e12);
  CHECK(read("plan.tp", "8") == 8);
  CHECK(read("plan.sequence_length", "8k") == 8192);
  CHECK(read("plan.sequence_length", "8k tokens") == 8192);
}

TEST_CASE("a share is typed in percent with the sign, and as JSON has it without") {
  const Field& field = *find_field("plan.fragmentation");
  for (const std::string_view typed : {"6%", "6 %", "0.06"}) {
    CAPTURE(typed);
    CHECK(typed_number(field, typed).value_or(0) == doctest::Approx(0.06));
  }
  CHECK(typed_number(*find_field("run.jitter"), "12.5 %").value_or(0) == doctest::Approx(0.125));
  CHECK_FALSE(typed_number(field, "%"));
}

TEST_CASE("a quantity that is no field's is read in its unit too") {
  CHECK(typed_quantity(Unit::bytes, "60 GB") == 60e9);
  CHECK(typed_quantity(Unit::bytes, "60G") == 60e9);
  CHECK(typed_quantity(Unit::bytes_per_second, "4 TB/s") == 4e12);
  CHECK(typed_quantity(Unit::seconds, "5 min") == 300);
  CHECK_FALSE(typed_quantity(Unit::bytes, "60 s"));
}
