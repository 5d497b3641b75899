// The values that each axis of a search takes beside those that are chosen before it, ascending: `free_` those that are
// tried unasked, `offered_` all that a person may hold it to. `no_`: the only value where it makes no difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan_search/space/plan_axes.h"

namespace shardscope::axis_values {

using Values = std::vector<std::int64_t>;

[[nodiscard]] Values free_tp(const AxisBefore& before);
[[nodiscard]] Values free_cp(const AxisBefore& before);
[[nodiscard]] Values free_micro_batch(const AxisBefore& before);
[[nodiscard]] Values free_ep(const AxisBefore& before);
[[nodiscard]] Values free_etp(const AxisBefore& before);
[[nodiscard]] Values offered_etp(const AxisBefore& before);
[[nodiscard]] Values free_recompute(const AxisBefore& before);
[[nodiscard]] std::optional<std::int64_t> no_layers(const AxisBefore& before);
/// 0: all of each stage.
[[nodiscard]] Values offered_layers(const AxisBefore& before);
/// Without tensor ranks there is no sequence to split over them.
[[nodiscard]] std::optional<std::int64_t> no_tensor_ranks(const AxisBefore& before);
[[nodiscard]] Values free_pp(const AxisBefore& before);
[[nodiscard]] Values free_dp(const AxisBefore& before);
[[nodiscard]] Values free_schedule(const AxisBefore& before);
[[nodiscard]] Values offered_schedules(const AxisBefore& before);
[[nodiscard]] Values free_virtual_stages(const AxisBefore& before);
[[nodiscard]] Values free_zero(const AxisBefore& before);
/// 0: all replicas; else as many as the ranks of one, two, four, ... nodes.
[[nodiscard]] Values offered_shard_groups(const AxisBefore& before);

/// As the scenario has it, or as it is by default.
[[nodiscard]] Values as_it_is(const AxisBefore& before);
/// All of a list of so many.
[[nodiscard]] Values places_of(std::size_t count);
/// All of one of the space's lists.
template <auto list>
[[nodiscard]] Values all_places(const AxisBefore& before) {
  return places_of((before.space.*list).size());
}

}  // namespace shardscope::axis_values
