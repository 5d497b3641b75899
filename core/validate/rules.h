// The rules of a scenario, by subject, a file each. Each is total: no input makes it divide by zero or overflow.
// Names and severities: validate.cpp's table, which validate() walks. A rule adds nothing where it holds.
#pragma once

#include <vector>

#include "core/base/problem.h"
#include "core/scenario/scenario.h"

namespace shardscope::rule {

using Problems = std::vector<Problem>;

// rules_model.cpp: what the model is, and what its GPU can multiply.
void values_in_range(const Scenario& scenario, Problems& problems);
void head_size_known(const Scenario& scenario, Problems& problems);
void latent_attention_whole(const Scenario& scenario, Problems& problems);
void key_value_heads_shared(const Scenario& scenario, Problems& problems);
void routing_consistent(const Scenario& scenario, Problems& problems);
void precision_available(const Scenario& scenario, Problems& problems);
void microscaling_in_hardware(const Scenario& scenario, Problems& problems);
void vocabulary_padded_up(const Scenario& scenario, Problems& problems);
void some_layer_is_moe(const Scenario& scenario, Problems& problems);
void eight_bit_weights_act(const Scenario& scenario, Problems& problems);
void precision_aware_acts(const Scenario& scenario, Problems& problems);
void head_size_whole(const Scenario& scenario, Problems& problems);
void positions_cover_sequence(const Scenario& scenario, Problems& problems);
void sequence_in_range(const Scenario& scenario, Problems& problems);

// rules_split.cpp: degrees against the model, the batch and the GPUs.
void heads_divisible(const Scenario& scenario, Problems& problems);
void key_value_heads_divisible(const Scenario& scenario, Problems& problems);
void batch_divisible(const Scenario& scenario, Problems& problems);
void batch_ramp_whole(const Scenario& scenario, Problems& problems);
void dense_without_experts(const Scenario& scenario, Problems& problems);
void experts_divisible(const Scenario& scenario, Problems& problems);
void experts_fold(const Scenario& scenario, Problems& problems);
void enough_gpus(const Scenario& scenario, Problems& problems);
void shard_group_divides(const Scenario& scenario, Problems& problems);
void imbalance_possible(const Scenario& scenario, Problems& problems);
void offload_has_work(const Scenario& scenario, Problems& problems);
void offload_priced(const Scenario& scenario, Problems& problems);
void key_value_heads_copied(const Scenario& scenario, Problems& problems);
void mlp_divisible(const Scenario& scenario, Problems& problems);
void sequence_divisible(const Scenario& scenario, Problems& problems);

// rules_stages.cpp: layers over stages.
void enough_layers(const Scenario& scenario, Problems& problems);
void stage_layers_match(const Scenario& scenario, Problems& problems);
void layout_readable(const Scenario& scenario, Problems& problems);
void layout_matches(const Scenario& scenario, Problems& problems);
void layers_even(const Scenario& scenario, Problems& problems);

// rules_schedule.cpp: the schedule, its bubble, and what goes on beside it.
void virtual_stages_used(const Scenario& scenario, Problems& problems);
void schedule_takes_counts(const Scenario& scenario, Problems& problems);
void micro_batches_interleave(const Scenario& scenario, Problems& problems);
void sharding_beside_pipeline(const Scenario& scenario, Problems& problems);
void bubble_large(const Scenario& scenario, Problems& problems);
void slow_rank_exists(const Scenario& scenario, Problems& problems);
void run_is_trained(const Scenario& scenario, Problems& problems);
void slow_rank_named(const Scenario& scenario, Problems& problems);

// rules_cluster.cpp: the plan on the machines.
void gpus_idle(const Scenario& scenario, Problems& problems);
void gpus_left_over(const Scenario& scenario, Problems& problems);
void nodes_filled(const Scenario& scenario, Problems& problems);
void tensor_in_domain(const Scenario& scenario, Problems& problems);
void rank_order_readable(const Scenario& scenario, Problems& problems);
void torus_holds_domain(const Scenario& scenario, Problems& problems);
void rack_uplinks_exist(const Scenario& scenario, Problems& problems);
void sites_share_ranks(const Scenario& scenario, Problems& problems);
void local_steps_act(const Scenario& scenario, Problems& problems);

}  // namespace shardscope::rule
