// The simulated step: every pass of every rank with its start and end.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/pipeline/pass_times.h"
#include "core/pipeline/schedule.h"
#include "core/pipeline/stragglers.h"

namespace shardscope {

/// An overlapped pair shares its time in proportion to what each part takes alone, forward first; what either gives
/// is there when both have ended.
struct PassRecord {
  double start = 0, end = 0;  // seconds from the step's start
  Pass pass;
};
static_assert(sizeof(PassRecord) <= 24);

struct Timeline {
  std::int32_t ranks = 0, virtual_stages = 1, micro_batches = 0;
  StagePlacement placement = StagePlacement::loop;
  std::vector<std::size_t> lane_begin;  // ranks + 1 offsets into records; rank r's passes in the order of time
  std::vector<PassRecord> records;
  std::vector<Seconds> busy;       // per rank
  std::vector<Seconds> recompute;  // at the start of each backward; [rank · virtual_stages + chunk]; jitter left out
  std::vector<Seconds> transfer_from;  // what a transfer takes, as PassTimes has it
  bool transfers_block = false;        // and whether both ends stand still meanwhile
  Seconds makespan;                    // from 0 to the last end

  [[nodiscard]] std::span<const PassRecord> lane(std::int32_t rank) const {
    const auto r = static_cast<std::size_t>(rank);
    return {records.data() + lane_begin[r], lane_begin[r + 1] - lane_begin[r]};
  }
  /// Idle share of all ranks' time in the makespan; in [0, 1).
  [[nodiscard]] double bubble_fraction() const;
};

/// Seconds from `start` to `end` of the step.
struct TimeRange {
  double start = 0, end = 0;

  [[nodiscard]] double length() const { return end - start; }
  bool operator==(const TimeRange&) const = default;
};

/// What a rank does after its last pass: exposed gradient exchange, a wait for all others', the optimizer's step, then
/// what the next step's first forwards don't hide of the parameters' way back.
struct StepEnd {
  TimeRange gradients, optimizer, parameters;
};

#define SHARDSCOPE_EXCHANGE_KIND(name) name(gradients) name(parameters)
SHARDSCOPE_NAMED(ExchangeKind, SHARDSCOPE_EXCHANGE_KIND)

/// One bucket of a rank's data-parallel exchange as it runs, hidden or not. Parameters may set off before second 0:
/// then they do so in the step before, after its optimizer.
struct ExchangeRecord {
  double start = 0, end = 0;  // seconds from the step's start
  ExchangeKind kind = ExchangeKind::gradients;
  std::uint16_t chunk = 0;
  std::int32_t bucket = 0;  // of the chunk and kind, in the order of the stream
};

/// Of exchanges by rank those of one; nothing where there are none.
[[nodiscard]] inline std::span<const ExchangeRecord> exchange_of(std::span<const std::vector<ExchangeRecord>> exchange,
                                                                 std::int32_t rank) {
  const auto r = static_cast<std::size_t>(rank);
  if (r >= exchange.size()) return {};
  return exchange[r];
}

/// Runs the schedule in one walk over the dependency order. times.stages has schedule.stages() entries. Stragglers
/// and jitter stretch passes where they run; the order stays, and so do transfers. An overlapped pair has one factor.
/// In the same walk, where asked for: the makespan if transfers took no time. Once a stop is asked for it returns soon,
/// with passes that have no times.
[[nodiscard]] Timeline simulate(const Schedule& schedule, const PassTimes& times, const Stragglers& stragglers = {},
                                Seconds* makespan_without_transfers = nullptr, const std::stop_token& stop = {});

/// The most that each rank holds at once, where stage k's forward takes chunk_cost[k] until its last backward pass ends
/// (weight pass where split). chunk_cost has schedule.stages() entries. With all costs 1: the peak of
/// micro-batch-chunks in flight. One entry per rank.
/// Depends on the order alone, not on times.
[[nodiscard]] std::vector<double> peak_held(const Schedule& schedule, std::span<const double> chunk_cost);

/// What of one micro-batch is held, in whatever unit.
struct HoldingCosts {
  std::span<const double> kept;    // per stage: from its forward to the pass that ends its backward
  std::span<const double> redone;  // per stage: what an input-gradient pass makes again and the weight gradient needs
                                   // too, so that it stays until then; empty: nothing
  std::span<const double> beside;  // per rank: there while a whole backward pass runs; empty: nothing
  /// Per rank: there with it, in what others gave back. Nothing more is held, but more was asked for; empty: nothing.
  std::span<const double> hidden = {};
};

/// A rank at the moment at which it holds most; of equal ones that with most micro-batches, while a backward runs.
struct HeldAtPeak {
  std::vector<std::int32_t> chunks;  // micro-batches of each chunk
  std::vector<std::int32_t> redone;  // of them those whose input gradient has run and whose weight gradient hasn't
  bool in_backward = false;          // while a whole backward pass runs
  double freed = 0;                  // that some other moment, with what is hidden there, takes beyond this one

  bool operator==(const HeldAtPeak&) const = default;
};
/// One entry per rank.
[[nodiscard]] std::vector<HeldAtPeak> held_at_peak(const Schedule& schedule, const HoldingCosts& costs);

}  // namespace shardscope
