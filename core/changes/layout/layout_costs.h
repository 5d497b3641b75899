// What an assignment of blocks to stages costs, in time and memory, fast enough to try many: each stage's content is
// costed once, by the functions that evaluate() takes, and kept here.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/changes/layout/cuts.h"
#include "core/hardware/operation_time.h"
#include "core/pipeline/stragglers.h"
#include "core/report/report.h"
#include "core/step/step.h"

namespace shardscope {

/// A step's length and the most that a GPU holds in it.
struct LayoutResult {
  Seconds step;
  Bytes peak;
  std::int64_t peak_rank = 0;
};

class LayoutCosts {
 public:
  /// Of a report that is valid and has its time. The report outlives it.
  LayoutCosts(const Report& report, const MachineSpeed& speed);

  [[nodiscard]] const BlockRow& row() const { return row_; }
  [[nodiscard]] std::int64_t stages() const { return static_cast<std::int64_t>(report_.layout.size()); }
  /// Whether a rank holds one stage and what it holds of it doesn't follow from the layout, so that the stages' costs
  /// say it all: one virtual stage, a schedule that isn't searched for, no jitter.
  [[nodiscard]] bool stage_by_stage() const { return stage_by_stage_; }

  /// The step and the peak as evaluate() has them.
  [[nodiscard]] LayoutResult measure(const Cuts& cuts);
  /// Passes that a measure simulates.
  [[nodiscard]] std::int64_t passes() const;

  /// Bytes of stage `stage` with blocks begin, …, end-1. Where stage_by_stage().
  [[nodiscard]] double memory(std::int64_t stage, std::int64_t begin, std::int64_t end);
  /// Seconds that a step with such a stage takes at least, wherever the other cuts are. Where stage_by_stage(): the
  /// longest way through the step's passes that this stage's blocks alone decide: on from the first micro-batch's
  /// forwards, all of this stage's own work, and back; where ScheduleWays::one_by_one also by way of the stages behind,
  /// before the first backward, after the last forward, and both.
  [[nodiscard]] double step_bound(std::int64_t stage, std::int64_t begin, std::int64_t end);
  /// What the passes of these blocks take of one micro-batch on a rank.
  [[nodiscard]] double busy(std::int64_t rank, std::int64_t begin, std::int64_t end);

 private:
  struct Piece {
    StageContent content;
    StageCost cost;
    StageTimes times;
    double exposed = 0, optimizer = 0;  // seconds: of its gradients behind its last pass, of the optimizer
    std::vector<double> memory;         // by rank; empty until asked for
  };

  void sum_blocks();
  void bound_step_ends();
  [[nodiscard]] StageContent content_of(std::int64_t begin, std::int64_t end) const;
  [[nodiscard]] Piece& piece(std::int64_t begin, std::int64_t end);
  [[nodiscard]] double end_bound(std::int64_t stage, std::int64_t begin, std::int64_t end, const StageTimes& own) const;

  const Report& report_;
  const Scenario& scenario_;
  MachineSpeed speed_;
  BlockRow row_;
  bool stage_by_stage_ = false;
  std::optional<Schedule> schedule_;  // absent where its order follows from the times
  BlockCosts blocks_;
  Stragglers stragglers_;
  double transfer_ = 0;
  double first_exposed_ = 0, optimizer_ = 0;  // of the exchange on the first rank, of the slowest optimizer: at least
  std::vector<std::int64_t> moe_before_;      // MoE layers among the first n
  std::vector<double> forward_before_, input_before_, whole_before_;  // seconds of the blocks before each, at least
  std::vector<RankHeld> held_;
  std::unordered_map<std::uint64_t, Piece> pieces_;
};

}  // namespace shardscope
