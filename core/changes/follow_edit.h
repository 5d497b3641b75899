// core/changes: other plans beside the present one. In: a Scenario or its Report, and an edit. Out: the scenario that
// the edit makes once what depends on it has followed (here), and the changes worth making (memory_savings.h), each
// evaluated.
//
// This file: what follows when one field is edited: the GPUs stay, data parallelism follows, the global batch goes to
// the nearest multiple that divides. Each of the three can be held, and then another one gives way or nothing does.
// What follows is made from what the person last set by hand, never from what followed an earlier edit: the way back
// leads back.
#pragma once

#include <array>
#include <cstddef>

#include "core/base/choice.h"
#include "core/base/shared_value.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// What the person has pinned.
struct Holds {
  bool gpus = true;  // a cluster has the size it has
  bool dp = false;
  bool global_batch = false;

  bool operator==(const Holds&) const = default;
};

/// What follows edits of other fields, each after those that it follows, with its field and what it is called where it
/// is said by its values. machine: rent, power and scale-up domain of the GPU.
#define SHARDSCOPE_FOLLOWER(name)                                                                               \
  name(gpus, "cluster.gpus", "GPUs") name(dp, "plan.dp", "data parallel")                                       \
      name(global_batch, "plan.global_batch", "global batch") name(ep, "plan.ep", "expert parallel")            \
          name(etp, "plan.etp", "expert tensor") name(virtual_stages, "plan.virtual_stages", "virtual stages")  \
              name(schedule, "plan.schedule", "schedule") name(stage_layers, "plan.stage_layers", "")           \
                  name(pipeline_layout, "plan.pipeline_layout", "") name(padded_vocab, "plan.padded_vocab", "") \
                      name(machine, "", "")
SHARDSCOPE_NAMED(Follower, SHARDSCOPE_FOLLOWER)
inline constexpr std::size_t follower_count = count_of<Follower>;

struct FollowerField {
  std::string_view path, word;
};
inline constexpr FollowerField follower_fields[] = {SHARDSCOPE_FOLLOWER(SHARDSCOPE_ENTRY)};

/// For each follower the scenario as it stood when the person last set it; without one it is as it was set.
struct SetByHand {
  std::array<SharedValue<Scenario>, follower_count> at = {};

  bool operator==(const SetByHand&) const = default;
};

struct FollowedEdit {
  Scenario scenario;
  SetByHand by_hand = {};
};

/// `edited` after its dependants have followed the change from `before`.
/// - tp, pp, cp or gpus changed: dp becomes gpus / (tp·pp·cp), floored; with the batch held the largest such dp that
///   still divides it; with dp held and gpus free, gpus becomes tp·pp·cp·dp; with both held nothing moves.
/// - dp or micro_batch changed: the batch follows, unless held; gpus follow dp where they are free.
/// - etp follows tp where it was equal to it, and stays what it was by default when ep is edited and that divides.
/// - virtual_stages falls to 1 with one stage or more stages than layers, and fits the schedule where that is edited;
///   the schedule goes where chunks come or go; stage_layers and pipeline_layout, which no longer match, go when the
///   number of stages or of layers or the model changed; V schedules have two stages per rank.
/// - another model or vocabulary has its own padding, a dense one no expert parallelism; another GPU has its own
///   rent, power and scale-up domain.
/// Where everything that a follower hangs on is again what it was when the follower was set by hand, it is again what
/// was set. A field that the person just edited is never overwritten.
[[nodiscard]] FollowedEdit follow_edit(const Scenario& before, const Scenario& edited, const Holds& holds,
                                       const SetByHand& by_hand);
/// The same where all that stands was set by hand.
[[nodiscard]] Scenario follow_edit(const Scenario& before, const Scenario& edited, const Holds& holds);

/// `reset` after one field of the split went back to the baseline's value: follow_edit(), and where the degrees and the
/// GPUs are then all the baseline's, so are the replicas, the layers of the stages and the global batch, as far as they
/// aren't held.
[[nodiscard]] FollowedEdit follow_reset(const Scenario& before, const Scenario& reset, const Scenario& baseline,
                                        const Holds& holds, const SetByHand& by_hand = {});

/// `scenario` with another schedule: where that takes several chunks and there was one, there are then as few as it
/// takes (with one it would be 1F1B or GPipe); where it doesn't, one. A layout of another number of stages goes.
[[nodiscard]] Scenario with_schedule(const Scenario& scenario, ScheduleKind kind);

/// The multiple of `step` nearest to `value`, at least `step`; the lower one on a tie.
[[nodiscard]] std::int64_t nearest_multiple(std::int64_t value, std::int64_t step);

}  // namespace shardscope
