#include "core/memory/whole_bytes.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

Bytes rounded(Bytes bytes) {
  return Bytes{std::round(bytes.value)};
}

/// Rounds numbers one after another so that every sum from the first on is the nearest whole number to the true one.
struct RunningRound {
  double sum = 0, whole = 0;

  Bytes operator()(Bytes next) {
    sum += next.value;
    const double before = whole;
    whole = std::round(sum);
    return Bytes{whole - before};
  }
};

void round_parts(StageMemory& stage, MemoryComponent component, Bytes sum) {
  std::vector<Bytes> parts;
  for (const MemoryPart& part : stage.parts)
    if (part.component == component) parts.push_back(part.bytes);
  parts = in_whole_bytes(std::move(parts), sum);
  auto next = parts.begin();
  for (MemoryPart& part : stage.parts)
    if (part.component == component) part.bytes = *next++;
}

}  // namespace

double whole(double value) {
  const double nearest = std::round(value);
  return std::abs(value - nearest) <= std::max(1e-6, 1e-14 * std::abs(value)) ? nearest : value;
}

Bytes whole(Bytes bytes) {
  return Bytes{whole(bytes.value)};
}

std::vector<Bytes> in_whole_bytes(std::vector<Bytes> parts, Bytes sum) {
  RunningRound round;
  for (Bytes& part : parts) sum -= part = round(part);
  if (!parts.empty()) parts.back() += sum;
  return parts;
}

Bytes whole_peak(const MemoryReport& memory) {
  const StageMemory& fullest = memory.stages[static_cast<std::size_t>(memory.peak_stage)];
  RunningRound round;
  Bytes total;
  for (int c = 0; c < memory_component_count; ++c) total += round(fullest.component(static_cast<MemoryComponent>(c)));
  return total;
}

MemoryReport in_whole_bytes(MemoryReport memory) {
  for (StageMemory& stage : memory.stages) {
    const Bytes context_and_unused = stage.total - stage.allocated, context = stage.total - stage.reserved;
    RunningRound round;
    stage.total = {};
    for (int c = 0; c < memory_component_count; ++c) {
      const auto component = static_cast<MemoryComponent>(c);
      Bytes& bytes = stage.component(component);
      bytes = round(bytes);
      stage.total += bytes;
      round_parts(stage, component, bytes);
    }
    stage.reserved = stage.total - rounded(context);
    stage.allocated = stage.total - rounded(context_and_unused);
    for (Bytes* host : {&stage.host.weights, &stage.host.gradients, &stage.host.optimizer, &stage.host.activations,
                        &stage.host_per_node})
      *host = rounded(*host);
  }
  if (!memory.stages.empty()) memory.peak = memory.stages[static_cast<std::size_t>(memory.peak_stage)].total;
  memory.checkpoint.weights = rounded(memory.checkpoint.weights);
  memory.checkpoint.optimizer = rounded(memory.checkpoint.optimizer);
  return memory;
}

}  // namespace shardscope
