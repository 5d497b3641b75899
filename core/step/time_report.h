// Where the seconds of a step go, as a report has them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/constants/constant_kinds.h"
#include "core/pipeline/timeline.h"
#include "core/step/communication.h"

namespace shardscope {

/// Exposed seconds on the critical rank, the one with most to do; they add up to the step. Its bubble is what it waits
/// for others. The first two split `compute`.
struct StepBreakdown {
  Seconds compute_at_peak;     // the step's model FLOPs of this rank at the precision's dense peak
  Seconds compute_below_peak;  // what real kernels, memory-bound operations and launches add
  Seconds recompute, tp_comm, cp_comm, ep_comm, pp_comm, dp_comm, bubble, optimizer, other;

  [[nodiscard]] Seconds compute() const { return compute_at_peak + compute_below_peak; }
  [[nodiscard]] Seconds total() const;
};

/// A part beside compute, as documents call it.
struct BreakdownPart {
  std::string_view name;
  Seconds StepBreakdown::*seconds;
};
/// All of them, in the order in which documents list them.
inline constexpr std::array breakdown_parts = {
    BreakdownPart{"recompute", &StepBreakdown::recompute}, BreakdownPart{"tp_comm", &StepBreakdown::tp_comm},
    BreakdownPart{"cp_comm", &StepBreakdown::cp_comm},     BreakdownPart{"ep_comm", &StepBreakdown::ep_comm},
    BreakdownPart{"pp_comm", &StepBreakdown::pp_comm},     BreakdownPart{"dp_comm", &StepBreakdown::dp_comm},
    BreakdownPart{"bubble", &StepBreakdown::bubble},       BreakdownPart{"optimizer", &StepBreakdown::optimizer},
    BreakdownPart{"other", &StepBreakdown::other}};
static_assert(sizeof(StepBreakdown) == (2 + breakdown_parts.size()) * sizeof(Seconds), "each part has a row");

inline Seconds StepBreakdown::total() const {
  Seconds sum = compute();
  for (const BreakdownPart& part : breakdown_parts) sum += this->*part.seconds;
  return sum;
}

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

struct SecondsRange {
  Seconds low, high;
};

/// A constant's part of the step's range: what it governs, and how far it may be off.
struct RangePart {
  std::string_view name;
  Seconds governs;
  ConstantSpread spread;
};
/// One entry per ConstantKind, in their order.
using RangeParts = std::array<RangePart, count_of<ConstantKind>>;

struct TimeReport {
  Seconds step;
  Seconds outer_exchange;  // one exchange after local steps; 0 where sites exchange every step
  SecondsRange range;      // in which four of five measured steps would lie (core/step/step_range.h)
  RangeParts range_parts;  // what makes the range
  StepBreakdown breakdown;
  std::int32_t critical_rank = 0;
  std::vector<StageTime> stages;      // a pipeline rank
  std::vector<PassFlops> pass_flops;  // a stage, in the model's order
  EndFlops end_flops;                 // with plan.end_passes; the stages are then without them
  std::vector<StepEnd> step_ends;
  std::vector<std::vector<ExchangeRecord>> exchange;  // a pipeline rank: the buckets of its data-parallel exchange
  std::vector<CarriedByKind> sent;                    // a pipeline rank: what one GPU of it sends in a step
  std::vector<Bytes> expert_rows_sent;                // the same: of the kind tp the rows of split experts
};

/// What one GPU of a pipeline rank sends of what a row of the report's communication is about.
[[nodiscard]] inline Bytes sent_of(const TimeReport& time, std::size_t rank, const Communication& row) {
  const Bytes kind = time.sent[rank][index_of(row.kind)].sent;
  if (row.kind != GroupKind::tp) return kind;
  return row.expert_rows ? time.expert_rows_sent[rank] : kind - time.expert_rows_sent[rank];
}

}  // namespace shardscope
