#include "core/memory/curve.h"

#include <algorithm>

#include "core/memory/activations.h"
#include "core/scenario/stage_placement.h"

namespace shardscope {

namespace {

bool has_rank(const Report& report, std::int32_t rank) {
  return report.timeline && rank >= 0 && rank < report.timeline->ranks &&
         static_cast<std::size_t>(rank) < report.memory.stages.size();
}

/// Bytes of one micro-batch on each of the rank's chunks.
std::vector<double> chunk_bytes(const Report& report, std::int32_t rank) {
  const Plan& plan = report.scenario.plan;
  const ModelBlocks blocks = make_blocks(report.scenario.model, plan);
  std::vector<double> bytes;
  for (const std::size_t k : stages_of_rank(plan, rank, report.timeline->ranks, report.layout.size()))
    bytes.push_back(bytes_of(holding_of(report.layout[k], plan), blocks, plan).value);
  return bytes;
}

/// Activations of the stage that aren't one of the micro-batches held: `recomputed` while a backward pass runs, the
/// others all the time.
struct Besides {
  double lasting = 0, recomputed = 0;
};
Besides besides_of(const StageMemory& stage, const std::vector<double>& bytes) {
  Besides besides{stage.activations.value, 0};
  for (std::size_t c = 0; c < bytes.size() && c < stage.chunks_held.size(); ++c)
    besides.lasting -= bytes[c] * stage.chunks_held[c];
  for (const MemoryPart& part : stage.parts)
    if (part.content == PartContent::recomputed_tensors) besides.recomputed += part.bytes.value;
  besides.lasting = std::max(0.0, besides.lasting - besides.recomputed);
  return besides;
}

}  // namespace

MemoryCurve memory_over_time(const Report& report, std::int32_t rank) {
  MemoryCurve curve;
  if (!has_rank(report, rank)) return curve;
  const StageMemory& stage = report.memory.stages[static_cast<std::size_t>(rank)];
  curve.weights = stage.weights, curve.gradients = stage.gradients, curve.optimizer = stage.optimizer;
  curve.buffers = stage.buffers;
  curve.end = report.time ? report.time->step.value : report.timeline->makespan.value;
  const std::vector<double> bytes = chunk_bytes(report, rank);
  const Besides besides = besides_of(stage, bytes);

  for (const HeldStep& step : held_over_time(*report.timeline, rank, bytes, besides.recomputed))
    curve.points.push_back({step.seconds, Bytes{besides.lasting + step.value}, step.chunks});
  for (std::size_t i = 1; i < curve.points.size(); ++i)
    if (curve.points[i].activations > curve.points[curve.peak].activations) curve.peak = i;
  return curve;
}

void fill_columns(const MemoryCurve& curve, double start, double end, std::span<Bytes> columns) {
  std::fill(columns.begin(), columns.end(), Bytes{});
  if (curve.points.empty() || columns.empty() || !(end > start)) return;
  const double width = (end - start) / static_cast<double>(columns.size());
  const auto column_of = [&](double time) {
    return std::clamp((time - start) / width, 0.0, static_cast<double>(columns.size() - 1));
  };
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const double from = curve.points[i].time;
    const double to = i + 1 < curve.points.size() ? curve.points[i + 1].time : curve.end;
    if (to < start || from >= end) continue;
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
    if (role_of(record.pass.kind) == PassRole::forward && record.start <= time) held[at] = true;
    if (frees_activations(record.pass.kind) && record.end <= time) held[at] = false;
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
