// What the fullest GPU of a plan holds at least: plans of which even that is too much need not be laid out.
#pragma once

#include <algorithm>
#include <array>

#include "core/plan_search/bounds/rank_shapes.h"
#include "core/plan_search/space/plan_space.h"
#include "core/schedules/schedule_ways.h"

namespace shardscope {

/// Bytes of weights, gradients and optimizer of a kind of block, by what ZeRO divides them over.
struct StateBytes {
  double whole = 0, dense = 0, experts = 0;  // by nothing; by the shard group; by that of experts
};

/// What a GPU keeps whatever its pipeline: by ZeRO stage, of a block of each kind. MTP layers, what pads shards and
/// what is gathered are left out.
struct StateRates {
  struct Stage {
    StateBytes embedding, dense, moe, head;
  };
  std::array<Stage, zero_stage::last + 1> zero;
  double constant = 0;  // context and library workspace

  [[nodiscard]] const Stage& of_stage(std::int64_t stage) const {
    return zero[static_cast<std::size_t>(std::clamp<std::int64_t>(stage, 0, zero_stage::last))];
  }
};

/// Of a choice of tp, cp, ep and etp; the others are not asked.
[[nodiscard]] StateRates state_rates(const Scenario& base, const PlanChoice& choice, const PlanSpace& space);

/// Activations that a block keeps for a micro-batch until its backward pass, with the allocator's share for
/// fragmentation, which grows with them. Of layers that recompute by a number a stage nothing is known.
struct KeptBytes {
  double embedding = 0, dense = 0, moe = 0, head = 0;
};

/// Of a choice whose cost axes are fixed; the others are not asked.
[[nodiscard]] KeptBytes kept_of_blocks(const Scenario& base, const PlanChoice& choice, const PlanSpace& space);

/// Whether the bounds hold: one kind of GPU, and schedules that run backward passes and hold a stage on one rank.
[[nodiscard]] bool is_memory_bounded(const Scenario& base, const PlanSpace& space);

/// The shard groups of a choice (core/memory/held_parameters.h).
struct Sharers {
  double dense = 1, experts = 1;
};
[[nodiscard]] Sharers sharers_of(const PlanChoice& choice, std::int64_t dp);

/// No plan of such a pp has a fullest GPU with less, whatever its schedule and chunks. The model's weights, gradients
/// and optimizer lie on its pp ranks, and when the first micro-batch has reached the last stage each rank holds the
/// activations of its own layers of that micro-batch; so over all ranks there is at least one whole model of each, and
/// some rank has no less than the mean.
[[nodiscard]] Bytes least_memory(const StateRates& rates, const KeptBytes& kept, const BlockNumbers& model,
                                 std::int64_t pp, std::int64_t zero, const Sharers& sharers);

/// The same of one plan, whose shapes are known: of the fullest rank, which at its peak holds as many chunks as the
/// schedule's closed form says, none with less than its least.
[[nodiscard]] Bytes least_memory_of_ranks(const StateRates& rates, const KeptBytes& kept, const RankShapes& shapes,
                                          const ScheduleWays& ways, ScheduleSize size, std::int64_t zero,
                                          const Sharers& sharers);

}  // namespace shardscope
