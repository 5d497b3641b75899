// A layer's branches (attention, MLP) that are split over tp, and beside which of their products their gathers and
// scatters travel: the rules that layer_traffic.h tells, once, for sums of seconds and for lanes (core/lanes) alike.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/hardware/operation_time.h"
#include "core/scenario/scenario.h"
#include "core/transformer/operations.h"

namespace shardscope {

/// inward: the products that a branch's gather feeds; outward: the last one, whose output is scattered or summed.
enum class BranchPart { none, inward, outward };

struct BranchPlace {
  BranchPart part = BranchPart::none;
  std::size_t branch = 0;
};
/// Of each of the block's operations. Branches side by side (a parallel residual) are one.
[[nodiscard]] std::vector<BranchPlace> branch_places(const Block& block, const Model& model);

/// One way of a branch's traffic in a pass.
struct BranchTraffic {
  double collectives = 0;                // gathers or scatters; an all-reduce is two
  BranchPart beside = BranchPart::none;  // the products that it travels beside; none: all waits for it
  Direction kernels = Direction::forward;
  bool in_chunks = false;  // of those products all but one of tp chunks
};
/// What goes into a branch and what leaves it, in that order.
using BranchWays = std::array<BranchTraffic, 2>;
[[nodiscard]] BranchWays forward_ways(const Scenario& scenario);
[[nodiscard]] BranchWays backward_ways(const Scenario& scenario);

/// Of both branches, whether what goes in and what leaves is sent.
using SentWays = std::array<std::array<bool, 2>, 2>;

/// Of a product taken in tp chunks, what runs beside its traffic: a chunk is there from the start.
[[nodiscard]] double chunked_share(const Plan& plan);

}  // namespace shardscope
