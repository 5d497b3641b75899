// Rules on what the model is, and on what its GPU can multiply.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/limits.h"
#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/fields/fields.h"
#include "core/scenario/gpu_family.h"
#include "core/scenario/software_traits.h"
#include "core/validate/rules.h"

namespace shardscope::rule {

namespace {

struct NamedPeak {
  const char* precision;
  std::optional<double> peak;
};

std::string gpu_words(const Gpu& gpu) {
  return shown(!gpu.title.empty() ? gpu.title : !gpu.preset.empty() ? gpu.preset : "this GPU");
}

bool is_number(FieldKind kind) {
  return kind == FieldKind::count || kind == FieldKind::real || kind == FieldKind::list;
}

std::int64_t whole(double value) {
  return static_cast<std::int64_t>(value);
}

}  // namespace

/// The parser refuses these already; scenarios that were made by hand or by a control pass here. A default that was
/// derived may lie above its field's maximum, which bounds what people write.
void values_in_range(const Scenario& s, Problems& problems) {
  for (const Field& field : fields()) {
    if (!is_number(field.kind) || field.path == "model.head_dim") continue;  // its own rule says more
    const FieldValue value = field.get(s);
    if (refusal(field, value).empty()) continue;
    Field range = field;
    if (field.optional && field.kind != FieldKind::list) range.max = std::numeric_limits<double>::max();
    const std::string why = refusal(range, value);
    if (why.empty()) continue;
    const bool counts = field.kind != FieldKind::real && std::abs(field.max) < 1e15;
    add(problems, std::string(field.path),
        why + (counts ? "; use " + std::to_string(whole(field.min)) + " to " + std::to_string(whole(field.max)) : ""));
  }
}

void head_size_known(const Scenario& s, Problems& problems) {
  if (s.model.head_dim.value_or(0) >= 1) return;
  add(problems, "model.head_dim",
      "hidden_size / num_attention_heads (" + std::to_string(s.model.hidden_size) + " / " +
          std::to_string(s.model.num_attention_heads) + ") is below 1; give head_dim");
}

void latent_attention_whole(const Scenario& s, Problems& problems) {
  const Model& model = s.model;
  if (!model.kv_lora_rank || (model.qk_nope_head_dim && model.qk_rope_head_dim && model.v_head_dim)) return;
  add(problems, "model.kv_lora_rank", "latent attention wants qk_nope_head_dim, qk_rope_head_dim and v_head_dim too");
}

void key_value_heads_shared(const Scenario& s, Problems& problems) {
  const std::int64_t shared = s.model.num_key_value_heads.value_or(0);
  const std::int64_t heads = s.model.num_attention_heads;
  if (shared < 1 || heads < 1 || heads % shared == 0) return;
  add(problems, "model.num_key_value_heads",
      std::to_string(shared) + " doesn't divide num_attention_heads (" + std::to_string(heads) + ")" +
          try_values(divisors(heads, heads), shared));
}

void routing_consistent(const Scenario& s, Problems& problems) {
  const std::int64_t experts = s.model.num_experts, routed = s.model.num_experts_per_tok;
  if (experts < 1) return;
  if (routed < 1)
    add(problems, "model.num_experts_per_tok",
        "is missing: each token goes to at least 1 of the " + counted(experts, "expert", "experts"));
  if (routed > experts)
    add(problems, "model.num_experts_per_tok",
        std::to_string(routed) + " is above num_experts (" + std::to_string(experts) + "); use " +
            std::to_string(experts) + " or fewer");
}

void precision_available(const Scenario& s, Problems& problems) {
  const PeakFlops& peaks = s.cluster.gpu.peak_flops;
  const auto known = [](const std::optional<double>& peak) { return peak && *peak > 0; };
  if (known(peak_of(peaks, s.plan.precision))) return;
  const NamedPeak all[] = {{"bf16", peaks.bf16}, {"fp16", peaks.fp16}, {"fp8", peaks.fp8},
                           {"nvfp4", peaks.fp4}, {"tf32", peaks.tf32}, {"fp32", peaks.fp32}};
  std::string has;
  for (const NamedPeak& each : all)
    if (known(each.peak)) has += (has.empty() ? "" : ", ") + std::string(each.precision);
  add(problems, "plan.precision",
      std::string(json_name(s.plan.precision)) + " has no peak on " + gpu_words(s.cluster.gpu) +
          (has.empty() ? "; give cluster.gpu.peak_flops" : "; it has " + has));
}

void microscaling_in_hardware(const Scenario& s, Problems& problems) {
  if (s.plan.precision != Precision::mxfp8) return;
  const Gpu& gpu = s.cluster.gpu;
  if (!facts_of(gpu.family).lacks_microscaling || !peak_of(gpu.peak_flops, Precision::mxfp8)) return;
  add(problems, "plan.precision",
      "mxfp8 wants scales in hardware, as data-center Blackwell and CDNA 4 have; " + gpu_words(gpu) +
          " has none, and Transformer Engine refuses it there; take fp8-cs or fp8-blockwise");
}

void vocabulary_padded_up(const Scenario& s, Problems& problems) {
  const std::int64_t vocabulary = s.model.vocab_size;
  if (!s.plan.padded_vocab || *s.plan.padded_vocab >= vocabulary) return;
  add(problems, "plan.padded_vocab",
      std::to_string(*s.plan.padded_vocab) + " is below vocab_size (" + std::to_string(vocabulary) +
          "); use at least that");
}

void some_layer_is_moe(const Scenario& s, Problems& problems) {
  const Model& model = s.model;
  if (!has_experts(model) || model.num_hidden_layers < 1) return;
  const std::int64_t every = at_least_one(model.moe_layer_freq);
  for (std::int64_t layer = 0; layer < std::min(model.num_hidden_layers, limits::layers_max); ++layer)
    if (is_moe_layer(model, layer)) return;
  if (model.moe_layers)
    return add(problems, "model.moe_layers",
               "lists none of the " + counted(model.num_hidden_layers, "layer", "layers") + "; use 0 to " +
                   std::to_string(model.num_hidden_layers - 1));
  add(problems, "model.first_k_dense_replace",
      "with " + std::to_string(model.first_k_dense_replace) + " dense layers first and MoE every " +
          std::to_string(every) + ", none of the " + counted(model.num_hidden_layers, "layer is", "layers is") +
          " MoE; use " + std::to_string(model.num_hidden_layers - 1) + " or fewer");
}

void eight_bit_weights_act(const Scenario& s, Problems& problems) {
  if (!s.plan.fp8_params || keeps_8_bit_weights(s.plan)) return;
  add(problems, "plan.fp8_params",
      "has no effect: " + std::string(json_name(s.plan.precision)) + " has no 8-bit weights to keep");
}

void precision_aware_acts(const Scenario& s, Problems& problems) {
  const std::optional<PrecisionAwareNeed> lacks = precision_aware_lacks(s.plan, s.software);
  if (s.plan.precision_aware_optimizer.value_or(false) && lacks)
    add(problems, "plan.precision_aware_optimizer", "has no effect: " + std::string(name_of(*lacks)));
}

void head_size_whole(const Scenario& s, Problems& problems) {
  const std::int64_t hidden = s.model.hidden_size, heads = s.model.num_attention_heads;
  if (s.model.kv_lora_rank || heads < 1 || hidden < heads || hidden % heads == 0) return;
  if (s.model.head_dim != hidden / heads) return;
  add(problems, "model.head_dim",
      "hidden_size (" + std::to_string(hidden) + ") isn't a multiple of num_attention_heads (" + std::to_string(heads) +
          "); heads of " + std::to_string(hidden / heads) + " are taken");
}

void positions_cover_sequence(const Scenario& s, Problems& problems) {
  const std::optional<std::int64_t>& positions = s.model.max_position_embeddings;
  if (s.model.position_embedding != PositionEmbedding::learned || s.plan.sequence_length < 1) return;
  if (!positions)
    add(problems, "model.max_position_embeddings",
        "is missing: learned positions have a table; " + std::to_string(s.plan.sequence_length) + " or more");
  else if (s.plan.sequence_length > *positions)
    add(problems, "plan.sequence_length",
        std::to_string(s.plan.sequence_length) + " is longer than the table of learned positions (" +
            std::to_string(*positions) + "); use " + std::to_string(*positions) + " or fewer, or a longer table");
}

void sequence_in_range(const Scenario& s, Problems& problems) {
  const std::optional<std::int64_t>& made_for = s.model.max_position_embeddings;
  if (!made_for || s.model.position_embedding == PositionEmbedding::learned) return;
  if (s.plan.sequence_length <= *made_for) return;
  add(problems, "plan.sequence_length",
      std::to_string(s.plan.sequence_length) + " is longer than the model was made for (" + std::to_string(*made_for) +
          ")");
}

}  // namespace shardscope::rule
