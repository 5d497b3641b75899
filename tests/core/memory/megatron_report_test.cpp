#include "core/memory/megatron_report.h"

#include <doctest/doctest.h>

#include "tests/core/memory/megatron_rows.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

using namespace shardscope::tests::megatron;

namespace {

/// Megatron's sums run in another order: the doubles may differ by their last bits, far below a byte.
/// With sequence parallelism and selective recomputation, or without both.
double activations(MegatronArguments in, bool sliced) {
  in.sequence_parallel = in.selective = sliced;
  return megatron_report(in).activation.value;
}

bool same_byte(double ours, double theirs) {
  return std::abs(ours - theirs) < 0.001;
}

}  // namespace

TEST_CASE("the report equals Megatron-LM's to the byte in all 480 cases") {
  const std::vector<Row> rows = read_rows();
  REQUIRE(rows.size() == 480);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(i);
    const MegatronArguments in = arguments_of(rows[i]);
    CHECK(same_byte(megatron_report(in).weight_and_optimizer.value, number(rows[i], "weight_and_optimizer_bytes")));
    CHECK(same_byte(activations(in, true), number(rows[i], "activation_bytes_sp_selective")));
    CHECK(same_byte(activations(in, false), number(rows[i], "activation_bytes_without_sp")));
    const bool sliced = rows[i].at("report_uses") == "sp_selective";
    CHECK(megatron_report(in).activation.value == activations(in, sliced));
  }
}

TEST_CASE("a scenario's model and plan give Megatron's arguments") {
  Model model = samples::mixture(12, 4096, 64, 6, 1408);
  model.first_k_dense_replace = 2;
  model.num_nextn_predict_layers = 1;
  model.n_shared_experts = 2;
  Plan plan = samples::plan(4096, 2, 512);
  plan.tp = 2, plan.pp = 4, plan.cp = 2, plan.dp = 8, plan.ep = 8;
  plan.etp = 1;
  plan.zero = 1;
  plan.padded_vocab = 32256;
  plan.virtual_stages = 3;
  plan.sequence_parallel = true;
  plan.recompute->mode = RecomputeMode::selective;
  const MegatronArguments in = megatron_arguments(model, plan);
  CHECK(in.dense_layers == 2);
  CHECK(in.moe_layers == 10);
  CHECK(in.mtp_is_moe);
  CHECK(in.shared_feed_forward == 2816);
  CHECK(in.world == 128);
  CHECK(in.virtual_stages == 3);
  CHECK(in.micro_batches == 32);
  CHECK(in.padded_vocabulary == 32256);
  CHECK(in.distributed_optimizer);
  // L·sbh(18 + 4f/h) + (8 + h)·sb·pp, times 1 + (pp-1)/(pp·v), over t.
  const double tokens = 4096 * 2;
  CHECK(megatron_report(in).activation.value ==
        doctest::Approx((12 * tokens * (18.0 * 4096 + 4.0 * 16384) + (8.0 + 4096) * tokens * 4) * (1 + 3.0 / 12) / 2)
            .epsilon(1e-12));
}

TEST_CASE("an MTP layer is of the last layer's kind") {
  struct Row {
    std::int64_t layers, dense_first, every;
    bool moe;
  };
  for (const auto& [layers, dense_first, every, moe] :
       {Row{8, 0, 1, true}, {8, 7, 1, true}, {8, 8, 1, false}, {8, 0, 2, false}, {9, 0, 2, true}}) {
    CAPTURE(layers);
    CAPTURE(dense_first);
    CAPTURE(every);
    Model model = samples::mixture(layers, 4096, 8, 2, 14336);
    model.first_k_dense_replace = dense_first, model.moe_layer_freq = every;
    CHECK(megatron_arguments(model, samples::plan(2048, 1, 8)).mtp_is_moe == moe);
  }
}
