// A way through the choices of a space that can be left and taken up again: between frames, or where somebody stops it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/plan_search/space/plan_space.h"

namespace shardscope {

/// Every choice of the axes from `first` up to `end` beside those of `choice`, in their order.
struct ChoiceWalk {
  std::size_t first = 0, end = 0;
  PlanChoice before{}, choice{};
  std::size_t axis = 0;                                           // whose next value is wanted
  std::array<std::vector<std::int64_t>, plan_axis_count> values;  // of each axis beside those before it
  std::array<std::size_t, plan_axis_count> next{};                // of them
  bool begun = false, done = false;
};

[[nodiscard]] ChoiceWalk begin_walk(std::size_t first, std::size_t end, const PlanChoice& before);

/// The next choice; nothing once there is none.
[[nodiscard]] std::optional<PlanChoice> next_choice(ChoiceWalk& walk, const Scenario& base, const PlanSpace& space);

/// How many plans a space has, on the way there.
struct PlanCount {
  ChoiceWalk walk;
  std::map<std::int64_t, std::uint64_t> orders;  // schedules and chunks of a pp, on which alone they hang
  std::map<std::int64_t, std::uint64_t> kept;    // ways of recomputation up to the rank order, of a tp, likewise
  std::uint64_t plans = 0;                       // of the choices that were gone through
  bool done = false;
};

[[nodiscard]] PlanCount begin_count();

/// Goes through as many more choices of tp, cp, micro-batch, ep and etp, each with all that goes with them; fewer where
/// a stop is asked for.
void continue_count(PlanCount& count, const Scenario& base, const PlanSpace& space, std::size_t choices,
                    const std::stop_token& stop = {});

/// All of them, without going through them one by one.
[[nodiscard]] std::uint64_t plan_count(const Scenario& base, const PlanSpace& space);

/// Calls `visit` with every choice of the axes from `axis` up to `end`, in their order.
void for_each_choice(const Scenario& base, const PlanSpace& space, std::size_t axis, std::size_t end,
                     const PlanChoice& before, const auto& visit) {
  ChoiceWalk walk = begin_walk(axis, end, before);
  while (const std::optional<PlanChoice> choice = next_choice(walk, base, space)) visit(*choice);
}

}  // namespace shardscope
