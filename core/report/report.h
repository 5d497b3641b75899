// All that evaluate() says of a scenario, as plain values. Its JSON is a contract (report_json.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/base/units.h"
#include "core/cluster/algorithms.h"
#include "core/cluster/level_kind.h"
#include "core/hardware/placement.h"
#include "core/memory/memory.h"
#include "core/pipeline/timeline.h"
#include "core/run/run_report.h"
#include "core/scenario/scenario.h"
#include "core/step/constant_kinds.h"
#include "core/transformer/parameter_counts.h"

namespace shardscope {

/// Exposed seconds on the critical rank, the one with most to do; they add up to the step. Its bubble is what it waits
/// for others. The first two split `compute`.
struct StepBreakdown {
  Seconds compute_at_peak;     // the step's model FLOPs of this rank at the precision's dense peak
  Seconds compute_below_peak;  // what real kernels, memory-bound operations and launches add
  Seconds recompute, tp_comm, cp_comm, ep_comm, pp_comm, dp_comm, bubble, optimizer, other;

  [[nodiscard]] Seconds compute() const { return compute_at_peak + compute_below_peak; }
  [[nodiscard]] Seconds total() const {
    return compute() + recompute + tp_comm + cp_comm + ep_comm + pp_comm + dp_comm + bubble + optimizer + other;
  }
};

/// One pipeline rank over a whole step.
struct StageTime {
  Seconds forward, recompute, backward_input, backward_weight;  // of one micro-batch, all chunks
  Seconds idle;                                                 // within the pipeline's makespan
};

/// What a GPU computes for one micro-batch in the passes of one stage (one chunk of layers).
struct PassFlops {
  Flops forward, recompute, backward_input, backward_weight;
};

/// Of the embedding's and the loss's own passes.
struct EndFlops {
  PassFlops embedding, loss;
};

/// Indexed by GroupKind.
using BytesByKind = std::array<Bytes, group_kinds>;

struct SecondsRange {
  Seconds low, high;
};

struct TimeReport {
  Seconds step;
  Seconds outer_exchange;   // one exchange after local steps; 0 where sites exchange every step
  SecondsRange range;       // in which four of five measured steps would lie (core/step/spread.h)
  SpreadParts range_parts;  // what makes the range
  StepBreakdown breakdown;
  std::int32_t critical_rank = 0;
  std::vector<StageTime> stages;      // a pipeline rank
  std::vector<PassFlops> pass_flops;  // a stage, in the model's order
  EndFlops end_flops;                 // with plan.end_passes; the stages are then without them
  std::vector<StepTail> tails;
  std::vector<std::vector<ExchangeRecord>> exchange;  // a pipeline rank: the buckets of its data-parallel exchange
  std::vector<BytesByKind> sent;                      // a pipeline rank: what one GPU of it sends in a step
};

/// Of a collective's bytes, those that a GPU's share of one level's links carries. There members `apart` places from
/// each other in their group meet, within runs of `within` places.
struct HopTraffic {
  LevelKind level = LevelKind::gpu;
  double share = 0;
  std::int64_t apart = 1, within = 1;
};

struct Communication {
  GroupKind kind = GroupKind::tp;
  std::string_view collective;  // "all-gather and reduce-scatter"
  std::string_view algorithm;   // "ring"
  std::int64_t group_size = 1;
  Level crosses = Level::gpu;
  Bytes bytes_per_gpu_per_step;
  Seconds time, exposed;
  BytesPerSecond algorithm_bandwidth, bus_bandwidth;  // of one collective, as nccl-tests count them
  std::vector<LevelKind> levels;                      // that the group's traffic crosses, the nearest first
  CollectiveWay way = CollectiveWay::none;            // `algorithm` as a value
  std::vector<HopTraffic> hops;                       // over those levels
};

/// One level's links, as a step loads them: of the GPU that sends most through it.
struct LevelLoad {
  LevelKind level = LevelKind::gpu;
  std::int64_t gpus = 1;    // of one unit
  BytesPerSecond capacity;  // a GPU's share of the unit's links up, one direction
  Bytes bytes;              // that a GPU sends through them in a step
  Seconds busy;             // how long that takes
  double load = 0;          // of the step
  BytesByKind by_kind;      // the bytes, by whose traffic they are
};

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
  double loss_to_waiting = 0;  // against every pool at its own pace
  double loss_to_uniform = 0;  // against as many GPUs of the fastest pool's kind
};

struct Throughput {
  double tokens_per_second = 0, tokens_per_second_per_gpu = 0;
  FlopsPerSecond model_flops_per_gpu, hardware_flops_per_gpu;
  FlopsPerSecond peak_flops;  // dense, of the scenario's precision: the divisor of mfu and hfu
  double mfu = 0, hfu = 0;
  struct ByConvention {
    FlopsPerSecond model_flops_per_gpu;
    double mfu = 0;
  };
  std::array<ByConvention, flops_convention_count> by_convention = {};  // indexed by FlopsConvention
};

struct Report {
  Scenario scenario;  // as evaluated, defaults filled in
  std::vector<Problem> problems;
  bool valid = false;  // no error among the problems
  bool fits = false;
  std::vector<StageContent> layout;
  ParameterCounts parameters;
  MemoryReport memory;
  std::optional<TimeReport> time;  // absent where no schedule or no peak of the precision makes it computable
  std::optional<Timeline> timeline;
  std::optional<Throughput> throughput;
  std::vector<Communication> communication;
  std::vector<LevelLoad> network;  // hottest first
  std::optional<SitesReport> sites;
  std::optional<PoolsReport> pools;
  RunReport run;
};

}  // namespace shardscope
