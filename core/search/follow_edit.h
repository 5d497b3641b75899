// core/search: other plans beside the present one. In: a Scenario or its Report, and an edit. Out: the scenario that
// the edit makes once what depends on it has followed (here), and the changes worth making (memory_savings.h), each
// evaluated.
//
// This file: what follows when one field of the split is edited: the GPUs stay, data parallelism follows, the global
// batch goes to the nearest multiple that divides. Each of the three can be held, and then another one gives way or
// nothing does.
#pragma once

#include "core/scenario/scenario.h"

namespace shardscope {

/// What the person has pinned.
struct Holds {
  bool gpus = true;  // a cluster has the size it has
  bool dp = false;
  bool global_batch = false;

  bool operator==(const Holds&) const = default;
};

/// `edited` after its dependants have followed the change from `before`.
/// - tp, pp, cp or gpus changed: dp becomes gpus / (tp·pp·cp), floored; with the batch held the largest such dp that
///   still divides it; with dp held and gpus free, gpus becomes tp·pp·cp·dp; with both held nothing moves.
/// - dp or micro_batch changed: the batch follows, unless held; gpus follow dp where they are free.
/// - etp follows tp where it was equal to it, and stays what it was by default when ep is edited and that divides;
/// virtual_stages falls to 1 with one stage or more stages than layers;
///   stage_layers and pipeline_layout, which no longer match, go when the number of stages or of layers changed; V
///   schedules have two stages per rank.
/// A field that the person just edited is never overwritten.
[[nodiscard]] Scenario follow_edit(const Scenario& before, Scenario edited, const Holds& holds);

/// `reset` after one field of the split went back to the baseline's value: follow_edit(), and where the degrees and the
/// GPUs are then all the baseline's, so are the replicas, the layers of the stages and the global batch, as far as they
/// aren't held.
[[nodiscard]] Scenario follow_reset(const Scenario& before, const Scenario& reset, const Scenario& baseline,
                                    const Holds& holds);

/// `scenario` with another schedule: where that takes several chunks and there was one, there are then as few as it
/// takes (with one it would be 1F1B or GPipe); where it doesn't, one. A layout of another number of stages goes.
[[nodiscard]] Scenario with_schedule(const Scenario& scenario, ScheduleKind kind);

/// The multiple of `step` nearest to `value`, at least `step`; the lower one on a tie.
[[nodiscard]] std::int64_t nearest_multiple(std::int64_t value, std::int64_t step);

}  // namespace shardscope
