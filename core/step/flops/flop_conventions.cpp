#include "core/step/flops/flop_conventions.h"

#include <algorithm>
#include <optional>

#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

/// What conventions put together: weights that a token is multiplied with, and sizes.
struct Sizes {
  double tokens = 0;  // of a step, a third of them where no backward runs
  double layers = 0, hidden = 0, sequence = 0, heads_width = 0;
  double vocabulary = 0, padded_vocabulary = 0, mtp = 0;
  double active = 0, embedding = 0;  // parameters
  double weights = 0;                // attention projections, MLPs, routed and shared experts of all layers
  double experts_gate = 0;           // of these the experts' gates
  double kv_widened = 0;             // what weights grow by where keys and values are as wide as queries
  double mtp_weights = 0;            // of one MTP layer with its projection
  double square_per_layer = 0;       // FLOPs per token of queries with keys and scores with values, forward, all keys
  double window_share = 1;           // of the causal half that sliding windows leave, all layers
  RecomputeMode recompute = RecomputeMode::none;
  bool core_attention_alone = false;  // selective recomputation of nothing else
};

double attention_weights(const Model& model) {
  const Dimensions d = dimensions_of(model);
  const auto h = static_cast<double>(d.hidden), a = static_cast<double>(d.heads);
  const auto query = static_cast<double>(d.query_dim), value = static_cast<double>(d.value_dim);
  if (!d.mla) return h * (a * query + static_cast<double>(d.kv_heads) * (query + value)) + a * value * h;
  const auto q_rank = static_cast<double>(d.q_rank), kv_rank = static_cast<double>(d.kv_rank);
  const auto rope = static_cast<double>(d.rope_dim);
  const double q = q_rank > 0 ? h * q_rank + q_rank * a * query : h * a * query;
  return q + h * (kv_rank + rope) + kv_rank * a * (query - rope + value) + a * value * h;
}

/// The width of a token's feed-forward, all its experts together.
double mlp_width(const Dimensions& d, bool moe) {
  return static_cast<double>(moe ? d.routed * d.expert_feed_forward + d.shared_feed_forward : d.feed_forward);
}

double mlp_weights(const Dimensions& d, bool moe) {
  return static_cast<double>(d.up_matrices + 1) * static_cast<double>(d.hidden) * mlp_width(d, moe);
}

void add_layers(Sizes& sizes, const Model& model, const Dimensions& d) {
  double moe_layers = 0;
  for (std::int64_t layer = 0; layer < model.num_hidden_layers; ++layer) moe_layers += is_moe_layer(model, layer);
  const double projections = attention_weights(model);
  sizes.weights = sizes.layers * projections + moe_layers * mlp_weights(d, true) +
                  (sizes.layers - moe_layers) * mlp_weights(d, false);
  if (d.up_matrices > 1) sizes.experts_gate = moe_layers * sizes.hidden * mlp_width(d, true);
  if (!d.mla)
    sizes.kv_widened = sizes.layers * sizes.hidden * static_cast<double>(d.heads - d.kv_heads) *
                       static_cast<double>(d.query_dim + d.value_dim);
  const bool moe_last = model.num_hidden_layers > 0 && is_moe_layer(model, model.num_hidden_layers - 1);
  sizes.mtp_weights = projections + mlp_weights(d, moe_last) + 2 * sizes.hidden * sizes.hidden;
}

Sizes sizes_of(const Scenario& scenario, const ParameterCounts& parameters) {
  const Model& model = scenario.model;
  const Plan& plan = scenario.plan;
  const Dimensions d = dimensions_of(model);
  Sizes sizes;
  // Each convention counts a backward as twice the forward.
  sizes.tokens = tokens_of_step(plan) * (runs_backward(plan) ? 1 : 1.0 / 3);
  sizes.layers = static_cast<double>(model.num_hidden_layers);
  sizes.hidden = static_cast<double>(model.hidden_size);
  sizes.sequence = static_cast<double>(plan.sequence_length);
  sizes.heads_width = static_cast<double>(d.heads * d.query_dim);
  sizes.vocabulary = static_cast<double>(model.vocab_size);
  sizes.padded_vocabulary = static_cast<double>(trained_vocabulary(model, plan));
  sizes.mtp = static_cast<double>(model.num_nextn_predict_layers);
  sizes.active = static_cast<double>(parameters.active);
  sizes.embedding = static_cast<double>(parameters.embedding);
  sizes.square_per_layer =
      2 * sizes.sequence * static_cast<double>(d.heads) * static_cast<double>(d.query_dim + d.value_dim);
  sizes.window_share = window_share(model, sizes.sequence);
  add_layers(sizes, model, d);
  sizes.recompute = recompute_mode(plan);
  sizes.core_attention_alone =
      sizes.recompute == RecomputeMode::selective && modules_of(*plan.recompute) == RecomputeModules{.core_attn = true};
  return sizes;
}

/// FLOPs per token; a product's backward is twice its forward: 2 + 4 per weight, three times attention's forward.
double products_and_square(const Sizes& sizes, double share_of_square, double left_out = 0) {
  const double weights = sizes.weights - left_out + sizes.hidden * sizes.padded_vocabulary * (1 + sizes.mtp) +
                         sizes.mtp * sizes.mtp_weights;
  return 6 * weights + 3 * share_of_square * (sizes.layers + sizes.mtp) * sizes.square_per_layer;
}

double products_and_12_lhs(const Sizes& sizes, double share_of_square, double more_weights = 0) {
  return 6 * (sizes.weights + more_weights + sizes.hidden * sizes.vocabulary) +
         share_of_square * 12 * sizes.layers * sizes.hidden * sizes.sequence;
}

double parameters_and_heads(const Sizes& sizes, double parameters) {
  return 6 * parameters + 12 * sizes.layers * sizes.heads_width * sizes.sequence;
}

double attention_12_lhs(const Sizes& sizes) {
  return 12 * sizes.layers * sizes.hidden * sizes.sequence;
}

double parameters_alone(const Sizes& sizes) {
  return 6 * sizes.active;
}

double parameters_and_12_lhs(const Sizes& sizes) {
  return parameters_alone(sizes) + attention_12_lhs(sizes);
}

/// Narayanan et al. 2021's forward of a token's layers without logits is 24·L·h²(1 + s/6h); logits are 2·V·h.
double gpt_layers_forward(const Sizes& sizes) {
  return 24 * sizes.layers * sizes.hidden * (sizes.hidden + sizes.sequence / 6);
}

double gpt_shapes(const Sizes& sizes) {
  return 3 * (gpt_layers_forward(sizes) + 2 * sizes.vocabulary * sizes.hidden);
}

/// Once more the forward, a third of the whole, where anything is computed again.
std::optional<double> forward_again(const Sizes& sizes, double whole) {
  return sizes.recompute == RecomputeMode::none ? 0 : whole / 3;
}

bool has_narrow_keys(const Dimensions& d) {
  return d.mla || d.kv_heads != d.heads;
}

bool has_other_shapes_than_gpt(const Model& model, const Dimensions& d) {
  return has_narrow_keys(d) || has_experts(model) || d.up_matrices > 1 || d.feed_forward != 4 * d.hidden ||
         model.sliding_window;
}

/// How a source counts per token.
struct FlopCount {
  double (*model)(const Sizes& sizes) = nullptr;
  /// What it counts besides of what is computed again; none or nothing where it has no formula for the plan.
  std::optional<double> (*again)(const Sizes& sizes) = nullptr;
  /// What it takes each model for, and whether a model is otherwise.
  std::string_view assumes = {};
  bool (*otherwise)(const Model& model, const Dimensions& d) = nullptr;
};

/// By the names of FlopsConvention; h hidden, L layers, s sequence, V vocabulary, N active parameters, backward twice
/// the forward.
namespace flop_counts {

/// Matrix products with the logits (vocabulary as padded), attention over the full square, routed experts only. NeMo
/// 24.07, Megatron-LM r0.8.
constexpr FlopCount megatron = {.model = [](const Sizes& s) { return products_and_square(s, 1); }};
/// The same with half of the square. Megatron-Bridge, training/utils/flop_utils.py.
constexpr FlopCount megatron_causal = {.model = [](const Sizes& s) { return products_and_square(s, 0.5); }};
/// 6 N (Kaplan et al. 2020, section 2.1).
constexpr FlopCount six_nd = {.model = parameters_alone};
/// 6 N + 12·L·h·s (Chowdhery et al. 2022, appendix B).
constexpr FlopCount palm = {.model = parameters_and_12_lhs};
/// palm's, as "The Llama 3 Herd of Models", table 4, cites it. Whether it halves attention is not stated.
constexpr FlopCount llama3 = palm;
/// 6 (N less the token table) + 12·L·heads·head size·s (torchtitan, num_flop_per_token).
constexpr FlopCount torchtitan = {
    .model = [](const Sizes& s) { return parameters_and_heads(s, s.active - s.embedding); }};
/// The same with the token table, as its docs/performance.md of 2024 counted.
constexpr FlopCount torchtitan_embedding = {.model = [](const Sizes& s) { return parameters_and_heads(s, s.active); }};
/// Layers' products and logits of the model's own vocabulary + 12·L·h·s (NVIDIA/dgxc-benchmarking).
constexpr FlopCount dgxc = {.model = [](const Sizes& s) { return products_and_12_lhs(s, 1); }};
/// The same with keys and values as wide as queries (its Nemotron-4 pages of v24.11.1 and v25.02).
constexpr FlopCount dgxc_mha = {.model = [](const Sizes& s) { return products_and_12_lhs(s, 1, s.kv_widened); },
                                .assumes = "assumes keys and values as wide as queries",
                                .otherwise = [](const Model&, const Dimensions& d) { return has_narrow_keys(d); }};
/// dgxc with half of the attention (its Grok 1 pages).
constexpr FlopCount dgxc_causal = {.model = [](const Sizes& s) { return products_and_12_lhs(s, 0.5); }};
/// megatron_causal, a layer with a sliding window by the keys that its queries see.
constexpr FlopCount megatron_causal_swa = {
    .model = [](const Sizes& s) { return products_and_square(s, 0.5 * s.window_share); }};
/// megatron_causal with the experts' MLP counted as ungated, as Megatron-Bridge counted gpt-oss to 26.04.
constexpr FlopCount gptoss_ungated = {
    .model = [](const Sizes& s) { return products_and_square(s, 0.5, s.experts_gate); },
    .assumes = "leaves out the experts' gates, which this model has",
    .otherwise = [](const Model& model, const Dimensions& d) { return has_experts(model) && d.up_matrices > 1; }};
/// 72·B·s·L·h²(1 + s/6h + V/12Lh); GPT's shapes assumed (Narayanan et al. 2021, eq. 3, for what isn't computed again;
/// with full recomputation its hardware FLOPs are 96·B·s·L·h²(1 + s/6h + V/16Lh)).
constexpr FlopCount narayanan2021 = {
    .model = gpt_shapes,
    .again = [](const Sizes& s) -> std::optional<double> {
      return s.recompute == RecomputeMode::full ? std::optional(gpt_layers_forward(s)) : std::nullopt;
    },
    .assumes = "assumes GPT's shapes: an MLP of 4 h, keys as wide as queries, no experts",
    .otherwise = has_other_shapes_than_gpt};
/// The same; with selective recomputation its hardware FLOPs have s/3h in place of s/6h (Korthikanti et al. 2022,
/// appendix A, eqs. 7 and 8).
constexpr FlopCount korthikanti2022 = {.model = gpt_shapes,
                                       .again =
                                           [](const Sizes& s) {
                                             return s.core_attention_alone ? std::optional(attention_12_lhs(s))
                                                                           : narayanan2021.again(s);
                                           },
                                       .assumes = narayanan2021.assumes,
                                       .otherwise = has_other_shapes_than_gpt};
/// 3 (2 N + 4·L·h·s); hardware FLOPs 4 (…) with activation checkpointing (llm-foundry,
/// scripts/train/benchmarking/README.md).
constexpr FlopCount mosaic2023 = {
    .model = parameters_and_12_lhs,
    .again = [](const Sizes& s) { return forward_again(s, parameters_and_12_lhs(s)); },
};
/// 6 N; hardware FLOPs 8 N (bigscience, train/tr11-176B-ml/chronicles-prequel.md).
constexpr FlopCount bigscience = {
    .model = parameters_alone,
    .again = [](const Sizes& s) { return forward_again(s, parameters_alone(s)); },
};

}  // namespace flop_counts

const FlopCount& count_of_convention(FlopsConvention convention) {
#define SHARDSCOPE_FLOP_COUNT(name, ...) flop_counts::name,
  static constexpr FlopCount counts[] = {SHARDSCOPE_FLOPS_CONVENTION(SHARDSCOPE_FLOP_COUNT)};
#undef SHARDSCOPE_FLOP_COUNT
  return counts[index_of(convention)];
}

Flops model_flops_of(const Sizes& sizes, FlopsConvention convention) {
  return Flops{sizes.tokens * count_of_convention(convention).model(sizes)};
}

/// By the convention's own formula; nothing where it has none for the plan.
std::optional<Flops> flops_again(const Sizes& sizes, FlopsConvention convention) {
  const FlopCount& count = count_of_convention(convention);
  const std::optional<double> again = count.again ? count.again(sizes) : std::nullopt;
  return again ? std::optional(Flops{sizes.tokens * *again}) : std::nullopt;
}

}  // namespace

Flops model_flops(const Scenario& scenario, const ParameterCounts& parameters, FlopsConvention convention) {
  return model_flops_of(sizes_of(scenario, parameters), convention);
}

std::string_view assumes_otherwise(const Model& model, FlopsConvention convention) {
  const FlopCount& count = count_of_convention(convention);
  return count.otherwise && count.otherwise(model, dimensions_of(model)) ? count.assumes : "";
}

bool counts_again_itself(const Scenario& scenario, const ParameterCounts& parameters) {
  return flops_again(sizes_of(scenario, parameters), scenario.flops_convention).has_value();
}

Flops hardware_flops(const Scenario& scenario, const ParameterCounts& parameters, const KernelFlops& kernels) {
  const Sizes sizes = sizes_of(scenario, parameters);
  const Flops model = model_flops_of(sizes, scenario.flops_convention);
  if (const std::optional<Flops> again = flops_again(sizes, scenario.flops_convention)) return model + *again;
  return max(model, kernels.once) + kernels.again;
}

std::array<Flops, flops_convention_count> model_flops_by_convention(const Scenario& scenario,
                                                                    const ParameterCounts& parameters) {
  const Sizes sizes = sizes_of(scenario, parameters);
  std::array<Flops, flops_convention_count> flops;
  for (std::size_t i = 0; i < flops.size(); ++i) flops[i] = model_flops_of(sizes, static_cast<FlopsConvention>(i));
  return flops;
}

}  // namespace shardscope
