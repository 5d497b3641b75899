// What the tests of the rules share: a scenario without any problem, and the problems of one rule.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/validate/validate.h"

namespace shardscope::tests {

/// Llama 3 405B's shape on 1,024 GPUs: tp 8, pp 8 (126 layers: 120 here, to be even), dp 16, 64 micro-batches.
inline Scenario sound_scenario() {
  Scenario s;
  s.model.num_hidden_layers = 120;
  s.model.hidden_size = 16384;
  s.model.num_attention_heads = 128;
  s.model.num_key_value_heads = 8;
  s.model.intermediate_size = 53248;
  s.model.vocab_size = 128256;
  s.model.max_position_embeddings = 131072;
  s.cluster.gpus = 1024;
  s.cluster.gpu.title = "H100";
  s.cluster.gpu.peak_flops.bf16 = s.cluster.gpu.peak_flops.fp16 = 989e12;
  s.cluster.gpu.peak_flops.fp8 = 1979e12;
  s.cluster.gpu.memory_bytes = 80e9;
  s.cluster.gpu.memory_bandwidth = 3.35e12;
  s.cluster.gpu.scale_up_bandwidth = 450e9;
  s.plan.tp = 8;
  s.plan.pp = 8;
  s.plan.sequence_length = 8192;
  s.plan.micro_batch = 1;
  s.plan.global_batch = 1024;
  return s;
}

/// The same as a mixture of 64 experts, 8 of them routed, over 16 ranks.
inline Scenario sound_mixture() {
  Scenario s = sound_scenario();
  s.model.num_experts = 64;
  s.model.num_experts_per_tok = 8;
  s.model.moe_intermediate_size = 4096;
  s.plan.ep = 16;
  return s;
}

using Edit = std::function<void(Scenario&)>;

inline Scenario edited(Scenario scenario, const Edit& edit) {
  edit(scenario);
  return scenario;
}

/// The problems that one rule has with the scenario, its defaults filled in.
inline std::vector<Problem> problems_by(std::string_view rule, const Scenario& scenario) {
  std::vector<Problem> found;
  for (const Problem& problem : validate(with_defaults(scenario)))
    if (problem.rule == rule) found.push_back(problem);
  return found;
}

/// A breach of a rule: what is edited, and what is said of it.
struct Breach {
  std::string_view rule;
  Severity severity = Severity::error;
  Edit edit;
  std::string path, message;
};

/// The rule has one problem with the edited scenario, with this path and message, and none without the edit.
inline void check_breach(const Breach& breach, const Scenario& sound) {
  CAPTURE(breach.rule);
  CAPTURE(breach.message);
  CHECK(problems_by(breach.rule, sound).empty());
  const std::vector<Problem> problems = problems_by(breach.rule, edited(sound, breach.edit));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].severity == breach.severity);
  CHECK(problems[0].path == breach.path);
  CHECK(problems[0].message == breach.message);
}

}  // namespace shardscope::tests
