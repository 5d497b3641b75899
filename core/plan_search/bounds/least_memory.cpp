#include "core/plan_search/bounds/least_memory.h"

#include <algorithm>

#include "core/base/saturating.h"
#include "core/memory/activations.h"
#include "core/memory/state.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/software_traits.h"

namespace shardscope {

namespace {

/// A stage for each kind of block.
std::vector<StageContent> stages_of_one_block() {
  std::vector<StageContent> stages(4);
  stages[0].embedding = true, stages[1].dense_layers = 1, stages[2].moe_layers = 1, stages[3].head = true;
  return stages;
}

StateBytes state_of_parts(const std::vector<MemoryPart>& parts, std::int64_t zero, const ShardGroups& groups,
                          bool gradients_stay) {
  StateBytes state;
  for (const MemoryPart& part : parts) {
    if (!is_of_parameters(part.content) || (part.component == MemoryComponent::gradients && !gradients_stay)) continue;
    const bool experts = part.content == PartContent::experts || part.content == PartContent::mtp_experts;
    if (zero < zero_stage_of(part.component))
      state.whole += part.bytes.value;
    else
      (experts ? state.experts : state.dense) += part.bytes.value * (experts ? groups.experts : groups.dense);
  }
  return state;
}

Scenario filled_with(const Scenario& base, PlanChoice choice, const PlanSpace& space, std::int64_t zero) {
  choice[index_of(PlanAxis::zero)] = zero;
  choice[index_of(PlanAxis::pp)] = static_cast<std::int64_t>(stages_of_one_block().size());
  choice[index_of(PlanAxis::schedule)] = static_cast<std::int64_t>(default_schedule(1));
  choice[index_of(PlanAxis::virtual_stages)] = 1;
  choice[index_of(PlanAxis::dp)] = at_least_one(value_at(choice, PlanAxis::ep) * value_at(choice, PlanAxis::etp));
  return with_defaults(with_choice(base, choice, space));
}

double state_in(const StateBytes& state, const Sharers& sharers) {
  return state.whole + state.dense / sharers.dense + state.experts / sharers.experts;
}

double state_of(const StateRates::Stage& rates, const BlockNumbers& numbers, const Sharers& sharers) {
  return numbers.embedding * state_in(rates.embedding, sharers) + numbers.dense * state_in(rates.dense, sharers) +
         numbers.moe * state_in(rates.moe, sharers) + numbers.head * state_in(rates.head, sharers);
}

double kept_of(const KeptBytes& kept, const BlockNumbers& numbers) {
  return numbers.embedding * kept.embedding + numbers.dense * kept.dense + numbers.moe * kept.moe +
         numbers.head * kept.head;
}

}  // namespace

StateRates state_rates(const Scenario& base, const PlanChoice& choice, const PlanSpace& space) {
  StateRates rates;
  for (std::size_t zero = 0; zero < rates.zero.size(); ++zero) {
    const auto stage = static_cast<std::int64_t>(zero);
    const Scenario filled = filled_with(base, choice, space, stage);
    const std::vector<StageParameters> parameters =
        parameters_of_ranks(filled.model, filled.plan, stages_of_one_block(), filled.software);
    const ShardGroups groups = shard_groups(filled.plan);
    const bool gradients_stay = !state_traits_of(filled.software).frees_gradients;
    const auto of = [&](std::size_t rank) {
      std::vector<MemoryPart> parts;
      append_state(parts, filled, parameters[rank]);
      return state_of_parts(parts, stage, groups, gradients_stay);
    };
    rates.zero[zero] = {of(0), of(1), of(2), of(3)};
    if (filled.model.tie_word_embeddings) rates.zero[zero].head = {};  // on one rank it is the embedding's
    rates.constant = filled.plan.context_bytes.value_or(0) + filled.plan.workspace_bytes.value_or(0);
  }
  return rates;
}

KeptBytes kept_of_blocks(const Scenario& base, const PlanChoice& choice, const PlanSpace& space) {
  const Scenario filled = filled_with(base, choice, space, 0);
  const Plan& plan = filled.plan;
  const ModelBlocks blocks = make_blocks(filled.model, plan);
  const std::vector<StageContent> stages = stages_of_one_block();
  const double share = 1 + plan.fragmentation.value_or(0);
  const auto of = [&](std::size_t stage) { return share * bytes_of(holding_of(stages[stage], plan), blocks).value; };
  const bool some_redone = plan.recompute && plan.recompute->layers;
  return {of(0), some_redone ? 0 : of(1), some_redone ? 0 : of(2), of(3)};
}

bool is_memory_bounded(const Scenario& base, const PlanSpace& space) {
  std::vector<std::int64_t> kinds = space.held[index_of(PlanAxis::schedule)];
  if (kinds.empty()) kinds = free_schedules(base);
  return base.cluster.pools.empty() && std::all_of(kinds.begin(), kinds.end(), [](std::int64_t kind) {
           const ScheduleWays& ways = ways_of(static_cast<ScheduleKind>(kind));
           return ways.runs_backward && ways.copies_of_model() == 1;
         });
}

Sharers sharers_of(const PlanChoice& choice, std::int64_t dp) {
  Plan plan;
  plan.tp = value_at(choice, PlanAxis::tp), plan.cp = value_at(choice, PlanAxis::cp);
  plan.ep = value_at(choice, PlanAxis::ep), plan.etp = value_at(choice, PlanAxis::etp), plan.dp = dp;
  const ShardGroups groups = shard_groups(plan);
  return {groups.dense, groups.experts};
}

Bytes least_memory(const StateRates& rates, const KeptBytes& kept, const BlockNumbers& model, std::int64_t pp,
                   std::int64_t zero, const Sharers& sharers) {
  const StateRates::Stage& stage = rates.of_stage(zero);
  const double mean = (state_of(stage, model, sharers) + kept_of(kept, model)) / degree(pp);
  return Bytes{(mean + rates.constant) * bound_rounding};
}

Bytes least_memory_of_ranks(const StateRates& rates, const KeptBytes& kept, const RankShapes& shapes,
                            const ScheduleWays& ways, ScheduleSize size, std::int64_t zero, const Sharers& sharers) {
  const StateRates::Stage& stage = rates.of_stage(zero);
  double most = 0;
  for (std::size_t r = 0; r < shapes.ranks.size(); ++r) {
    // Where passes overlap the closed form is the fullest rank's alone.
    const double chunks = ways.held != nullptr && !ways.overlaps_passes ? ways.held(size, static_cast<double>(r)) : 0;
    const double activations = std::max(kept_of(kept, shapes.ranks[r]), chunks * kept_of(kept, shapes.least_chunks[r]));
    most = std::max(most, state_of(stage, shapes.ranks[r], sharers) + activations);
  }
  return Bytes{(most + rates.constant) * bound_rounding};
}

}  // namespace shardscope
