#include "core/script/what_was_read.h"

#include <algorithm>

#include "core/fields/fields.h"
#include "tests/core/launch/lit_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

WhatWasRead read_of(const LaunchReading& reading, const LitScript& lit) {
  return what_was_read(reading, lit, *find_framework(real_presets().frameworks, reading.framework));
}

const ReadField* find_read(const std::vector<ReadField>& all, std::string_view path) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const ReadField& each) { return each.path == path; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("fields stand in groups with the flags that said them") {
  const LaunchReading reading = read_lit(lit_launch);
  const WhatWasRead read = read_of(reading, reading.lit);
  const ReadField* layers = find_read(read.model, "model.num_hidden_layers");
  REQUIRE(layers != nullptr);
  REQUIRE(layers->spans.size() == 1);
  CHECK(reading.lit.spans[layers->spans.front()].flag == "--num-layers");
  const ReadField* stages = find_read(read.plan, "plan.pp");
  REQUIRE(stages != nullptr);
  CHECK(stages->spans.size() == 2);  // the flag and its variable
  const ReadField* replicas = find_read(read.plan, "plan.dp");
  REQUIRE(replicas != nullptr);
  CHECK(replicas->origin == ReadOrigin::follows);
  CHECK(find_read(read.machine, "cluster.gpu")->origin == ReadOrigin::assumed);
  CHECK(find_read(read.unsaid, "plan.cp") != nullptr);
  CHECK(find_read(read.unsaid, "plan.pp") == nullptr);
  REQUIRE(read.without_effect.size() == 1);
  CHECK(reading.lit.spans[read.without_effect.front()].flag == "--lr");
}

TEST_CASE("a field whose flag breaks a rule has the rule") {
  const LaunchReading reading = read_lit(lit_launch);
  RulesReport rules;
  rules.broken.push_back({"a", "no", "", "file.py:1", RuleSeverity::error, {"plan.pp"}, {}});
  const LitScript lit = with_faults(reading.lit, lit_lines(lit_launch), faults_of(rules));
  const WhatWasRead read = read_of(reading, lit);
  CHECK(find_read(read.plan, "plan.pp")->fault == 0U);
  CHECK_FALSE(find_read(read.plan, "plan.tp")->fault.has_value());
}

TEST_CASE("every field that is listed is one of a scenario's, or its model or GPU") {
  const LaunchReading reading = read_lit(lit_launch);
  const WhatWasRead read = read_of(reading, reading.lit);
  for (const auto* group : {&read.model, &read.plan, &read.machine, &read.unsaid})
    for (const ReadField& field : *group) {
      CAPTURE(field.path);
      CHECK((find_field(field.path) != nullptr || field.path == "model" || field.path == "cluster.gpu"));
    }
}

TEST_CASE("a flag that is read as another, and one that names a file which is read, aren't without effect") {
  const std::string text =
      "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 1024 --num-attention-heads 16 "
      "--micro-batch-size 1 --seq-length 2048 --max-position-embeddings 2048 --bf16 --t5-swiglu --zero-stage 1 "
      "--deepspeed --deepspeed_config ds.json --our-own 3\n";
  ShellOutside outside;
  outside.files["ds.json"] = R"({"train_batch_size": 64, "zero_optimization": {"stage": 1}})";
  const LaunchReading reading = read_lit(text, outside);
  std::vector<std::string> idle;
  for (const std::size_t each : read_of(reading, reading.lit).without_effect)
    idle.push_back(reading.lit.spans[each].flag);
  const auto among = [&](const char* flag) { return std::find(idle.begin(), idle.end(), flag) != idle.end(); };
  CHECK(among("--our-own"));
  CHECK_FALSE(among("--t5-swiglu"));
  CHECK_FALSE(among("--deepspeed_config"));
  CHECK(lit_part(reading.lit, "--t5-swiglu") == LitPart::model);
}
