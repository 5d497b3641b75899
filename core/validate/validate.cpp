#include "core/validate/validate.h"

#include <algorithm>

#include "core/base/rule_names.h"
#include "core/schedules/schedule_rules.h"
#include "core/validate/rules.h"

namespace shardscope {

namespace {

constexpr Rule table[] = {
    {"values-in-range", Severity::error, rule::values_in_range},
    {"head-size-known", Severity::error, rule::head_size_known},
    {"latent-attention-whole", Severity::error, rule::latent_attention_whole},
    {"key-value-heads-divide-heads", Severity::error, rule::key_value_heads_shared},
    {"routing-consistent", Severity::error, rule::routing_consistent},
    {"precision-available", Severity::error, rule::precision_available},
    {"vocabulary-padded-up", Severity::error, rule::vocabulary_padded_up},
    {"heads-divisible-by-tp", Severity::error, rule::heads_divisible},
    {"key-value-heads-divisible-by-tp", Severity::error, rule::key_value_heads_divisible},
    {"batch-divisible", Severity::error, rule::batch_divisible},
    {"dense-without-experts", Severity::error, rule::dense_without_experts},
    {"experts-divisible-by-ep", Severity::error, rule::experts_divisible},
    {"experts-fold-into-ranks", Severity::error, rule::experts_fold},
    {"enough-gpus", Severity::error, rule::enough_gpus},
    {"shard-group-divides", Severity::error, rule::shard_group_divides},
    {"enough-layers", Severity::error, rule::enough_layers},
    {"stage-layers-match", Severity::error, rule::stage_layers_match},
    {"layout-readable", Severity::error, rule::layout_readable},
    {"layout-matches", Severity::error, rule::layout_matches},
    {"slow-rank-exists", Severity::error, rule::slow_rank_exists},
    {"rank-order-readable", Severity::error, rule::rank_order_readable},
    {"gpus-idle", Severity::warning, rule::gpus_idle},
    {"nodes-filled", Severity::warning, rule::nodes_filled},
    {"tensor-in-domain", Severity::warning, rule::tensor_in_domain},
    {"torus-holds-domain", Severity::warning, rule::torus_holds_domain},
    {"rack-uplinks-exist", Severity::hint, rule::rack_uplinks_exist},
    {rule_name::sites_share_ranks, Severity::warning, rule::sites_share_ranks},
    {"microscaling-in-hardware", Severity::warning, rule::microscaling_in_hardware},
    {schedule_rule::virtual_stages, Severity::warning, rule::virtual_stages_used},
    {schedule_rule::counts, Severity::warning, rule::schedule_takes_counts},
    {schedule_rule::whole_rounds, Severity::warning, rule::micro_batches_interleave},
    {"sharding-beside-pipeline", Severity::warning, rule::sharding_beside_pipeline},
    {"imbalance-possible", Severity::warning, rule::imbalance_possible},
    {"offload-priced", Severity::warning, rule::offload_priced},
    {"key-value-heads-copied", Severity::warning, rule::key_value_heads_copied},
    {"mlp-divisible-by-tp", Severity::warning, rule::mlp_divisible},
    {"sequence-divisible", Severity::warning, rule::sequence_divisible},
    {"some-layer-is-moe", Severity::warning, rule::some_layer_is_moe},
    {"positions-cover-sequence", Severity::warning, rule::positions_cover_sequence},
    {"offload-has-work", Severity::hint, rule::offload_has_work},
    {"gpus-left-over", Severity::hint, rule::gpus_left_over},
    {"eight-bit-weights-act", Severity::hint, rule::eight_bit_weights_act},
    {"precision-aware-acts", Severity::hint, rule::precision_aware_acts},
    {"head-size-whole", Severity::hint, rule::head_size_whole},
    {"sequence-in-range", Severity::hint, rule::sequence_in_range},
    {"layers-even", Severity::hint, rule::layers_even},
    {rule_name::bubble_large, Severity::hint, rule::bubble_large},
    {"batch-ramp-whole", Severity::hint, rule::batch_ramp_whole},
    {"slow-rank-named", Severity::hint, rule::slow_rank_named},
    {"run-is-trained", Severity::hint, rule::run_is_trained},
    {"local-steps-act", Severity::hint, rule::local_steps_act},
};

}  // namespace

std::span<const Rule> rules() {
  return table;
}

std::vector<Problem> validate(const Scenario& filled) {
  std::vector<Problem> problems;
  for (const Rule& rule : table) {
    const std::size_t before = problems.size();
    rule.check(filled, problems);
    for (std::size_t i = before; i < problems.size(); ++i) {
      problems[i].severity = rule.severity;
      problems[i].rule = rule.name;
      problems[i].origin = Origin::rules;
    }
  }
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return a.severity < b.severity; });
  return problems;
}

bool has_errors(std::span<const Problem> problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return problem.severity == Severity::error; });
}

}  // namespace shardscope
