#include "core/scenario/parts/model.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("layer i is MoE from first_k_dense_replace on, where the frequency leaves the offset") {
  Model model;
  CHECK_FALSE(has_experts(model));
  CHECK_FALSE(is_moe_layer(model, 0));
  model.num_experts = 8;
  CHECK(has_experts(model));
  CHECK(is_moe_layer(model, 0));
  model.first_k_dense_replace = 3;
  model.moe_layer_freq = 2;
  const bool every_second[] = {false, false, false, false, true, false, true};
  for (std::int64_t layer = 0; layer < 7; ++layer) CHECK(is_moe_layer(model, layer) == every_second[layer]);
  model.moe_layer_offset = 1;  // Llama 4 Maverick
  const bool odd[] = {false, false, false, true, false, true, false};
  for (std::int64_t layer = 0; layer < 7; ++layer) CHECK(is_moe_layer(model, layer) == odd[layer]);
}

TEST_CASE("a list of MoE layers goes before the pattern") {
  Model model;
  model.num_experts = 8;
  model.moe_layer_freq = 2;
  model.moe_layers = {1, 2, 5};
  const bool listed[] = {false, true, true, false, false, true};
  for (std::int64_t layer = 0; layer < 6; ++layer) CHECK(is_moe_layer(model, layer) == listed[layer]);
}
