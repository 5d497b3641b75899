#include "core/transformer/operations.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/transformer/layout.h"
#include "tests/core/transformer/block_queries.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;
using samples::forward_flops;

namespace {

struct Textbook {
  double s, b, h, a, t;
};

const Textbook textbook_rows[] = {
    {2048, 4, 6144, 64, 1},   {2048, 4, 6144, 64, 8},   {2048, 1, 12288, 96, 8},
    {1024, 2, 20480, 128, 4}, {4096, 1, 25600, 160, 8},
};

Model model_of(const Textbook& row) {
  return samples::gpt(2, static_cast<std::int64_t>(row.h), static_cast<std::int64_t>(row.a));
}

Plan plan_of(const Textbook& row, bool sequence_parallel) {
  Plan plan = samples::plan(static_cast<std::int64_t>(row.s), static_cast<std::int64_t>(row.b), 8);
  plan.tp = static_cast<std::int64_t>(row.t);
  plan.sequence_parallel = sequence_parallel;
  plan.flash_attention = false;
  return plan;
}

double kept_by_layer(const Model& model, const Plan& plan, bool fully = false) {
  return kept_bytes(make_block(BlockKind::dense_layer, model, plan), plan, fully).value;
}

}  // namespace

TEST_CASE("a GPT layer's tensors sum to Korthikanti et al. 2022, equations 1, 2 and 4") {
  for (const auto& row : textbook_rows) {
    const auto [s, b, h, a, t] = row;
    CAPTURE(h);
    CAPTURE(t);
    Plan alone = plan_of(row, false);
    alone.tp = 1;
    CHECK(kept_by_layer(model_of(row), alone) == doctest::Approx(s * b * h * (34 + 5 * a * s / h)).epsilon(1e-12));
    CHECK(kept_by_layer(model_of(row), plan_of(row, false)) ==
          doctest::Approx(s * b * h * (10 + 24 / t + 5 * a * s / (h * t))).epsilon(1e-12));
    CHECK(kept_by_layer(model_of(row), plan_of(row, true)) ==
          doctest::Approx(s * b * h / t * (34 + 5 * a * s / h)).epsilon(1e-12));
  }
}

TEST_CASE("a GPT layer with selective recomputation keeps 34·s·b·h/t (Korthikanti et al. 2022, equation 6)") {
  for (const auto& row : textbook_rows) {
    Plan plan = plan_of(row, true);
    plan.recompute->mode = RecomputeMode::selective;
    CAPTURE(row.h);
    CHECK(kept_by_layer(model_of(row), plan) == doctest::Approx(34 * row.s * row.b * row.h / row.t).epsilon(1e-12));
    CHECK(kept_by_layer(model_of(row), plan, true) ==
          doctest::Approx(2 * row.s * row.b * row.h / row.t).epsilon(1e-12));
  }
}

TEST_CASE("techniques save what the paper's figure shows of its four models (Korthikanti et al. 2022, figure 7)") {
  // The figure: each alone nearly halves memory, both leave about a fifth, full recomputation about a tenth. The
  // percentages are those of its equations 2, 4 and 6 at the sizes of its table 3.
  struct Row {
    Textbook model;
    double sequence, selective, both, full;
  };
  const Row rows[] = {{{2048, 4, 6144, 64, 8}, 66.8, 49.4, 16.1, 7.6},
                      {{2048, 1, 12288, 96, 8}, 62.0, 56.5, 18.5, 8.7},
                      {{2048, 1, 20480, 128, 8}, 58.3, 61.9, 20.2, 9.5},
                      {{2048, 1, 25600, 160, 8}, 58.3, 61.9, 20.2, 9.5}};
  for (const auto& [row, sequence, selective, both, full] : rows) {
    CAPTURE(row.h);
    const Model model = model_of(row);
    const double baseline = kept_by_layer(model, plan_of(row, false));
    const auto percent = [&](bool sequence_parallel, RecomputeMode mode) {
      Plan plan = plan_of(row, sequence_parallel);
      plan.recompute->mode = mode;
      return 100 * kept_by_layer(model, plan, mode == RecomputeMode::full) / baseline;
    };
    CHECK(percent(true, RecomputeMode::none) == doctest::Approx(sequence).epsilon(0.002));
    CHECK(percent(false, RecomputeMode::selective) == doctest::Approx(selective).epsilon(0.002));
    CHECK(percent(true, RecomputeMode::selective) == doctest::Approx(both).epsilon(0.003));
    CHECK(percent(false, RecomputeMode::full) == doctest::Approx(full).epsilon(0.005));
  }
}

TEST_CASE("each tensor stands by the operation whose backward pass reads it last") {
  const Model dense = samples::llama(2, 4096, 32, 8, 14336);
  const Block layer = make_block(BlockKind::dense_layer, dense, samples::plan(2048, 1, 1));
  const auto reader_of = [&](TensorName name) {
    for (const SavedTensor& tensor : layer.saved)
      if (tensor.name == name) return layer.operations.at(tensor.read_by).name;
    FAIL("no such tensor");
    return OperationName::router;
  };
  CHECK(reader_of(TensorName::input_of_the_norm_before_attention) == OperationName::norm_before_attention);
  CHECK(reader_of(TensorName::input_of_the_q_k_v_projection) == OperationName::q_k_v_projection);
  for (const TensorName name :
       {TensorName::q, TensorName::k, TensorName::v, TensorName::softmax_statistics, TensorName::attention_output})
    CHECK(reader_of(name) == OperationName::attention);
  CHECK(reader_of(TensorName::input_of_the_norm_before_the_mlp) == OperationName::norm_before_the_mlp);
  CHECK(reader_of(TensorName::input_of_gate_and_up) == OperationName::gate_and_up_projection);
  CHECK(reader_of(TensorName::gate) == OperationName::activation);
  CHECK(reader_of(TensorName::input_of_the_down_projection) == OperationName::down_projection);
  const Block head = make_block(BlockKind::head, dense, samples::plan(2048, 1, 1));
  CHECK(head.operations.at(head.saved.back().read_by).name == OperationName::cross_entropy);
}

TEST_CASE("recomputing core attention saves 70% of GPT-3's and 65% of MT-NLG's activations (section 5)") {
  for (const auto& [row, saved] :
       {std::pair{Textbook{2048, 1, 12288, 96, 8}, 0.70}, std::pair{Textbook{2048, 1, 20480, 128, 8}, 0.65}}) {
    Plan plan = plan_of(row, true);
    const double stored = kept_by_layer(model_of(row), plan);
    plan.recompute->mode = RecomputeMode::selective;
    CHECK(1 - kept_by_layer(model_of(row), plan) / stored == doctest::Approx(saved).epsilon(0.01));
  }
}

TEST_CASE("a layer's products do 24·b·s·h²·(1 + s/(6h)) FLOP forward (Narayanan et al. 2021, appendix)") {
  const Model model = samples::gpt(2, 6144, 64);
  Plan plan = samples::plan(2048, 4, 8);
  plan.flash_attention = false;
  const double whole = 24.0 * 4 * 2048 * 6144 * 6144 * (1 + 2048.0 / (6 * 6144.0));
  CHECK(forward_flops(make_block(BlockKind::dense_layer, model, plan)) == doctest::Approx(whole).epsilon(1e-12));
  plan.tp = 8;
  plan.cp = 2;
  CHECK(forward_flops(make_block(BlockKind::dense_layer, model, plan)) == doctest::Approx(whole / 16).epsilon(1e-12));
  plan.flash_attention = true;  // the causal half of the scores
  CHECK(forward_flops(make_block(BlockKind::dense_layer, model, plan)) ==
        doctest::Approx((whole - 4.0 * 4 * 2048 * 2048 * 6144 / 2) / 16).epsilon(1e-12));
}

TEST_CASE("each module of selective recomputation drops its own tensors") {
  Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  const double nothing = kept_by_layer(model, plan);
  plan.recompute->mode = RecomputeMode::selective;
  const double token = 4096;
  CHECK(nothing - kept_by_layer(model, plan) == 4 * 32 * token);  // core attention by default
  plan.recompute->modules = {.mlp = true};
  CHECK(nothing - kept_by_layer(model, plan) ==
        (3 * 14336 + 4096) * 2 * token);  // its norm is fused with the first product
  plan.recompute->modules = {.layernorm = true};
  CHECK(nothing - kept_by_layer(model, plan) == 2 * 4096 * 2 * token);
  plan.recompute->modules = {.mlp = true, .layernorm = true};
  CHECK(nothing - kept_by_layer(model, plan) == (3 * 14336 + 2 * 4096) * 2 * token);
  plan.recompute->modules = {.op = true};  // two residual inputs, q, v, attention output, statistics, gate
  CHECK(kept_by_layer(model, plan) == (2 * 4096 + 4096 + 1024 + 4096 + 14336) * 2 * token + 4 * 32 * token);
}

TEST_CASE("recomputation runs what it dropped again, and nothing else") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  plan.recompute->mode = RecomputeMode::selective;
  plan.recompute->modules = {.mlp = true};
  for (const Operation& operation : make_block(BlockKind::dense_layer, model, plan).operations) {
    CAPTURE(std::string(name_of(operation.name)));
    CHECK((recomputed_share(operation, plan, false) > 0) ==
          (operation.module == Module::mlp || operation.module == Module::mlp_norm));
    CHECK(recomputed_share(operation, plan, true) == 1);
  }
  for (const Operation& operation : make_block(BlockKind::head, model, plan).operations)
    CHECK(recomputed_share(operation, plan, true) == 0);
}

TEST_CASE("a product's input is kept as a slice and gathered again where the sequence is split, a norm's is a slice") {
  Model model = samples::mixture(4, 4096, 8, 2, 14336);
  model.n_shared_experts = 1;
  Plan plan = samples::plan(4096, 1, 8);
  plan.tp = 4;
  for (const bool sliced : {false, true})
    for (const BlockKind kind : {BlockKind::dense_layer, BlockKind::moe_layer, BlockKind::head}) {
      plan.sequence_parallel = sliced;
      std::vector<TensorName> again;
      for (const SavedTensor& tensor : make_block(kind, model, plan).saved)
        if (tensor.gathered_again) again.push_back(tensor.name);
      std::vector<TensorName> expected;
      if (sliced && kind == BlockKind::head) expected = {TensorName::input_of_the_output_matrix};
      if (sliced && kind == BlockKind::dense_layer)
        expected = {TensorName::input_of_the_q_k_v_projection, TensorName::input_of_gate_and_up};
      if (sliced && kind == BlockKind::moe_layer) expected = {TensorName::input_of_the_q_k_v_projection};
      CHECK(again == expected);
    }
}

TEST_CASE("what drops a tensor is named, and every fate has words of its own") {
  const Model model = samples::mixture(4, 4096, 8, 2, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  plan.recompute->mode = RecomputeMode::selective;
  plan.recompute->modules = {.core_attn = true, .mlp = true, .moe_act = true, .layernorm = true};
  const auto by = [&](BlockKind kind, TensorName name) {
    return dropped_by(*samples::find(make_block(kind, model, plan), name), plan);
  };
  CHECK(by(BlockKind::dense_layer, TensorName::softmax_statistics) == RecomputeModule::core_attn);
  CHECK(by(BlockKind::dense_layer, TensorName::input_of_gate_and_up) == RecomputeModule::mlp);
  CHECK(by(BlockKind::moe_layer, TensorName::input_of_router_and_experts) == RecomputeModule::layernorm);
  CHECK(by(BlockKind::moe_layer, TensorName::input_of_the_experts_down_projection) == RecomputeModule::moe_act);
  CHECK_FALSE(by(BlockKind::moe_layer, TensorName::experts_gate));
  CHECK_FALSE(by(BlockKind::dense_layer, TensorName::q));
  plan.recompute->modules = {.moe = true, .op = true};
  CHECK(by(BlockKind::moe_layer, TensorName::input_of_the_experts_down_projection) == RecomputeModule::moe);
  CHECK(by(BlockKind::dense_layer, TensorName::k) == RecomputeModule::op);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j) CHECK(name_of(static_cast<TensorFate>(i)) != name_of(static_cast<TensorFate>(j)));
}

TEST_CASE("full recomputation covers all layers, the first ones, or groups") {
  Plan plan = samples::plan(4096, 1, 8);
  CHECK(full_recompute(plan, 8).layers == 0);
  plan.recompute->mode = RecomputeMode::full;
  CHECK(full_recompute(plan, 8).kept_inputs == 8);
  CHECK(full_recompute(plan, 0).redone_at_once == 0);
  plan.recompute->layers = 3;
  CHECK(full_recompute(plan, 8).layers == 3);
  CHECK(full_recompute(plan, 2).layers == 2);
  plan.recompute->method = RecomputeMethod::uniform;
  CHECK(full_recompute(plan, 8).layers == 8);
  CHECK(full_recompute(plan, 8).kept_inputs == 3);
  CHECK(full_recompute(plan, 8).redone_at_once == 3);
}

TEST_CASE("a layer gathers and scatters four times each way over tp, an expert layer half as often") {
  const Model model = samples::mixture(4, 4096, 8, 2, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  CHECK(make_block(BlockKind::dense_layer, model, plan).traffic.tp_collectives_forward == 0);
  plan.tp = 4;
  plan.ep = 2;
  CHECK(make_block(BlockKind::dense_layer, model, plan).traffic.tp_collectives_forward == 4);
  const Block experts = make_block(BlockKind::moe_layer, model, plan);
  CHECK(experts.traffic.tp_collectives_backward == 2);
  CHECK(experts.traffic.ep_collectives_forward == 2);
  CHECK(experts.traffic.ep_bytes_each.value == 4096.0 / 4 * 2 * 4096 * 2);
  plan.cp = 2;
  CHECK(make_block(BlockKind::dense_layer, model, plan).traffic.cp_bytes_forward.value == 2048.0 * 2 * 1024 * 2);
}

TEST_CASE("of a stage's layers the first run again, dense ones before MoE ones, and MTP layers where all do") {
  StageContent stage;
  stage.dense_layers = 2, stage.moe_layers = 6, stage.mtp_layers = 1;
  Plan plan;
  CHECK(redone_layers(stage, plan).dense == 0);
  plan.recompute = Recompute{RecomputeMode::full, {}, {}, RecomputeMethod::block};
  CHECK(redone_layers(stage, plan).dense == 2);
  CHECK(redone_layers(stage, plan).moe == 6);
  CHECK(redone_layers(stage, plan).mtp);
  plan.recompute->layers = 3;
  CHECK(redone_layers(stage, plan).dense == 2);
  CHECK(redone_layers(stage, plan).moe == 1);
  CHECK_FALSE(redone_layers(stage, plan).mtp);
}
