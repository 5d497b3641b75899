// A few measured runs as text, for the tests of core/measured and of what prints them.
#pragma once

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>

#include "core/measured/read_runs.h"
#include "core/measured/run_group.h"
#include "tests/core/scenario/cases.h"

namespace shardscope::tests {

/// The group of that name.
inline RunGroup run_group(std::string_view name) {
  const std::optional<RunGroup> group = group_from(name);
  REQUIRE(group);
  return *group;
}

/// Four runs: dense and MoE, one whose FLOPs are counted in an unknown way, one whose plan is impossible.
inline const std::string few_runs = R"({"shardscope_runs": 1,
  "models": {"own-7b": {"num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32,
                        "intermediate_size": 11008, "vocab_size": 32000}},
  "runs": [
    {"id": "one", "source": "Lab/repo table 1", "framework": "lab", "kind": "dense", "quality": "high", "notes": "words",
     "scenario": {"model": "own-7b", "cluster": {"gpu": "A100-80", "gpus": 8},
       "plan": {"tp": 8, "sequence_length": 4096, "micro_batch": 1, "global_batch": 8}, "flops_convention": "palm"},
     "measured": {"step_seconds": 3, "mfu": 0.4, "peak_memory_bytes": 20e9, "memory_kind": "reserved"},
     "scale_out": "8 x 200 Gb/s", "rival": {"name": "Other 1.0", "step_seconds": 3.3, "memory_error_pct": -10}},
    {"id": "two", "source": "Lab/repo table 2", "framework": "lab", "kind": "moe", "quality": "high",
     "scenario": {"model": "mixtral-8x7b", "cluster": {"gpu": "h100-sxm", "gpus": 64},
       "plan": {"tp": 4, "ep": 8, "dp": 16, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64}},
     "measured": {"step_seconds": 1.5}},
    {"id": "three", "source": "Else 2023, table 3", "framework": "lab", "kind": "dense", "quality": "low",
     "scenario": {"model": "own-7b", "cluster": {"gpu": "a100-80", "gpus": 8},
       "plan": {"tp": 8, "sequence_length": 4096, "micro_batch": 1, "global_batch": 8}, "flops_convention": "lab2023"},
     "measured": {"step_seconds": 3.5, "mfu": 0.3, "model_flops_per_gpu_per_second": 1e14}},
    {"id": "four", "source": "Else 2023, table 3", "framework": "lab", "kind": "dense",
     "scenario": {"model": "own-7b", "cluster": {"gpu": "a100-80", "gpus": 8},
       "plan": {"tp": 5, "sequence_length": 4096, "micro_batch": 1, "global_batch": 8}},
     "measured": {"step_seconds": 4}}]})";

inline std::vector<MeasuredRun> runs_of(const std::string& text) {
  Outcome<std::vector<MeasuredRun>> runs = read_runs(text, real_presets());
  if (succeeded(runs)) return std::move(std::get<0>(runs));
  for (const Problem& problem : problems_of(runs)) MESSAGE(line_of(problem, ""));
  REQUIRE(succeeded(runs));
  return {};
}

}  // namespace shardscope::tests
