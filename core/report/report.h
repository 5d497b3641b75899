// core/report: all that evaluate() says of a scenario, as plain values. Its JSON is a contract (core/report_json).
// This file only puts it together: each part is declared in the folder that computes it; what pools and sites add,
// which needs reports of other plans, is here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/memory/memory.h"
#include "core/pipeline/timeline.h"
#include "core/run/run_report.h"
#include "core/scenario/scenario.h"
#include "core/step/communication.h"
#include "core/step/flops/throughput.h"
#include "core/step/level_loads.h"
#include "core/step/time_report.h"
#include "core/transformer/parameter_counts.h"

namespace shardscope {

/// What several sites cost.
struct SitesReport {
  std::int64_t sites = 1;
  Seconds exchange;       // of the gradients' (or, after local steps, the outer) exchange, hidden or not
  Seconds step_on_one;    // the same GPUs on one site
  double efficiency = 1;  // step_on_one over the step
};

/// One pool's share in a mixed cluster.
struct PoolShare {
  std::string gpu;
  std::int64_t gpus = 0, replicas = 0, micro_batches = 0;  // micro-batches of its busiest replica
  std::int64_t stages = 0, layers = 0;                     // where pools hold stages
  Seconds time;                                            // until its part of the step is done
  Bytes memory, capacity;                                  // of its fullest GPU
};

struct PoolsReport {
  bool by_stages = false;  // pools hold stages instead of replicas
  std::vector<PoolShare> shares;
  std::size_t slowest = 0;                 // share that the step waits for
  std::vector<std::int64_t> stage_layers;  // where pools hold stages: each one's layers,
  std::vector<std::size_t> pool_of_stage;  // and its pool
  Seconds step;
  double tokens_per_second = 0;
  double lost_to_waiting = 0;       // against every pool at its own pace
  double lost_to_slower_kinds = 0;  // against as many GPUs of the fastest pool's kind
};

/// Why a mixed cluster's pools share a plan in neither way; both empty where they do, and on a cluster of one kind.
struct PoolsRefusal {
  std::string_view replicas, stages;
};

/// What one plan comes to, its ranks on GPUs of one kind or as pools share them.
struct PlanReport {
  Scenario scenario;              // as evaluated, defaults filled in
  std::vector<Problem> problems;  // of the scenario's rules and its schedule's
  bool valid = false;             // no error among the problems
  std::vector<StageContent> layout;
  ParameterCounts parameters;
  MemoryReport memory;
  std::optional<TimeReport> time;  // absent where no schedule or no peak of the precision makes it computable
  std::optional<Timeline> timeline;
  std::optional<Throughput> throughput;
  std::vector<Communication> communication;
  std::vector<LevelLoad> network;  // hottest first
};

/// The problems are then also what core/advice says.
struct Report : PlanReport {
  bool fits = false;
  std::optional<SitesReport> sites;
  std::optional<PoolsReport> pools;
  PoolsRefusal unshared;
  RunReport run;
};

}  // namespace shardscope
