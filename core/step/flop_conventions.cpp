#include "core/step/flop_conventions.h"

#include <algorithm>

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
  const Recompute recompute = plan.recompute.value_or(Recompute{});
  sizes.recompute = recompute.mode;
  RecomputeModules others = recompute.modules;
  others.core_attn = false;
  sizes.core_attention_alone = recompute.mode == RecomputeMode::selective && others == RecomputeModules{};
  return sizes;
}

/// FLOPs per token; a product's backward is twice its forward: 2 + 4 a weight, three times attention's forward.
double megatron(const Sizes& sizes, double share_of_square, double left_out = 0) {
  const double weights = sizes.weights - left_out + sizes.hidden * sizes.padded_vocabulary * (1 + sizes.mtp) +
                         sizes.mtp * sizes.mtp_weights;
  return 6 * weights + 3 * share_of_square * (sizes.layers + sizes.mtp) * sizes.square_per_layer;
}

double dgxc(const Sizes& sizes, double share_of_square, double more_weights = 0) {
  return 6 * (sizes.weights + more_weights + sizes.hidden * sizes.vocabulary) +
         share_of_square * 12 * sizes.layers * sizes.hidden * sizes.sequence;
}

/// Narayanan et al. 2021's forward of a token's layers without logits is 24·L·h²(1 + s/6h); logits are 2·V·h.
double gpt_layers_forward(const Sizes& sizes) {
  return 24 * sizes.layers * sizes.hidden * (sizes.hidden + sizes.sequence / 6);
}

double palm_attention(const Sizes& sizes) {
  return 12 * sizes.layers * sizes.hidden * sizes.sequence;
}

double six_nd(const Sizes& sizes) {
  return 6 * sizes.active;
}

double palm(const Sizes& sizes) {
  return six_nd(sizes) + palm_attention(sizes);
}

double torchtitan(const Sizes& sizes, double parameters) {
  return 6 * parameters + 12 * sizes.layers * sizes.heads_width * sizes.sequence;
}

double gpt(const Sizes& sizes) {
  return 3 * (gpt_layers_forward(sizes) + 2 * sizes.vocabulary * sizes.hidden);
}

/// Model FLOPs per token, indexed by convention.
using Count = double (*)(const Sizes&);
constexpr std::array<Count, flops_convention_count> counts = {
    [](const Sizes& s) { return megatron(s, 1); },
    [](const Sizes& s) { return megatron(s, 0.5); },
    six_nd,
    palm,
    palm,  // llama3
    [](const Sizes& s) { return torchtitan(s, s.active - s.embedding); },
    [](const Sizes& s) { return torchtitan(s, s.active); },
    [](const Sizes& s) { return dgxc(s, 1); },
    [](const Sizes& s) { return dgxc(s, 1, s.kv_widened); },
    [](const Sizes& s) { return dgxc(s, 0.5); },
    [](const Sizes& s) { return megatron(s, 0.5 * s.window_share); },
    [](const Sizes& s) { return megatron(s, 0.5, s.experts_gate); },
    gpt,     // narayanan2021
    gpt,     // korthikanti2022
    palm,    // mosaic2023
    six_nd,  // bigscience
};

double model_flops_per_token(const Sizes& sizes, FlopsConvention convention) {
  return counts.at(index_of(convention))(sizes);
}

/// What the convention counts per token beside the model's FLOPs; absent where it has no formula for this plan.
std::optional<double> recomputed_per_token(const Sizes& sizes, FlopsConvention convention) {
  const bool full = sizes.recompute == RecomputeMode::full, none = sizes.recompute == RecomputeMode::none;
  if (convention == FlopsConvention::mosaic2023) return none ? 0 : palm(sizes) / 3;
  if (convention == FlopsConvention::bigscience) return none ? 0 : six_nd(sizes) / 3;
  if (full && (convention == FlopsConvention::narayanan2021 || convention == FlopsConvention::korthikanti2022))
    return gpt_layers_forward(sizes);
  if (convention == FlopsConvention::korthikanti2022 && sizes.core_attention_alone) return palm_attention(sizes);
  return std::nullopt;
}

}  // namespace

Flops model_flops(const Scenario& scenario, const ParameterCounts& parameters, FlopsConvention convention) {
  const Sizes sizes = sizes_of(scenario, parameters);
  return Flops{sizes.tokens * model_flops_per_token(sizes, convention)};
}

std::string_view assumes_otherwise(const Model& model, FlopsConvention convention) {
  const Dimensions d = dimensions_of(model);
  const bool narrow_keys = d.mla || d.kv_heads != d.heads;
  const bool other_mlp =
      model.num_experts > 0 || d.up_matrices > 1 || d.feed_forward != 4 * d.hidden || model.sliding_window;
  switch (convention) {
    case FlopsConvention::narayanan2021:
    case FlopsConvention::korthikanti2022:
      return narrow_keys || other_mlp ? "assumes GPT's shapes: an MLP of 4 h, keys as wide as queries, no experts" : "";
    case FlopsConvention::dgxc_mha:
      return narrow_keys ? "assumes keys and values as wide as queries" : "";
    case FlopsConvention::gptoss_ungated:
      return model.num_experts > 0 && d.up_matrices > 1 ? "leaves out the experts' gates, which this model has" : "";
    case FlopsConvention::megatron:
    case FlopsConvention::megatron_causal:
    case FlopsConvention::six_nd:
    case FlopsConvention::palm:
    case FlopsConvention::llama3:
    case FlopsConvention::torchtitan:
    case FlopsConvention::torchtitan_embedding:
    case FlopsConvention::dgxc:
    case FlopsConvention::dgxc_causal:
    case FlopsConvention::megatron_causal_swa:
    case FlopsConvention::mosaic2023:
    case FlopsConvention::bigscience:
      break;
  }
  return "";
}

Flops hardware_flops(const Scenario& scenario, const ParameterCounts& parameters, Flops kernels) {
  const Sizes sizes = sizes_of(scenario, parameters);
  const Flops model{sizes.tokens * model_flops_per_token(sizes, scenario.flops_convention)};
  const std::optional<double> again = recomputed_per_token(sizes, scenario.flops_convention);
  return again ? model + Flops{sizes.tokens * *again} : max(model, kernels);
}

std::array<Flops, flops_convention_count> model_flops_by_convention(const Scenario& scenario,
                                                                    const ParameterCounts& parameters) {
  const Sizes sizes = sizes_of(scenario, parameters);
  std::array<Flops, flops_convention_count> flops;
  for (std::size_t i = 0; i < flops.size(); ++i)
    flops[i] = Flops{sizes.tokens * model_flops_per_token(sizes, static_cast<FlopsConvention>(i))};
  return flops;
}

}  // namespace shardscope
