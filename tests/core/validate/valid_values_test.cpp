#include "core/validate/valid_values.h"

#include <algorithm>
#include <numeric>

#include "core/base/limits.h"
#include "core/fields/fields.h"
#include "tests/core/validate/rule_cases.h"

using namespace shardscope;
using Values = std::vector<std::int64_t>;

namespace {

constexpr std::string_view paths[] = {"plan.tp",
                                      "plan.pp",
                                      "plan.dp",
                                      "plan.cp",
                                      "plan.ep",
                                      "plan.etp",
                                      "plan.virtual_stages",
                                      "plan.sequence_length",
                                      "plan.micro_batch",
                                      "plan.global_batch"};

/// DeepSeek-V3's shape: 61 layers, 256 experts, latent attention.
Scenario deepseek() {
  Scenario s = tests::sound_mixture();
  s.model.num_hidden_layers = 61, s.model.hidden_size = 7168;
  s.model.num_key_value_heads.reset();
  s.model.kv_lora_rank = 512, s.model.qk_nope_head_dim = 128, s.model.qk_rope_head_dim = 64, s.model.v_head_dim = 128;
  s.model.num_experts = 256, s.model.first_k_dense_replace = 3;
  s.cluster.gpus = 2048;
  s.plan.tp = 1, s.plan.pp = 16, s.plan.dp = 128, s.plan.ep = 64, s.plan.global_batch = 15360;
  return s;
}

Scenario with_gpus(Scenario s, std::int64_t gpus) {
  s.cluster.gpus = gpus;
  return s;
}

std::vector<Scenario> scenarios() {
  std::vector<Scenario> all = {tests::sound_scenario(), tests::sound_mixture(), deepseek(),
                               with_gpus(tests::sound_scenario(), limits::gpus_max),
                               with_gpus(tests::sound_scenario(), 25'000)};
  all.push_back(all[0]);
  all.back().plan.pp = 4, all.back().plan.cp = 4, all.back().plan.dp = 8, all.back().plan.sequence_length = 131072;
  return all;
}

/// The scenario as a control leaves it: dp follows the GPUs, the batch goes to a multiple.
Scenario with_value(Scenario s, std::string_view path, std::int64_t value) {
  find_field(path)->set(s, value);
  if (path == "plan.tp" || path == "plan.pp" || path == "plan.cp") s.plan.dp.reset();
  if (path != "plan.global_batch") {
    const Plan plan = with_defaults(s).plan;
    const std::int64_t round = *plan.dp * plan.micro_batch;
    s.plan.global_batch = std::max<std::int64_t>(1, s.plan.global_batch / round) * round;
  }
  return s;
}

}  // namespace

TEST_CASE("every value offered is valid, and they ascend") {
  for (const Scenario& s : scenarios())
    for (const std::string_view path : paths) {
      const Values values = valid_values(s, path);
      CAPTURE(path);
      CAPTURE(s.cluster.gpus);
      CHECK(!values.empty());
      CHECK(values.size() <= 200);
      CHECK(std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end());
      for (const std::int64_t value : values) {
        CAPTURE(value);
        const std::vector<Problem> problems = validate(with_defaults(with_value(s, path, value)));
        CHECK_FALSE(has_errors(problems));
        if (has_errors(problems)) MESSAGE(line_of(problems.front(), ""));
      }
    }
}

TEST_CASE("the tensor degrees divide heads and key-value heads and fit beside the pipeline") {
  Scenario s = tests::sound_scenario();
  CHECK(valid_values(s, "plan.tp") == Values{1, 2, 4, 8, 16});  // twice the scale-up domain at most
  s.plan.tp = 32;
  CHECK(valid_values(s, "plan.tp").back() == 32);
  s.cluster.scale_up_domain = 72;
  CHECK(valid_values(s, "plan.tp") == Values{1, 2, 4, 8, 16, 32, 64, 128});
  s.cluster.gpus = 256;
  CHECK(valid_values(s, "plan.tp") == Values{1, 2, 4, 8, 16, 32});
  s.model.num_attention_heads = 48, s.model.num_key_value_heads = 12;
  CHECK(valid_values(s, "plan.tp") == Values{1, 2, 3, 4, 6, 12, 24});  // 16 ranks share unevenly
}

TEST_CASE("the pipeline takes every number of stages that layers and GPUs allow") {
  Scenario s = tests::sound_scenario();
  Values all(120);
  std::iota(all.begin(), all.end(), 1);
  CHECK(valid_values(s, "plan.pp") == all);
  s.plan.virtual_stages = 5;
  CHECK(valid_values(s, "plan.pp").back() == 24);
  s.cluster.gpus = 64;
  CHECK(valid_values(s, "plan.pp") == Values{1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("experts keep the degrees into which they fold") {
  // 64 experts' ranks: floor(2048 / pp) has to be a multiple of 64.
  CHECK(valid_values(deepseek(), "plan.pp") == Values{1, 2, 4, 8, 16, 32});
  CHECK(valid_values(deepseek(), "plan.dp") == Values{64, 128});
  CHECK(valid_values(deepseek(), "plan.ep") == Values{1, 2, 4, 8, 16, 32, 64, 128});
  CHECK(valid_values(deepseek(), "plan.etp") == Values{1, 2});
  CHECK(valid_values(tests::sound_scenario(), "plan.ep") == Values{1});
  CHECK(valid_values(tests::sound_scenario(), "plan.etp") == Values{1});
}

TEST_CASE("data parallelism goes to what the GPUs hold, in round numbers where they are many") {
  Scenario s = tests::sound_scenario();
  s.plan.dp.reset();
  const Values few = valid_values(s, "plan.dp");
  CHECK(few.size() == 16);
  s.cluster.gpus = 25'000, s.plan.pp = 15;
  CHECK(valid_values(s, "plan.dp").back() == 208);
  s.cluster.gpus = 65'536, s.plan.pp = 4;
  const Values many = valid_values(s, "plan.dp");
  CHECK(many.back() == 2048);
  CHECK(many.size() > 100);
  for (const std::int64_t round : {1, 2, 3, 16, 32, 64, 96, 128, 256, 512, 768, 1024, 1536})
    CHECK(std::binary_search(many.begin(), many.end(), round));
}

TEST_CASE("chunks are as many as a rank has layers, and one without a pipeline") {
  Scenario s = tests::sound_scenario();
  CHECK(valid_values(s, "plan.virtual_stages").back() == 15);
  CHECK(valid_values(s, "plan.virtual_stages").size() == 15);
  s.plan.pp = 1;
  CHECK(valid_values(s, "plan.virtual_stages") == Values{1});
}

TEST_CASE("sequences are powers of two that context parallelism can split") {
  Scenario s = tests::sound_scenario();
  const Values usual = valid_values(s, "plan.sequence_length");
  CHECK(usual.front() == 512);
  CHECK(usual.back() == 524'288);
  s.model.max_position_embeddings = 1 << 20;
  CHECK(valid_values(s, "plan.sequence_length").back() == 1'048'576);
  s.model.max_position_embeddings.reset();
  CHECK(valid_values(s, "plan.sequence_length").back() == 131'072);
  s.plan.cp = 1024, s.plan.sequence_parallel = false;
  CHECK(valid_values(s, "plan.sequence_length").front() == 2048);
  s.plan.tp = 4, s.plan.sequence_parallel = true;  // whose ranks split each piece once more
  CHECK(valid_values(s, "plan.sequence_length").front() == 8192);
  s.plan.tp = 3;  // into which no power of two goes: that would run, with a warning
  CHECK(valid_values(s, "plan.sequence_length").front() == 2048);
}

TEST_CASE("micro-batches are powers of two and divisors of a replica's share") {
  Scenario s = tests::sound_scenario();
  s.plan.global_batch = 16 * 35;
  CHECK(valid_values(s, "plan.micro_batch") == Values{1, 2, 4, 5, 7, 8, 16, 32, 35});
  s.plan.global_batch = 16;
  CHECK(valid_values(s, "plan.micro_batch") == Values{1});
}

TEST_CASE("batches are whole rounds up to four times the present one, which is among them") {
  Scenario s = tests::sound_scenario();
  s.plan.global_batch = 16 * 37;
  const Values values = valid_values(s, "plan.global_batch");
  CHECK(values.size() <= 64);
  CHECK(values.front() == 16);
  CHECK(values.back() == 16 * 148);
  CHECK(std::binary_search(values.begin(), values.end(), s.plan.global_batch));
  for (const std::int64_t value : values) CHECK(value % 16 == 0);
}

TEST_CASE("other paths have no values") {
  CHECK(valid_values(tests::sound_scenario(), "plan.zero").empty());
  CHECK(valid_values(tests::sound_scenario(), "").empty());
}
