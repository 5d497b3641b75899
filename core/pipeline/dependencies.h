// Which pass waits for which in a simulated step. In: a Timeline, its index, a pass by its place. Out: what it starts
// after, each with the moment at which that is there; what starts after it; and which of all it waited for. A few
// lookups per pass, whatever the size of the timeline.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/choice.h"
#include "core/pipeline/timeline_index.h"

namespace shardscope {

/// A pass by its place: timeline.lane(rank)[bar].
struct PassAt {
  std::int32_t rank = 0;
  std::size_t bar = 0;

  auto operator<=>(const PassAt&) const = default;
};

// clang-format off
#define SHARDSCOPE_DEPENDENCY_KIND(name) \
  name(order) /* the rank runs one after the other */ \
  name(input) /* activations or input gradients of the neighbouring stage, or the last stage's own forward */ \
  name(kept) /* what the same stage's earlier pass keeps: a backward's forward, a weight pass's input pass */
// clang-format on
SHARDSCOPE_NAMED(DependencyKind, SHARDSCOPE_DEPENDENCY_KIND)

/// Between two passes; `pass` is the other one.
struct Dependency {
  DependencyKind kind = DependencyKind::order;
  PassAt pass;
  double transfer = 0;  // seconds from one rank to the other; of `order` what blocks the rank between the two
  double ready = 0;     // when what is given has arrived, seconds from the step's start
};

/// What the pass starts after, at most one of a kind and pass. The first of an overlapped pair starts after what both
/// need; what either gives is there when both have ended.
[[nodiscard]] std::vector<Dependency> dependencies_of(const Timeline& timeline, const TimelineIndex& index, PassAt at);

/// What starts after the pass.
[[nodiscard]] std::vector<Dependency> dependents_of(const Timeline& timeline, const TimelineIndex& index, PassAt at);

/// The latest of what the pass starts after: the pass before it on its rank where that ended last or at the same
/// moment. It starts at that moment. Nothing for a pass that needs none.
[[nodiscard]] std::optional<Dependency> waited_for(const Timeline& timeline, const TimelineIndex& index, PassAt at);

/// What a pass sends to another rank: its activations to the next stage, its input gradients to the one before.
struct Transfer {
  PassAt from, to;
  double sent = 0, arrives = 0;  // seconds from the step's start
};
/// Nothing where the pass sends nothing, or to its own rank. Allocates nothing.
[[nodiscard]] std::optional<Transfer> transfer_of(const Timeline& timeline, const TimelineIndex& index, PassAt from);

/// When what the pass computes is there: its end, of an overlapped pair the pair's.
[[nodiscard]] double given_at(const Timeline& timeline, PassAt at);

}  // namespace shardscope
