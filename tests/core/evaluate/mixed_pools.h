// Clusters of two pools, as the tests of splits over pools take them.
#pragma once

#include "tests/core/step/preset_scenarios.h"

namespace shardscope {

inline Pool pool_of(const char* gpu, std::int64_t gpus) {
  return {*all_presets().gpu(gpu), gpus, {}, {}, {}};
}

/// GPT-3 with tp 8 over two pools.
inline Scenario mixed(const Pool& first, const Pool& second, std::int64_t pp, std::int64_t batch) {
  Scenario scenario = gpt3_on(8, pp, (first.gpus + second.gpus) / (8 * pp));
  scenario.cluster.pools = {first, second};
  scenario.cluster.gpu = first.gpu;
  scenario.cluster.gpus = first.gpus + second.gpus;
  scenario.plan.global_batch = batch;
  return scenario;
}

}  // namespace shardscope
