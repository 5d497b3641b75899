#include "core/memory/whole_bytes.h"

#include <array>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::array<Bytes StageMemory::*, memory_component_count> components = {
    &StageMemory::weights, &StageMemory::gradients, &StageMemory::optimizer, &StageMemory::activations,
    &StageMemory::buffers};

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

/// Rounds the bytes of those that are `wanted` so that they sum to `sum`, which the last of them makes up for.
template <class Item, class Wanted>
void round_to(std::vector<Item>& items, Bytes sum, Wanted wanted) {
  RunningRound round;
  Item* last = nullptr;
  for (Item& item : items) {
    if (!wanted(item)) continue;
    sum -= item.bytes = round(item.bytes);
    last = &item;
  }
  if (last != nullptr) last->bytes += sum;
}

}  // namespace

MemoryReport in_whole_bytes(MemoryReport memory) {
  for (StageMemory& stage : memory.stages) {
    const Bytes context_and_unused = stage.total - stage.allocated, context = stage.total - stage.reserved;
    RunningRound round;
    stage.total = {};
    for (int c = 0; c < memory_component_count; ++c) {
      Bytes& component = stage.*components[static_cast<std::size_t>(c)];
      component = round(component);
      stage.total += component;
      const auto of_component = [c](const MemoryPart& part) {
        return part.component == static_cast<MemoryComponent>(c);
      };
      round_to(stage.parts, component, of_component);
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

std::vector<LedgerLine> in_whole_bytes(std::vector<LedgerLine> lines, const StageMemory& whole) {
  for (std::size_t i = 0; i < whole.parts.size(); ++i)
    round_to(lines, whole.parts[i].bytes, [i](const LedgerLine& line) { return line.part == i; });
  return lines;
}

}  // namespace shardscope
