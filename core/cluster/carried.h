// What a GPU sends and where it goes: the one count that rows of traffic, the traffic matrix and all totals follow
// from.
#pragma once

#include <array>

#include "core/base/units.h"
#include "core/cluster/group_span.h"
#include "core/cluster/level_kind.h"

namespace shardscope {

using LevelBytes = std::array<Bytes, level_kinds>;      // by LevelKind
using ReachBytes = std::array<Bytes, count_of<Reach>>;  // by Reach

struct Carried {
  Bytes sent;
  LevelBytes through{};   // of each level's links: what a GPU's share of them carries
  ReachBytes reaching{};  // within a scale-up domain, out of it within a rack, out of the rack: they make `sent`

  Carried& operator+=(const Carried& other);
};
[[nodiscard]] Carried operator*(double times, Carried carried);

}  // namespace shardscope
