#include "app/output/memory_sections.h"

#include <string>

#include "core/inspect/megatron_difference.h"
#include "render/text/format.h"

namespace shardscope {

namespace {}  // namespace

Section host_section(const MemoryReport& memory) {
  Section section{"Host memory and checkpoint", {}, {{}, {}, "lr"}};
  if (memory.stages.empty()) return section;
  auto& rows = section.table.rows;
  const StageMemory* fullest = &memory.stages.front();
  for (const StageMemory& stage : memory.stages)
    if (stage.host_per_node > fullest->host_per_node) fullest = &stage;
  const HostMemory& host = fullest->host;
  const auto add = [&](std::string what, Bytes bytes) {
    if (bytes > Bytes{0}) rows.push_back({std::move(what), format_bytes(bytes).text()});
  };
  add("On the host, per GPU of stage " + std::to_string(fullest->stage), host.total());
  add("  weights", host.weights);
  add("  gradients", host.gradients);
  add("  optimizer states and master copy", host.optimizer);
  add("  activations", host.activations);
  add("On the host, per node", fullest->host_per_node);
  add("Checkpoint on disk", memory.checkpoint.total());
  add("  weights", memory.checkpoint.weights);
  add("  optimizer states and master copy", memory.checkpoint.optimizer);
  return section;
}

Section megatron_section(const Report& report) {
  Section section{"From Megatron-LM's theoretical report to the fullest GPU, in GB (1e9 bytes)", {}, {}};
  constexpr Bytes last_digit{0.5e6};
  const std::vector<MegatronDifference> differences = fold_small(megatron_differences(report), last_digit);
  if (differences.empty()) return section;
  section.table = {{"", "GB", "Why"}, {}, "lrl"};
  auto& rows = section.table.rows;
  const MegatronReport& theirs = report.memory.megatron_report;
  rows.push_back({"Megatron-LM: weights and optimizer", gigabytes(theirs.weight_and_optimizer, 3), ""});
  rows.push_back({"Megatron-LM: activations", gigabytes(theirs.activation, 3), ""});
  for (const MegatronDifference& difference : differences)
    rows.push_back({"  " + std::string(difference.name), gigabytes(difference.bytes, 3), std::string(difference.note)});
  rows.push_back(
      {"Fullest GPU, stage " + std::to_string(report.memory.peak_stage), gigabytes(report.memory.peak, 3), ""});
  return section;
}

}  // namespace shardscope
