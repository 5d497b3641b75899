// The scenarios in presets/, as tests take them: read once, defaults filled.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/presets/presets.h"
#include "core/scenario/scenario.h"
#include "tests/source_path.h"

namespace shardscope {

inline const Presets& all_presets() {
  static const Outcome<Presets> presets = load_presets(source_path("presets"));
  return value_of(presets);
}

inline Scenario preset_scenario(std::string_view name) {
  return with_defaults(*all_presets().scenario(name));
}

/// A dense GPT of GPT-3's shape on H100s, small enough to change freely.
inline Scenario gpt3_on(std::int64_t tp, std::int64_t pp, std::int64_t dp) {
  Scenario scenario;
  scenario.model = *all_presets().model("gpt3-175b");
  scenario.cluster.gpu = *all_presets().gpu("h100-sxm");
  scenario.cluster.gpus = tp * pp * dp;
  scenario.plan.tp = tp, scenario.plan.pp = pp, scenario.plan.dp = dp;
  scenario.plan.sequence_length = 2048, scenario.plan.micro_batch = 1, scenario.plan.global_batch = 16 * dp;
  return with_defaults(scenario);
}

}  // namespace shardscope
