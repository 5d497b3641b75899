// Seconds of a collective between real GPUs: the textbook algorithms over the levels that the group crosses
// (route.h), while every group of its kind does the same: a domain's tensor groups have a link each, data-parallel
// rings have the cards of their members in a domain together, and what leaves a rack, pod, hall or site has its
// members' share of the links up.
// Over scale-up links messages go in pieces: (√fill + √(bytes/rate))², rate the link's measured best; so 64 MiB reach
// three quarters of it, as nccl-tests show. Over the network: latency and bytes. What spans several domains takes the
// longer of both, every hop within domains counted, so that it is never faster than in one. Constants: core/constants.
// NVIDIA nccl-tests, doc/PERFORMANCE.md, for algorithm and bus bandwidth; NCCL's own choice among ring, tree, NVLS and
// NVLSTree: user guide, NCCL_ALGO.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/cluster/algorithms.h"
#include "core/cluster/carried.h"
#include "core/cluster/group_span.h"
#include "core/cluster/route.h"

namespace shardscope {

struct CollectiveCost {
  Seconds time;  // with the framework's start of a collective
  Bytes sent_per_gpu;
  CollectiveWay way = CollectiveWay::none;  // none for a group of one
  LevelKind narrowest = LevelKind::gpu;     // the level that bounds it
  LevelBytes through{};                     // of each level's links: what a GPU's share of them carries
  Seconds start{};                          // of the time: the framework's start, which nccl-tests don't see
  ReachBytes reaching{};                    // of what is sent, by how far it goes

  [[nodiscard]] Carried carried() const { return {sent_per_gpu, through, reaching}; }
};

/// A large message as a sample: others as large send the same share of themselves, by the same algorithm.
inline constexpr Bytes sample_message{256e6};

[[nodiscard]] CollectiveWay way_of(CollectiveAlgorithm algorithm);  // `automatic` is none

/// What it can't do, for a person.
[[nodiscard]] std::string_view why_not(CollectiveAlgorithm algorithm);

/// Whether `automatic` may take it for the group: NCCL has rings, trees and in-network sums (user guide, NCCL_ALGO);
/// between sites frameworks reduce inside each first; nobody's library halves and doubles over GPUs.
[[nodiscard]] bool is_candidate(CollectiveAlgorithm algorithm, const GroupSpan& group);

/// What one GPU of the group sends and receives at once, a direction: the scale-up link inside its domain; across
/// domains the network cards of the group's members in the domain together, never more than the link.
[[nodiscard]] BytesPerSecond group_bandwidth(const GroupSpan& group, const Cluster& cluster);

/// `whole` is the gathered tensor (all-gather, reduce-scatter, all-reduce), what a GPU holds (all-to-all), or the
/// message (point-to-point, broadcast). Zero for a group of one. The fastest of what NCCL has (and, between sites, the
/// hierarchical one), unless the group's plan names an algorithm; what that can't do is done by the ring.
[[nodiscard]] CollectiveCost collective_cost(Collective collective, Bytes whole, const GroupSpan& group,
                                             const Cluster& cluster);

/// The same by one algorithm; `automatic` where it can't do it here.
[[nodiscard]] CollectiveCost collective_cost_by(CollectiveAlgorithm algorithm, Collective collective, Bytes whole,
                                                const GroupSpan& group, const Cluster& cluster);

/// What each GPU sends to others one by one, as an all-to-all does. What leaves a domain goes by the GPU's own card,
/// evenly to all other domains; what comes from there to another place may pass the link too.
struct AllToAllBytes {
  Bytes within;     // sent to GPUs of the own domain
  Bytes leaving;    // of the domain
  Bytes over_link;  // all that a GPU's link carries
  Seconds on_link;  // how long that takes
  CollectiveWay way = CollectiveWay::pairwise;
};
/// The longer of both legs, with the framework's start. Zero for a group of one.
[[nodiscard]] CollectiveCost all_to_all_cost(const AllToAllBytes& bytes, const GroupSpan& group,
                                             const Cluster& cluster);

/// What the scale-up link carries of such traffic, a direction: its usual share.
[[nodiscard]] BytesPerSecond all_to_all_link_rate(const GroupSpan& group, const Cluster& cluster);

/// As nccl-tests would print it, without the framework's start: whole / time, and that times the bus factor.
struct MeasuredBandwidth {
  BytesPerSecond algorithm, bus;
};
[[nodiscard]] MeasuredBandwidth bandwidth_of(const CollectiveCost& cost, Collective collective, Bytes whole,
                                             std::int64_t size);

}  // namespace shardscope
