// What a schedule is, as one value: its words, where it puts the chunks, which counts it takes, its order of passes,
// its closed forms. Each schedule's file (gpipe.cpp, zb_v.cpp, ...) defines one, named in schedule_kind.h; everything
// that the rest of the program asks of a schedule is asked of that value. p: ranks; m: micro-batches; v: chunks per
// rank; r: a rank, from 0; F, B, W: forward, input and weight gradient of one chunk.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/base/saturating.h"
#include "core/pipeline/pass_times.h"
#include "core/pipeline/schedule.h"
#include "core/schedules/schedule_kind.h"

namespace shardscope {

/// What a schedule is made from. Those that are searched for look at times and limit; the others' order follows from
/// the counts.
struct ScheduleRequest {
  ScheduleKind kind = ScheduleKind::one_f_one_b;
  std::int32_t ranks = 1, virtual_stages = 1, micro_batches = 1;
  const PassTimes* times = nullptr;         // null: forward, input and weight pass take 1 each, transfers 0
  std::optional<double> memory_limit = {};  // micro-batch-chunks that a rank may hold
};

/// The passes of every rank, in the order in which it runs them.
using Orders = std::vector<std::vector<Pass>>;

/// What a schedule asks of its counts beyond 1 of each. schedule_rules.h puts into words what is broken.
struct ScheduleCounts {
  static constexpr std::int32_t no_limit = std::numeric_limits<std::int32_t>::max();

  std::int32_t chunks_min = 1, chunks_max = 1;  // as plan.virtual_stages has them; in a V both 1 and 2 mean its arms
  bool even = false;                            // ranks and micro-batches, half of these in either direction
  bool rounds_of_ranks = false;                 // micro-batches go in groups of as many as there are ranks
  std::int32_t micro_batches_per_rank_min = 0;
  bool in_slots = false;  // found in a grid of slots, which grows with the square of the ranks
};

/// What closed forms are of.
struct ScheduleSize {
  double p = 1, m = 1, v = 1;
};

struct ScheduleWays {
  Choice choice = {};                  // JSON name, title, help
  std::string_view short_title = {};   // where the title is too long; empty: the title
  std::string_view bubble_words = {};  // with equal stages and no transfer time
  std::string_view memory_words = {};  // what a rank holds at most
  std::string_view valid_words = {};   // which counts it takes
  std::string_view paper = {};

  StagePlacement placement = StagePlacement::loop;
  bool splits_backward = false;  // weight passes of their own
  bool overlaps_passes = false;  // forwards beside backwards: PassTimes::overlapped counts
  bool runs_backward = true;   // without: inference over prompts. No gradients, no optimizer, nothing recomputed, and a
                               // forward keeps nothing once it has ended
  bool tried_unasked = false;  // by a search of plans that isn't told which schedules to try
  bool one_by_one = false;     // rank r warms up with p - r - 1 forwards, then a forward and a whole backward in turn
  ScheduleCounts counts = {};

  Orders (*orders)(const ScheduleRequest& request) = nullptr;
  std::int32_t (*memory_limit_min)(const ScheduleRequest& request) = nullptr;  // of one searched for: below it none is
  std::string_view memory_limit_advice = {};                                   // what else to do below it
  double (*bubble)(ScheduleSize) = nullptr;          // of the makespan, F = B = W; null: no closed form
  double (*held)(ScheduleSize, double r) = nullptr;  // chunks that rank r holds at most; null: its limit

  /// Whether the order is searched for: it depends on times and memory limit.
  [[nodiscard]] constexpr bool searched() const { return memory_limit_min != nullptr; }
  /// Whether a plan says how many chunks a rank holds.
  [[nodiscard]] constexpr bool takes_chunks() const { return counts.chunks_max == ScheduleCounts::no_limit; }
  /// Whether the pipeline fills and drains once, with whatever pass times: the bubble is fill_and_drain().
  [[nodiscard]] bool fills_once() const;
  /// Chunks that a rank holds: 2 in V and mirrored schedules, else as many as the plan has virtual stages.
  [[nodiscard]] constexpr std::int64_t chunks_per_rank(std::int64_t virtual_stages) const {
    return goes_round() ? virtual_stages : 2;
  }
  /// Whether a micro-batch goes through all ranks for each chunk, and from the last back to the first between them.
  [[nodiscard]] constexpr bool goes_round() const { return placement == StagePlacement::loop; }
  /// How many ranks hold a stage: 2 in mirrored schedules.
  [[nodiscard]] constexpr std::int64_t copies_of_model() const { return shardscope::copies_of_model(placement); }
  /// Chunks of a rank that a micro-batch runs through: those of one copy of the model.
  [[nodiscard]] constexpr std::int64_t chunks_of_model(std::int64_t virtual_stages) const {
    return chunks_per_rank(virtual_stages) / copies_of_model();
  }
  /// Stages of the model: whoever counts them asks here.
  [[nodiscard]] constexpr std::int64_t stages(std::int64_t ranks, std::int64_t virtual_stages) const {
    return saturating_product({ranks, chunks_of_model(virtual_stages)});
  }
};

/// Each schedule's value, from its own file.
namespace schedules {
extern const ScheduleWays SHARDSCOPE_SCHEDULES;

inline constexpr std::string_view any_counts = "any p and m; one chunk per rank";
inline constexpr std::string_view any_counts_v = "any p and m; two chunks per rank, the arms of a V";
inline constexpr std::string_view zero_bubble = "Qi et al. 2024, Zero Bubble Pipeline Parallelism";
inline constexpr std::string_view controllable = "Qi et al. 2024, Pipeline Parallelism with Controllable Memory";
}  // namespace schedules

/// Idle share of a rank's time with equal stages and no transfer time, where each pass waits once for the pipeline to
/// fill and once to drain: (p-1)/(v·m+p-1), in [0, 1). Over the makespan; Narayanan et al. 2021, sections 2.2.1 and
/// 2.2.2, divide by the ideal time instead.
[[nodiscard]] constexpr double fill_and_drain(ScheduleSize of) {
  return (of.p - 1) / (of.v * of.m + of.p - 1);
}

inline bool ScheduleWays::fills_once() const {
  return bubble == fill_and_drain;
}

/// For schedules that are written down rank by rank: `of_rank` gives a rank's passes.
template <std::vector<Pass> (*of_rank)(const ScheduleRequest& request, std::int32_t rank)>
Orders rank_by_rank(const ScheduleRequest& request) {
  Orders orders;
  orders.reserve(static_cast<std::size_t>(request.ranks));
  for (std::int32_t rank = 0; rank < request.ranks; ++rank) orders.push_back(of_rank(request, rank));
  return orders;
}

}  // namespace shardscope
