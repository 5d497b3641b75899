// The scenarios that the benchmarks run.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/presets/presets.h"
#include "tests/source_path.h"

namespace shardscope::bench {

inline Presets shipped_presets() {
  const Outcome<Presets> presets = load_presets(source_path("presets"));
  if (succeeded(presets)) return value_of(presets);
  for (const Problem& problem : problems_of(presets)) std::fprintf(stderr, "%s\n", line_of(problem, "presets").c_str());
  std::exit(1);
}

/// 64 stages of two layers each, 1,024 micro-batches per step.
inline Scenario deep_pipeline(const Presets& presets) {
  Scenario scenario = *presets.scenario("gpt4-25k-a100");
  scenario.model.num_hidden_layers = 128;
  scenario.plan.tp = 8;
  scenario.plan.pp = 64;
  scenario.plan.dp = 48;
  scenario.plan.global_batch = 48 * 1024;
  return scenario;
}

}  // namespace shardscope::bench
