// Memory over time: what one rank holds through the step, from the simulated passes. What lasts (state, buffers) is a
// constant; activations come with each forward pass and go with the backward pass that ends their use.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/report/report.h"

namespace shardscope {

struct MemoryCurve {
  struct Point {
    double time = 0;  // seconds from the step's start; holds until the next point
    Bytes activations;
    std::int32_t held = 0;  // micro-batch-chunks
  };
  std::vector<Point> points;  // ascending in time
  Bytes weights, gradients, optimizer, buffers;
  double end = 0;         // of the step
  std::size_t peak = 0;   // the first point that holds most
  bool by_ramps = false;  // whether each chunk's bytes come and go by ramps that were given

  [[nodiscard]] Bytes constant() const { return weights + gradients + optimizer + buffers; }
  [[nodiscard]] Bytes total(std::size_t point) const { return constant() + points[point].activations; }
};

/// Of one pipeline rank; empty where the report has no timeline or no such rank. A forward pass takes its stage's bytes
/// layer by layer, the head's logits last; the backward pass (the weight pass where they are split) frees them in the
/// other order; while a whole backward pass recomputes, the layer's tensors are there besides, and where the backward
/// is split all that was recomputed stays until the weight gradient's pass. The most that it holds is the
/// report's total of the stage. Layers count as equally long and large. Linear in the rank's passes.
[[nodiscard]] MemoryCurve memory_over_time(const Report& report, std::int32_t rank);

/// How a pass's bytes come or go: shares of them at moments, each a share of the pass's time, ascending.
struct RampStep {
  double moment = 0, bytes = 0;
};
/// Of a chunk's micro-batch: by its forward, and by the pass that frees it (bytes above 0 too). Each sums to what it
/// keeps; an empty one is made as memory_over_time() makes it.
struct ChunkRamps {
  std::vector<RampStep> takes, frees;
};
/// memory_over_time() with the ramps of the rank's chunks.
[[nodiscard]] MemoryCurve memory_along_ramps(const Report& report, std::int32_t rank,
                                             std::span<const ChunkRamps> ramps);

/// More passes are thinner than a pixel until they are looked at from near.
inline constexpr std::size_t memory_curve_passes_max = 16'384;

/// Of every rank, as far as a chart can hold them: empty where the step has more passes than that.
[[nodiscard]] std::vector<MemoryCurve> memory_curves(const Report& report);

/// The point that holds at the moment; the first one before it.
[[nodiscard]] std::size_t point_at(const MemoryCurve& curve, double time);

/// What the activations of one pipeline rank are made of, so that a chart of many passes can hold them by the pass.
struct RankActivations {
  std::vector<Bytes> a_micro_batch;  // of each of the rank's chunks, from its forward until it is freed
  std::vector<Bytes> redone;         // the same, from its input gradient until its weight gradient
  Bytes lasting;                     // all the time
  Bytes recomputed;                  // beside the others while a whole backward pass runs
};
/// Nothing where the report has no timeline or no such rank.
[[nodiscard]] RankActivations rank_activations(const Report& report, std::int32_t rank);

/// The most that is held in each of `columns` even parts of the time from `start` to `end`, activations only. Linear in
/// the points of that time and in columns; allocates nothing.
void fill_columns(const MemoryCurve& curve, double start, double end, std::span<Bytes> columns);

/// What of one chunk is held at a moment: its micro-batches from `first` to `last`, `count` of them.
struct AliveChunk {
  std::int32_t chunk = 0, count = 0, first = 0, last = 0;
};
[[nodiscard]] std::vector<AliveChunk> alive_at(const Report& report, std::int32_t rank, double time);

}  // namespace shardscope
