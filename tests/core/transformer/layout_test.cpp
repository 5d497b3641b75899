#include "core/transformer/layout.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

std::vector<std::int64_t> layers_of(std::int64_t layers, std::int64_t pp, std::int64_t virtual_stages = 1) {
  Model model;
  model.num_hidden_layers = layers;
  Plan plan;
  plan.pp = pp;
  plan.virtual_stages = virtual_stages;
  std::vector<std::int64_t> result;
  for (const StageContent& stage : stage_layout(model, plan)) result.push_back(stage.layers());
  return result;
}

}  // namespace

TEST_CASE("layers that don't divide go short on the last stage, then the first, then inwards") {
  CHECK(layers_of(8, 4) == std::vector<std::int64_t>{2, 2, 2, 2});
  CHECK(layers_of(7, 4) == std::vector<std::int64_t>{2, 2, 2, 1});
  CHECK(layers_of(6, 4) == std::vector<std::int64_t>{1, 2, 2, 1});
  CHECK(layers_of(5, 4) == std::vector<std::int64_t>{1, 2, 1, 1});
  CHECK(layers_of(126, 16).front() == 7);  // Llama 3 405B, section 3.3.2: one layer fewer on the first and the last
  CHECK(layers_of(126, 16)[1] == 8);
  CHECK(layers_of(126, 16).back() == 7);
}

TEST_CASE("stages hold every layer once, in the model's order, for any split") {
  for (const std::int64_t layers : {1, 7, 61, 126})
    for (const std::int64_t pp : {1, 3, 16})
      for (const std::int64_t v : {1, 4}) {
        CAPTURE(layers);
        CAPTURE(pp);
        CAPTURE(v);
        Model model;
        model.num_hidden_layers = layers;
        Plan plan;
        plan.pp = pp;
        plan.virtual_stages = v;
        const std::vector<StageContent> layout = stage_layout(model, plan);
        CHECK(layout.size() == static_cast<std::size_t>(std::min(pp * v, layers + 2)));
        std::int64_t next = 0;
        for (const StageContent& stage : layout) {
          CHECK(stage.first_layer == next);
          next += stage.layers();
        }
        CHECK(next == layers);
        CHECK(layout.front().embedding);
        CHECK(layout.back().head);
      }
}

TEST_CASE("of a plan with more stages than could hold anything the rest isn't laid out") {
  CHECK(layers_of(4, 6).size() == 6);  // the embedding and the head may have stages of their own
  const std::vector<std::int64_t> layers = layers_of(4, 1000);
  CHECK(layers == std::vector<std::int64_t>{0, 1, 1, 1, 1, 0});
}

TEST_CASE("a plan's own stage layers go first") {
  Model model;
  model.num_hidden_layers = 10;
  model.num_experts = 4;
  model.first_k_dense_replace = 3;
  model.num_nextn_predict_layers = 1;
  Plan plan;
  plan.pp = 3;
  plan.stage_layers = {4, 6, 0};
  const std::vector<StageContent> layout = stage_layout(model, plan);
  CHECK(layout[0].dense_layers == 3);
  CHECK(layout[0].moe_layers == 1);
  CHECK(layout[1].moe_layers == 6);
  CHECK(layout[2].layers() == 0);
  CHECK(layout[2].head);
  CHECK(layout[2].mtp_layers == 1);
}

TEST_CASE("a split into more stages than the limit stays bounded") {
  CHECK(layers_of(4, std::int64_t{1} << 40, 1 << 20).size() == 6);
  CHECK(layers_of(std::int64_t{1} << 40, std::int64_t{1} << 40, 1 << 20).size() == 10'000);
  Model model;
  Plan plan;
  plan.pp = 3;
  plan.stage_layers = {std::int64_t{1} << 40, std::int64_t{1} << 62, -1};
  const std::vector<StageContent> layout = stage_layout(model, plan);
  CHECK(layout[0].layers() == 10'000);
  CHECK(layout[1].layers() + layout[2].layers() == 0);
}

TEST_CASE("a rank with MTP layers holds a token table for them, unless its own or a tied head's is there") {
  StageContent first, last, middle;
  first.embedding = true, first.dense_layers = 1;
  middle.mtp_layers = 1;
  last.head = true, last.mtp_layers = 1;
  Model model = samples::gpt(8, 512, 8);
  for (const bool tied : {false, true}) {
    model.tie_word_embeddings = tied;
    CHECK_FALSE(ends_of_rank(model, {first}).table_for_mtp);
    CHECK(ends_of_rank(model, {first}).has_table());
    CHECK(ends_of_rank(model, {middle}).table_for_mtp);
    CHECK_FALSE(ends_of_rank(model, {middle}).head);
    CHECK(ends_of_rank(model, {last}).has_table() == !tied);
    CHECK(ends_of_rank(model, {middle, last}).table_for_mtp == !tied);
    CHECK_FALSE(ends_of_rank(model, {first, last}).table_for_mtp);
    CHECK(ends_of_rank(model, {first, last}).head);
  }
}
