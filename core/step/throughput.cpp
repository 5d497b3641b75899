#include "core/step/throughput.h"

#include <algorithm>

#include "core/scenario/stage_placement.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

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

double mlp_weights(const Model& model, bool moe) {
  const Dimensions d = dimensions_of(model);
  const double matrices = static_cast<double>(d.up_matrices + 1) * static_cast<double>(d.hidden);
  if (!moe) return matrices * static_cast<double>(d.feed_forward);
  return matrices *
         (static_cast<double>(d.routed * d.expert_feed_forward) + static_cast<double>(d.shared_feed_forward));
}

/// Products of queries with keys and of scores with values over the full square, for a token, forward.
double attention_flops_per_token(const Model& model, double sequence) {
  const Dimensions d = dimensions_of(model);
  return 2 * sequence * static_cast<double>(d.heads) * static_cast<double>(d.query_dim + d.value_dim);
}

double tokens_of(const Plan& plan) {
  return static_cast<double>(plan.global_batch) * static_cast<double>(plan.sequence_length);
}

double megatron_flops_per_token(const Scenario& scenario, double share_of_square) {
  const Model& model = scenario.model;
  const auto layers = static_cast<double>(model.num_hidden_layers);
  const auto mtp = static_cast<double>(model.num_nextn_predict_layers);
  const auto h = static_cast<double>(model.hidden_size);
  const auto sequence = static_cast<double>(scenario.plan.sequence_length);
  double weights = matrix_weights_per_token(model);
  weights += h * static_cast<double>(trained_vocabulary(model, scenario.plan)) * (1 + mtp);
  if (mtp > 0)
    weights += mtp * (attention_weights(model) + mlp_weights(model, is_moe_layer(model, model.num_hidden_layers - 1)) +
                      2 * h * h);
  // A product's backward is twice its forward: 2 + 4 FLOPs a weight, three times attention's forward.
  return 6 * weights + 3 * share_of_square * (layers + mtp) * attention_flops_per_token(model, sequence);
}

}  // namespace

double matrix_weights_per_token(const Model& model) {
  double sum = 0;
  for (std::int64_t layer = 0; layer < model.num_hidden_layers; ++layer)
    sum += mlp_weights(model, is_moe_layer(model, layer));
  return sum + static_cast<double>(model.num_hidden_layers) * attention_weights(model);
}

Flops model_flops(const Scenario& scenario, const ParameterCounts& parameters, FlopsConvention convention) {
  const Model& model = scenario.model;
  // Each convention counts a backward as twice the forward.
  const double tokens = tokens_of(scenario.plan) * (runs_backward(scenario.plan) ? 1 : 1.0 / 3);
  const auto active = static_cast<double>(parameters.active);
  switch (convention) {
    case FlopsConvention::megatron:
      return Flops{tokens * megatron_flops_per_token(scenario, 1)};
    case FlopsConvention::megatron_causal:
      return Flops{tokens * megatron_flops_per_token(scenario, 0.5)};
    case FlopsConvention::six_nd:
      return Flops{6 * active * tokens};
    case FlopsConvention::palm:
      return Flops{tokens * (6 * active + 12 * static_cast<double>(model.num_hidden_layers) *
                                              static_cast<double>(model.hidden_size) *
                                              static_cast<double>(scenario.plan.sequence_length))};
  }
  return Flops{};
}

Throughput throughput_of(const Scenario& scenario, const ParameterCounts& parameters, Seconds step, Flops recompute,
                         FlopsPerSecond peak) {
  const Plan& plan = scenario.plan;
  const double gpus = static_cast<double>(plan.tp) * static_cast<double>(plan.pp) * static_cast<double>(plan.cp) *
                      static_cast<double>(plan.dp.value_or(1));
  Throughput throughput;
  throughput.tokens_per_second = tokens_of(plan) / step.value;
  throughput.tokens_per_second_per_gpu = throughput.tokens_per_second / gpus;
  throughput.peak_flops = peak;
  for (std::size_t i = 0; i < throughput.by_convention.size(); ++i) {
    Throughput::ByConvention& entry = throughput.by_convention[i];
    entry.model_flops_per_gpu = model_flops(scenario, parameters, static_cast<FlopsConvention>(i)) / step / gpus;
    entry.mfu = entry.model_flops_per_gpu / peak;
  }
  const Throughput::ByConvention& chosen =
      throughput.by_convention[static_cast<std::size_t>(scenario.flops_convention)];
  throughput.model_flops_per_gpu = chosen.model_flops_per_gpu;
  throughput.mfu = chosen.mfu;
  throughput.hardware_flops_per_gpu = chosen.model_flops_per_gpu + recompute / step / gpus;
  throughput.hfu = throughput.hardware_flops_per_gpu / peak;
  return throughput;
}

}  // namespace shardscope
