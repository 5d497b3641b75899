#include "core/transformer/operations.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

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

double kept(const Model& model, const Plan& plan, bool fully = false) {
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
    CHECK(kept(model_of(row), alone) == doctest::Approx(s * b * h * (34 + 5 * a * s / h)).epsilon(1e-12));
    CHECK(kept(model_of(row), plan_of(row, false)) ==
          doctest::Approx(s * b * h * (10 + 24 / t + 5 * a * s / (h * t))).epsilon(1e-12));
    CHECK(kept(model_of(row), plan_of(row, true)) ==
          doctest::Approx(s * b * h / t * (34 + 5 * a * s / h)).epsilon(1e-12));
  }
}

TEST_CASE("a GPT layer with selective recomputation keeps 34·s·b·h/t (Korthikanti et al. 2022, equation 6)") {
  for (const auto& row : textbook_rows) {
    Plan plan = plan_of(row, true);
    plan.recompute->mode = RecomputeMode::selective;
    CAPTURE(row.h);
    CHECK(kept(model_of(row), plan) == doctest::Approx(34 * row.s * row.b * row.h / row.t).epsilon(1e-12));
    CHECK(kept(model_of(row), plan, true) == doctest::Approx(2 * row.s * row.b * row.h / row.t).epsilon(1e-12));
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
  const double nothing = kept(model, plan);
  plan.recompute->mode = RecomputeMode::selective;
  const double token = 4096;
  CHECK(nothing - kept(model, plan) == 4 * 32 * token);  // core attention by default
  plan.recompute->modules = {.mlp = true};
  CHECK(nothing - kept(model, plan) == 3 * 14336 * 2 * token);
  plan.recompute->modules = {.layernorm = true};
  CHECK(nothing - kept(model, plan) == 2 * 4096 * 2 * token);
  plan.recompute->modules = {.mlp = true, .layernorm = true};
  CHECK(nothing - kept(model, plan) == (3 * 14336 + 2 * 4096) * 2 * token);
  plan.recompute->modules = {.op = true};  // two residual inputs, q, v, attention output, statistics, gate
  CHECK(kept(model, plan) == (2 * 4096 + 4096 + 1024 + 4096 + 14336) * 2 * token + 4 * 32 * token);
}

TEST_CASE("recomputation runs what it dropped again, and nothing else") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  plan.recompute->mode = RecomputeMode::selective;
  plan.recompute->modules = {.mlp = true};
  for (const Operation& operation : make_block(BlockKind::dense_layer, model, plan).operations) {
    CAPTURE(std::string(operation.name));
    CHECK(is_recomputed(operation, plan, false) == (operation.module == Module::mlp));
    CHECK(is_recomputed(operation, plan, true));
  }
  for (const Operation& operation : make_block(BlockKind::head, model, plan).operations)
    CHECK_FALSE(is_recomputed(operation, plan, true));
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
