#include <doctest/doctest.h>

#include "core/transformer/operations.h"
#include "tests/core/transformer/block_queries.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;
using samples::find;

TEST_CASE("a gated layer without dropout keeps the tensors of its own design") {
  const Model model = samples::llama3_405b();
  Plan plan = samples::plan(8192, 1, 8);
  plan.tp = 8;
  plan.sequence_parallel = true;
  const Block block = make_block(BlockKind::dense_layer, model, plan);
  CHECK(find(block, "gate")->bytes().value == 8192.0 * 6656 * 2);
  CHECK(find(block, "up")->bytes().value == 8192.0 * 6656 * 2);
  CHECK(find(block, "input of the down projection")->bytes().value == 8192.0 * 6656 * 2);
  CHECK(find(block, "q")->bytes().value == 8192.0 * 2048 * 2);
  CHECK(find(block, "k")->bytes().value == 8192.0 * 128 * 2);
  CHECK(find(block, "softmax statistics")->bytes().value == 8192.0 * 16 * 4);
  CHECK(find(block, "input of the norm before the MLP")->bytes().value == 1024.0 * 16384 * 2);
  CHECK(find(block, "dropout mask after the MLP") == nullptr);
  // Four slices of the hidden state, q and the attention's output, k and v, statistics, three products.
  CHECK(saved_bytes(block).value == 4.0 * 1024 * 16384 * 2 + 2.0 * 8192 * 2048 * 2 + 2.0 * 8192 * 128 * 2 +
                                        8192.0 * 16 * 4 + 3.0 * 8192 * 6656 * 2);
}
