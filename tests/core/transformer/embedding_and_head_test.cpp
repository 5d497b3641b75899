#include <doctest/doctest.h>

#include "core/transformer/operations.h"
#include "tests/core/transformer/block_queries.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;
using samples::forward_flops;

TEST_CASE("the head keeps 4·s·b·h/t·(1 + V/h), the embedding its mask (Korthikanti et al. 2022, section 4.3)") {
  const Model model = samples::gpt(2, 6144, 64, 51200);
  Plan plan = samples::plan(2048, 4, 8);
  plan.tp = 8;
  plan.sequence_parallel = true;
  const Block head = make_block(BlockKind::head, model, plan);
  CHECK(saved_bytes(head).value == 4.0 * 2048 * 4 * 6144 / 8 * (1 + 51200.0 / 6144));
  const Block embedding = make_block(BlockKind::embedding, model, plan);
  CHECK(saved_bytes(embedding).value == 2048.0 * 4 * 6144 / 8 + 8.0 * 2048 * 4);
}

TEST_CASE("an MTP layer runs a projection, a layer and a loss of its own") {
  Model model = samples::llama(4, 4096, 32, 8, 14336);
  model.num_nextn_predict_layers = 1;
  Plan plan = samples::plan(4096, 1, 8);
  const double layer = forward_flops(make_block(BlockKind::dense_layer, model, plan));
  const double head = forward_flops(make_block(BlockKind::head, model, plan));
  const Block mtp = make_block(BlockKind::mtp_layer, model, plan);
  CHECK(forward_flops(mtp) == layer + head + 2.0 * 4096 * 4096 * 8192);
  CHECK(kept_bytes(mtp, plan, true).value ==
        mtp.input.value + saved_bytes(make_block(BlockKind::head, model, plan)).value);
}
