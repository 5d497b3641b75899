// The rules whose breach a machine could run, and shouldn't, or whose cost a person should know.
#include <algorithm>

#include "core/saturating.h"
#include "core/scenario/rule_words.h"

namespace shardscope::rule {

namespace {

std::int64_t micro_batches(const Plan& plan) {
  const std::int64_t round =
      saturating_product({std::max<std::int64_t>(1, plan.dp.value_or(1)), std::max<std::int64_t>(1, plan.micro_batch)});
  return std::max<std::int64_t>(1, plan.global_batch / round);
}

std::string percent(double share) {
  return words_of(static_cast<std::int64_t>(share * 100 + 0.5)) + "%";
}

}  // namespace

void gpus_idle(const Scenario& s, std::vector<Problem>& problems) {
  const std::int64_t used = gpus_at_work(s.plan);
  if (used < 1 || used >= s.cluster.gpus) return;
  add(problems, "cluster.gpus",
      words_of(s.cluster.gpus - used) + " of " + words_of(s.cluster.gpus) + " GPUs stay idle: tp x pp x cp x dp is " +
          words_of(used));
}

void nodes_filled(const Scenario& s, std::vector<Problem>& problems) {
  const std::int64_t node = std::max<std::int64_t>(1, s.cluster.gpus_per_node);
  const std::int64_t used = gpus_at_work(s.plan);
  if (used <= node || used % node == 0) return;
  add(problems, "cluster.gpus_per_node",
      "the last node is not filled: " + words_of(used) + " ranks over nodes of " + words_of(node));
}

void tensor_in_domain(const Scenario& s, std::vector<Problem>& problems) {
  const std::int64_t domain = s.cluster.scale_up_domain.value_or(s.cluster.gpus_per_node);
  if (s.plan.tp <= domain || domain < 1) return;
  add(problems, "plan.tp",
      words_of(s.plan.tp) + " is wider than the scale-up domain of " + words_of(domain) +
          ": every layer's traffic goes over the network");
}

void layers_even(const Scenario& s, std::vector<Problem>& problems) {
  const std::int64_t stages =
      saturating_product({std::max<std::int64_t>(1, s.plan.pp), std::max<std::int64_t>(1, s.plan.virtual_stages)});
  const std::int64_t layers = s.model.num_hidden_layers;
  if (s.plan.stage_layers || stages < 2 || layers < stages || layers % stages == 0) return;
  add(problems, "plan.pp",
      words_of(layers) + " layers don't divide over " + words_of(stages) + " stages: some hold one more than others");
}

void bubble_large(const Scenario& s, std::vector<Problem>& problems) {
  const Plan& plan = s.plan;
  if (plan.pp < 2) return;
  const std::int64_t m = micro_batches(plan);
  const auto bubble = [&](double chunks) {  // Narayanan et al. 2021, section 2.2, over the makespan
    const auto p = static_cast<double>(plan.pp);
    return (p - 1) / (chunks * static_cast<double>(m) + p - 1);
  };
  const auto chunks = static_cast<double>(std::max<std::int64_t>(1, plan.virtual_stages));
  constexpr double large = 0.15;
  if (bubble(chunks) < large) return;
  std::string message = words_of(m) + (m == 1 ? " micro-batch" : " micro-batches") + " over " + words_of(plan.pp) +
                        " stages leave a bubble of some " + percent(bubble(chunks));
  const std::int64_t layers_a_rank = s.model.num_hidden_layers / plan.pp;
  const bool can_interleave = plan.virtual_stages == 1 && layers_a_rank >= 2 && m % plan.pp == 0;
  if (can_interleave) {
    const std::int64_t v = std::min<std::int64_t>(4, layers_a_rank);
    message += "; " + words_of(v) + " virtual stages: " + percent(bubble(static_cast<double>(v)));
  }
  add(problems, "plan.global_batch", message);
}

void sequence_in_range(const Scenario& s, std::vector<Problem>& problems) {
  if (!s.model.max_position_embeddings || s.plan.sequence_length <= *s.model.max_position_embeddings) return;
  add(problems, "plan.sequence_length",
      words_of(s.plan.sequence_length) + " is longer than the model was made for (" +
          words_of(*s.model.max_position_embeddings) + ")");
}

void sharding_beside_pipeline(const Scenario& s, std::vector<Problem>& problems) {
  if (s.plan.zero.value_or(0) < 2 || s.plan.pp < 2) return;
  add(problems, "plan.zero",
      "ZeRO " + words_of(*s.plan.zero) +
          " beside a pipeline exchanges gradients for every micro-batch; frameworks offer 1");
}

void vocabulary_padded_up(const Scenario& s, std::vector<Problem>& problems) {
  if (s.plan.padded_vocab.value_or(s.model.vocab_size) >= s.model.vocab_size) return;
  add(problems, "plan.padded_vocab",
      words_of(*s.plan.padded_vocab) + " is below the vocabulary (" + words_of(s.model.vocab_size) + ")");
}

}  // namespace shardscope::rule
