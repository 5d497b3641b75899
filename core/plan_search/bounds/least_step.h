// core/plan_search/bounds: what a plan takes and holds at least. In: the costs of its layers, the choices that are made
// so far. Out: seconds and bytes that no plan with these choices is below, by which a search leaves plans out without
// making them.
//
// What a step takes at least, from what its layers cost: the bounds with which a search leaves plans out, from the
// coarsest, of many plans, to that of a single one.
#pragma once

#include <cstdint>

#include "core/plan_search/bounds/rank_shapes.h"
#include "core/plan_search/space/plan_space.h"

namespace shardscope {

/// Seconds of one micro-batch in the passes of a kind of block.
struct BlockSeconds {
  double forward = 0, backward = 0;  // the whole backward, recomputation included
  double latency = 0;                // forward and input gradient: what the next micro-batch's stage waits for

  [[nodiscard]] double both() const { return forward + backward; }
};

/// What the kernels, and the traffic that they don't hide, of one micro-batch cost on a GPU of a stage.
struct LayerCosts {
  Seconds whole, least_layer;  // passes of all kinds: of the whole model as one stage, and of its cheapest layer
  BlockSeconds embedding, dense, moe, mtp, head;
  BlockSeconds model;  // all blocks

  [[nodiscard]] double least_forward() const;   // of a layer
  [[nodiscard]] double least_backward() const;  // of a layer
};

/// Of a choice whose cost axes are fixed; the others are not asked. Nothing where the GPU has no rate for it.
[[nodiscard]] std::optional<LayerCosts> layer_costs(const Scenario& base, const PlanChoice& choice,
                                                    const PlanSpace& space);

/// What may be taken for granted of all schedules of a space.
struct ScheduleTraits {
  bool bounded = false;   // no passes beside each other
  bool whole = false;     // backward passes aren't split
  bool one_copy = false;  // a stage is held by one rank
};
[[nodiscard]] ScheduleTraits schedule_traits(const Scenario& base, const PlanSpace& space);

/// Whether the bounds hold for plans of the scenario: one kind of GPU, one site, no passes that vary at random, and
/// no schedule on the list whose passes run beside each other.
[[nodiscard]] bool is_bounded(const Scenario& base, const PlanSpace& space);

/// No plan with these costs takes less, whatever its pp, dp, schedule, chunks and ZeRO stage: all GPUs share the work
/// evenly, and a micro-batch goes through all stages one after another.
[[nodiscard]] Seconds least_step_of_costs(const LayerCosts& costs, const Scenario& base, const PlanChoice& choice);

/// No plan with these costs, pp and micro-batches per replica takes less, whatever its schedule, chunks and ZeRO stage.
///
/// A rank runs one pass at a time, so that no step is shorter than the passes of any rank. A replica has
/// m = global_batch / (dp · micro_batch) micro-batches; over its pp ranks their passes sum to m · whole, so that some
/// rank has m · whole / pp; and of L layers some rank has ceil(L / pp), each no cheaper than the cheapest. Rank r's
/// first pass waits until a micro-batch came through the stages of the ranks before it, of a layer at least each; where
/// backwards are whole, its last pass is a backward of its first stage, which those ranks' backwards follow. On the
/// mean over ranks that is (pp − 1) / 2 layers beside m · whole / pp, and some rank has no less than the mean. Where
/// two ranks hold a stage, nobody need wait. What is left out (transfers, exchange, optimizer, ZeRO-3's gathers and
/// copies) only adds.
[[nodiscard]] Seconds least_step(const LayerCosts& costs, const Scenario& base, std::int64_t pp, double micro_batches,
                                 const ScheduleTraits& schedules);

/// The same of one plan, whose shapes are known: the rank with most, by what each of them has.
[[nodiscard]] Seconds least_step_of_ranks(const LayerCosts& costs, const RankShapes& shapes, double micro_batches,
                                          bool whole_backwards);

}  // namespace shardscope
