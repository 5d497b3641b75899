#include "core/script/said_so_far.h"

#include "tests/core/launch/lit_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("of a refused script what doesn't hang on an open value is said so far, and nothing that does") {
  std::string text(lit_launch);
  text.replace(text.find("PP=2\n"), 5, "\n");
  const LaunchReading reading = read_lit(text);
  REQUIRE_FALSE(reading.said);
  CHECK(value_at(reading.so_far, "model.hidden_size") == Value(4096));
  CHECK(value_at(reading.so_far, "plan.tp") == Value(8));
  CHECK(value_at(reading.so_far, "plan.global_batch") == Value(128));  // the script's own default
  for (const char* open : {"plan.pp", "plan.dp", "cluster.gpus"}) {
    CAPTURE(open);
    CHECK(value_at(reading.so_far, open).none());
  }
  CHECK(read_lit(lit_launch).so_far.empty());
}

TEST_CASE("where one argument is open all of them are, and what hangs on none is said all the same") {
  std::string text(lit_launch);
  text.replace(text.find("PP=2\n"), 5, "STEPS=$3\nif [ $2 != none ]; then\n  PP=$4\nfi\nTP=$5\n");
  text.replace(text.find("--tensor-model-parallel-size 8"), 30, "--tensor-model-parallel-size $TP");
  const LaunchReading reading = read_lit(text);
  REQUIRE_FALSE(reading.said);
  CHECK(reading.title == "Megatron-LM");
  CHECK(value_at(reading.so_far, "model.num_hidden_layers") == Value(32));
  CHECK(value_at(reading.so_far, "plan.tp").none());
  CHECK(value_at(reading.so_far, "plan.pp").none());
  CHECK(lit_part(reading.lit, "--num-layers") == LitPart::model);
}

TEST_CASE("what a branch decides that hangs on an open value isn't said") {
  std::string text(lit_launch);
  text.replace(text.find("PP=2\n"), 5,
               "PP=$4\nif [ $2 = fp16 ]; then\n  TYPE=\"--fp16\"\nelif [ $2 = bf16 ]; then\n  TYPE=\"--bf16\"\nfi\n");
  text.replace(text.find("--bf16 \\"), 6, "$TYPE");
  const LaunchReading reading = read_lit(text);
  REQUIRE_FALSE(reading.said);
  CHECK(value_at(reading.so_far, "plan.precision").none());
  CHECK(value_at(reading.so_far, "plan.tp") == Value(8));
  CHECK(reading.branches_open);
}
