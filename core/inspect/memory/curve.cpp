#include "core/inspect/memory/curve.h"

#include <algorithm>
#include <cmath>

#include "core/memory/activations.h"
#include "core/scenario/plan_schedule.h"

namespace shardscope {

namespace {

bool has_rank(const Report& report, std::int32_t rank) {
  return report.timeline && rank >= 0 && rank < report.timeline->ranks &&
         static_cast<std::size_t>(rank) < report.memory.stages.size();
}

/// What one micro-batch keeps of a chunk, and how it comes and goes.
struct ChunkProfile {
  ChunkRamps ramps;
  double whole = 0;
  double redone = 0;  // made again by an input-gradient pass, kept until the weight gradient's
};

/// In the order in which a forward makes them: the layers in equal shares (the embedding's bytes with the first), then
/// the head's. They go in the other order.
ChunkRamps even_ramps(const std::vector<double>& shares) {
  const auto count = static_cast<double>(shares.size());
  ChunkRamps ramps;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    ramps.takes.push_back({static_cast<double>(i) / count, shares[i]});
    ramps.frees.push_back({static_cast<double>(i + 1) / count, shares[shares.size() - 1 - i]});
  }
  return ramps;
}

ChunkProfile profile_of(const ChunkHolding& holding, const ModelBlocks& blocks, const Plan& plan) {
  constexpr double shares_max = 12;  // finer than a chart shows of a pass
  ChunkProfile profile;
  profile.whole = bytes_of(holding, blocks).value;
  profile.redone = redone_bytes_of(holding, blocks, plan).value;
  ChunkHolding head, embedding;
  head.head = holding.head, embedding.embedding = holding.embedding;
  const double last = bytes_of(head, blocks).value, first = bytes_of(embedding, blocks).value;
  const double layers = holding.dense_layers + holding.moe_layers + holding.dense_inputs + holding.moe_inputs +
                        holding.mtp_layers + holding.mtp_inputs;
  const double count = std::clamp(std::round(layers), 1.0, shares_max);
  std::vector<double> shares(static_cast<std::size_t>(count), (profile.whole - first - last) / count);
  shares.front() += first;
  if (last > 0) shares.push_back(last);
  profile.ramps = even_ramps(shares);
  return profile;
}

std::vector<ChunkProfile> chunk_profiles(const Report& report, std::int32_t rank) {
  const Plan& plan = report.scenario.plan;
  const ModelBlocks blocks = make_blocks(report.scenario.model, plan);
  std::vector<ChunkProfile> profiles;
  const auto ranks = static_cast<std::size_t>(report.timeline->ranks);
  for (const StageContent& stage : held_by_rank(plan, static_cast<std::size_t>(rank), ranks, report.layout))
    profiles.push_back(profile_of(holding_of(stage, plan), blocks, plan));
  return profiles;
}

/// The points in the order of time; changes at one moment are one point.
void add_change(std::vector<MemoryCurve::Point>& points, double time, double bytes, std::int32_t chunks) {
  const MemoryCurve::Point last = points.back();
  if (last.time != time) points.push_back(last);
  points.back() = {time, last.activations + Bytes{bytes}, last.held + chunks};
}

/// A forward takes its chunk step by step over its time, as the pass that frees it gives it back.
void add_pass(std::vector<MemoryCurve::Point>& points, const PassRecord& bar, const ChunkProfile& chunk,
              double beside_backward) {
  const auto moment = [&](double share) { return share < 1 ? bar.start + (bar.end - bar.start) * share : bar.end; };
  const PassEffect effect = effect_of(bar.pass.kind);
  if (effect.takes && effect.frees) {  // no backward comes
    add_change(points, bar.start, chunk.whole, 1);
    add_change(points, bar.end, -chunk.whole, -1);
    return;
  }
  if (effect.takes) {
    add_change(points, bar.start, 0, 1);
    for (const RampStep& step : chunk.ramps.takes) add_change(points, moment(step.moment), step.bytes, 0);
  }
  const double made_again = effect.beside ? beside_backward : chunk.redone;
  if (effect.beside || effect.redoes) add_change(points, bar.start, made_again, 0);
  if (effect.frees) {
    for (const RampStep& step : chunk.ramps.frees) add_change(points, moment(step.moment), -step.bytes, 0);
    add_change(points, bar.end, -made_again, -1);
  }
}

/// Activations of the stage that aren't one of the micro-batches held: `recomputed` while a whole backward pass runs,
/// the others all the time.
struct Besides {
  double lasting = 0, recomputed = 0;
};
Besides besides_of(const StageMemory& stage, const std::vector<ChunkProfile>& chunks) {
  Besides besides{stage.activations.value, 0};
  for (std::size_t c = 0; c < chunks.size() && c < stage.held.chunks.size(); ++c)
    besides.lasting -= chunks[c].whole * stage.held.chunks[c];
  double redone = 0;
  for (const MemoryPart& part : stage.parts)
    if (part.content == PartContent::recomputed_tensors) redone += part.bytes.value;
  besides.lasting = std::max(0.0, besides.lasting - redone);
  if (stage.held.in_backward) besides.recomputed = redone;
  return besides;
}

}  // namespace

MemoryCurve memory_over_time(const Report& report, std::int32_t rank) {
  return memory_along_ramps(report, rank, {});
}

MemoryCurve memory_along_ramps(const Report& report, std::int32_t rank, std::span<const ChunkRamps> ramps) {
  MemoryCurve curve;
  if (!has_rank(report, rank)) return curve;
  const StageMemory& stage = report.memory.stages[static_cast<std::size_t>(rank)];
  curve.weights = stage.weights, curve.gradients = stage.gradients, curve.optimizer = stage.optimizer;
  curve.buffers = stage.buffers;
  curve.end = report.time ? report.time->step.value : report.timeline->makespan.value;
  std::vector<ChunkProfile> chunks = chunk_profiles(report, rank);
  const Besides besides = besides_of(stage, chunks);
  curve.by_ramps = !chunks.empty() && ramps.size() >= chunks.size();
  for (std::size_t c = 0; c < std::min(chunks.size(), ramps.size()); ++c) {
    const bool given = !ramps[c].takes.empty() && !ramps[c].frees.empty();
    if (given) chunks[c].ramps = ramps[c];
    curve.by_ramps &= given || chunks[c].whole <= 0;
  }

  curve.points.push_back({0, Bytes{besides.lasting}, 0});
  for (const PassRecord& bar : report.timeline->lane(rank))
    add_pass(curve.points, bar, chunks[bar.pass.chunk], besides.recomputed);
  for (std::size_t i = 1; i < curve.points.size(); ++i)
    if (curve.points[i].activations > curve.points[curve.peak].activations) curve.peak = i;
  return curve;
}

std::vector<MemoryCurve> memory_curves(const Report& report) {
  std::vector<MemoryCurve> curves;
  if (!report.timeline || report.timeline->records.size() > memory_curve_passes_max) return curves;
  for (std::int32_t rank = 0; rank < report.timeline->ranks; ++rank) curves.push_back(memory_over_time(report, rank));
  return curves;
}

std::size_t point_at(const MemoryCurve& curve, double time) {
  const auto after =
      std::upper_bound(curve.points.begin(), curve.points.end(), time,
                       [](double moment, const MemoryCurve::Point& point) { return moment < point.time; });
  return after == curve.points.begin() ? 0 : static_cast<std::size_t>(after - curve.points.begin()) - 1;
}

RankActivations rank_activations(const Report& report, std::int32_t rank) {
  RankActivations made;
  if (!has_rank(report, rank)) return made;
  const std::vector<ChunkProfile> chunks = chunk_profiles(report, rank);
  const Besides besides = besides_of(report.memory.stages[static_cast<std::size_t>(rank)], chunks);
  for (const ChunkProfile& chunk : chunks) {
    made.a_micro_batch.push_back(Bytes{chunk.whole});
    made.redone.push_back(Bytes{chunk.redone});
  }
  made.lasting = Bytes{besides.lasting};
  made.recomputed = Bytes{besides.recomputed};
  return made;
}

void fill_columns(const MemoryCurve& curve, double start, double end, std::span<Bytes> columns) {
  std::fill(columns.begin(), columns.end(), Bytes{});
  if (curve.points.empty() || columns.empty() || !(end > start)) return;
  const double width = (end - start) / static_cast<double>(columns.size());
  const auto column_of = [&](double time) {
    return std::clamp((time - start) / width, 0.0, static_cast<double>(columns.size() - 1));
  };
  for (std::size_t i = point_at(curve, start); i < curve.points.size() && curve.points[i].time < end; ++i) {
    const double from = curve.points[i].time;
    const double to = i + 1 < curve.points.size() ? curve.points[i + 1].time : curve.end;
    if (to < start) continue;
    const auto first = static_cast<std::size_t>(column_of(from)), last = static_cast<std::size_t>(column_of(to));
    for (std::size_t c = first; c <= last; ++c) columns[c] = max(columns[c], curve.points[i].activations);
  }
}

std::vector<AliveChunk> alive_at(const Report& report, std::int32_t rank, double time) {
  std::vector<AliveChunk> alive;
  if (!has_rank(report, rank)) return alive;
  const Timeline& timeline = *report.timeline;
  const auto chunks = static_cast<std::size_t>(std::max(1, timeline.virtual_stages));
  const auto batches = static_cast<std::size_t>(timeline.micro_batches);
  std::vector<bool> held(chunks * batches, false);
  for (const PassRecord& record : timeline.lane(rank)) {
    const std::size_t at = record.pass.chunk * batches + static_cast<std::size_t>(record.pass.micro_batch);
    const PassEffect effect = effect_of(record.pass.kind);
    if (effect.takes && record.start <= time) held[at] = true;
    if (effect.frees && record.end <= time) held[at] = false;
  }
  for (std::size_t c = 0; c < chunks; ++c) {
    AliveChunk of_chunk{static_cast<std::int32_t>(c), 0, 0, 0};
    for (std::size_t m = 0; m < batches; ++m) {
      if (!held[c * batches + m]) continue;
      if (of_chunk.count++ == 0) of_chunk.first = static_cast<std::int32_t>(m);
      of_chunk.last = static_cast<std::int32_t>(m);
    }
    if (of_chunk.count > 0) alive.push_back(of_chunk);
  }
  return alive;
}

}  // namespace shardscope
