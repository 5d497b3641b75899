// core/lab: pipeline schedules without a model, as papers draw them.
// In: a LabScenario (ranks, micro-batches, virtual stages, times of one pass in units). Out: one schedule run on it as
// a LabRun (lab.h), and all schedules as points of bubble against peak memory, with their front (points.h). Every
// schedule runs the same model: what a rank holds of it is `virtual_stages` chunks of the given times, and one that
// cuts it into fewer or more chunks has passes as much longer or shorter. So ends and peaks compare.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/pipeline/critical_path.h"
#include "core/pipeline/held_index.h"
#include "core/pipeline/timeline_index.h"
#include "core/schedules/schedules.h"

namespace shardscope {

/// The values a person sets. Times are of one chunk and one micro-batch, in units of the lab's own.
struct LabScenario {
  std::int32_t ranks = 8, micro_batches = 16, virtual_stages = 2;
  double forward = 1, backward_input = 1, backward_weight = 1;
  double transfer = 0;                            // from one rank to another; keeps neither busy
  std::optional<std::int32_t> memory_limit = {};  // chunks that a rank may hold; none: what 1F1B holds on rank 0
  Stragglers stragglers = {};                     // a slow rank, jitter

  bool operator==(const LabScenario&) const = default;

  /// The limit in force, in chunks.
  [[nodiscard]] std::int32_t limit() const { return memory_limit.value_or(ranks * virtual_stages); }
  /// The limit in micro-batches per rank: whole ones, of all its chunks.
  [[nodiscard]] double limit_in_micro_batches() const {
    return static_cast<double>(limit()) / static_cast<double>(virtual_stages);
  }
};

/// One schedule, run.
struct LabRun {
  ScheduleKind kind = ScheduleKind::one_f_one_b;
  Schedule schedule;
  Timeline timeline;
  TimelineIndex index;
  HeldIndex held;  // in micro-batches per rank
  CriticalPath critical;
  double pass_scale = 1;                  // a pass of this schedule takes so many times the lab's time of one
  double micro_batches_per_chunk = 1;     // what holding one chunk of one micro-batch counts for
  std::vector<std::int32_t> peak_chunks;  // a rank

  [[nodiscard]] double makespan() const { return timeline.makespan.value; }
  [[nodiscard]] double bubble() const { return timeline.bubble_fraction(); }
  /// The rank that holds most, the first of equals.
  [[nodiscard]] std::int32_t peak_rank() const;
  [[nodiscard]] bool same_peak_everywhere() const;
  [[nodiscard]] double peak_micro_batches() const;
};

/// The schedule on these values, or in words why it can't run with them.
[[nodiscard]] Outcome<LabRun> lab_run(const LabScenario& lab, ScheduleKind kind);

/// What make_schedule() and simulate() are given: the same model whatever the schedule.
struct LabRequest {
  ScheduleRequest request;  // its times point to nothing: set them to `times`
  PassTimes times;
  double pass_scale = 1, micro_batches_per_chunk = 1;
};
[[nodiscard]] LabRequest lab_request(const LabScenario& lab, ScheduleKind kind);

}  // namespace shardscope
