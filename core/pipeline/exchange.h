// The data-parallel exchange of one rank beside its passes: gradients leave in buckets as the last backward passes
// make them whole, parameters come in buckets before the first forwards need them, both in order on the rank's
// communication stream. What the passes don't hide is exposed.
// Li et al. 2020, "PyTorch Distributed", section 3.2.2 (buckets); Rajbhandari et al. 2020, "ZeRO", section 5.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/pipeline/gradient_rounds.h"
#include "core/pipeline/timeline.h"

namespace shardscope {

/// One collective of a chunk's exchange.
struct Bucket {
  Seconds time;  // with nothing beside it
  /// Gradients: the share of the chunk's last backward (or weight) pass after which they are whole. Parameters: the
  /// share of its first forward that runs before they are needed.
  double share = 1;
};

/// What one chunk of a rank exchanges: gradients in the order in which they are whole, parameters in that of need.
struct ChunkBuckets {
  std::vector<Bucket> gradients, parameters;
};

/// How many times as long passes and exchange take while they run beside each other; at least 1.
struct Contention {
  double passes = 1, exchange = 1;

  /// What a second of exchange takes of the passes' own time while they share the GPU.
  [[nodiscard]] double stretch() const { return exchange > passes ? exchange / passes : 1; }
};

struct GradientExchange {
  bool overlap = true;  // else all waits for the rank's last pass
  GradientRounds rounds = GradientRounds::once;
};

struct ExchangeTimes {
  Seconds taken;    // on the communication stream
  Seconds exposed;  // by which the rank's part of the step is longer than without exchange; at most `taken`
};

/// The last pass of each chunk of a lane that makes gradients whole, and the first forward, each with the embedding's
/// and the loss's own passes beside it; empty ranges at the lane's end and start where there is none. Looks no further
/// than it must.
[[nodiscard]] std::vector<TimeRange> last_gradient_passes(std::span<const PassRecord> lane, std::size_t chunks);
[[nodiscard]] std::vector<TimeRange> first_forwards(std::span<const PassRecord> lane, std::size_t chunks);

/// Runs the gradients' buckets of a lane's chunks; `last` as last_gradient_passes() has it. Slower passes lengthen the
/// rank's own part; that they make other ranks wait is left out. Of several rounds the records are of each chunk's
/// last. Appends to `records` where given.
[[nodiscard]] ExchangeTimes run_gradients(std::span<const PassRecord> lane, std::span<const ChunkBuckets> chunks,
                                          std::span<const TimeRange> last, GradientExchange how,
                                          const Contention& contention, std::vector<ExchangeRecord>* records = nullptr);

/// How often each of a lane's chunks exchanges its gradients: at least once, though it has no pass.
[[nodiscard]] std::vector<double> rounds_of_chunks(std::span<const PassRecord> lane, std::size_t chunks,
                                                   GradientRounds rounds);

/// How long before the step's start a rank's parameters must set off at least, so that no forward waits: its stretch of
/// the passes included. `first` as first_forwards() has it. Without overlap all must be there before the first forward.
[[nodiscard]] ExchangeTimes parameters_ahead(std::span<const ChunkBuckets> chunks, std::span<const TimeRange> first,
                                             bool overlap, const Contention& contention);

/// The parameters' buckets where they set off `ahead` of the step's start.
void record_parameters(std::span<const ChunkBuckets> chunks, std::span<const TimeRange> first, Seconds ahead,
                       bool overlap, const Contention& contention, std::vector<ExchangeRecord>& records);

}  // namespace shardscope
