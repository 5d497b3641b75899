// What all replicas wait for the slowest of them where passes jitter.
#pragma once

#include <cstdint>

#include "core/base/units.h"
#include "core/pipeline/timeline.h"

namespace shardscope {

/// By how many standard deviations the slowest of so many replicas is behind the mean one: the largest of `replicas`
/// standard normal values, drawn once for a seed. Its distribution is F^n (David and Nagaraja 2003, "Order Statistics",
/// equation 2.1.1), so the value is where F is u^(1/n) for a uniform u. 0 for one replica, never below 0.
[[nodiscard]] double slowest_deviation(std::uint64_t seed, double replicas);

/// A replica's passes on the rank that sets the pace vary independently by stragglers.jitter, so the standard deviation
/// of their sum is jitter times the root of their squares' sum. Nothing without jitter.
[[nodiscard]] Seconds wait_for_slowest(const Timeline& timeline, std::int32_t rank, const Stragglers& stragglers,
                                       double replicas);

}  // namespace shardscope
