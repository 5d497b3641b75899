#include "core/memory/shard_padding.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/memory/unit_sources.h"
#include "core/scenario/buffer_defaults.h"
#include "core/scenario/software_traits.h"

namespace shardscope {

namespace {

/// One GPU's part of what buckets of equal size lack to a multiple of `unit`. Whole numbers until the last division.
double padding_of(double values, double buckets, double unit, double ranks) {
  return (std::ceil(values / (buckets * unit)) * unit * buckets - values) / ranks;
}

double common_multiple(double ranks) {
  constexpr std::int64_t alignment = 128;
  return static_cast<double>(std::lcm(static_cast<std::int64_t>(std::min(ranks, 1e15)), alignment));
}

}  // namespace

ShardPadding shard_padding(const Scenario& scenario, const StageParameters& parameters) {
  const Plan& plan = scenario.plan;
  const PaddedShards padded = state_traits_of(scenario.software).padded;
  const ShardGroups groups = shard_groups(plan);
  if (!shards_optimizer(plan)) return {};
  if (padded == PaddedShards::units)
    return {parameters.dense_padding, parameters.expert_padding, unit_sources(scenario.software).padding};
  if (padded == PaddedShards::groups)
    return {padding_of(parameters.dense_total(), 1, 2 * groups.dense, groups.dense),
            padding_of(parameters.expert_total(), 1, 2 * groups.experts, groups.experts),
            "DeepSpeed, runtime/zero/stage_1_and_2.py: flat groups end at a multiple of twice the ranks"};
  const std::optional<BufferDefault> bucket = buffer_sizes(plan, scenario.software).bucket_elements;
  const auto buckets = [&](double values) {
    const bool cut = bucket && bucket->value >= 1 && parameters.embedding > 0;
    return cut ? std::max(1.0, std::floor(values / bucket->value)) : 1.0;
  };
  return {padding_of(parameters.dense_total(), buckets(parameters.dense_total()), common_multiple(groups.dense),
                     groups.dense),
          padding_of(parameters.expert_total(), buckets(parameters.expert_total()), common_multiple(groups.experts),
                     groups.experts),
          "Megatron-Core, param_and_grad_buffer.py: a bucket ends at a multiple of lcm(ranks, 128)"};
}

}  // namespace shardscope
