#include "core/base/explain.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a factor's role says what its label is of") {
  CHECK(label_words({"layers", 3}) == "layers");
  CHECK(label_words(micro_batches("held", 3)) == "micro-batches held");
  CHECK(label_words(bytes_per_value("parameter", bf16_value)) == "bytes per parameter");
  CHECK(label_words(bytes_each("communicator", 4e6)) == "bytes per communicator");
  CHECK(label_words(bytes_alone(4e6)) == "bytes");
  CHECK(label_words(share_of("share of one GPU", 0.5)) == "share of one GPU");
}

TEST_CASE("only what has a label, or is bytes alone, stands in a product") {
  CHECK_FALSE(Factor{}.is_used());
  CHECK(bytes_alone(0).is_used());
  CHECK(Factor{"layers", 0}.is_used());
}
