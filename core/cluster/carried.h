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

  Carried& operator+=(const Carried& other) {
    sent += other.sent;
    for (std::size_t i = 0; i < through.size(); ++i) through[i] += other.through[i];
    for (std::size_t i = 0; i < reaching.size(); ++i) reaching[i] += other.reaching[i];
    return *this;
  }
};
[[nodiscard]] inline Carried operator*(double times, Carried carried) {
  carried.sent *= times;
  for (Bytes& bytes : carried.through) bytes *= times;
  for (Bytes& bytes : carried.reaching) bytes *= times;
  return carried;
}

}  // namespace shardscope
