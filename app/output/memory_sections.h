// Sections about memory beside the GPU's own table: host and checkpoint, and the way from Megatron-LM's report to ours.
#pragma once

#include "app/output/page.h"
#include "core/report/report.h"

namespace shardscope {

/// Host memory where the plan offloads, and the size of a checkpoint.
[[nodiscard]] Section host_section(const MemoryReport& memory);

/// Megatron-LM's theoretical figures, each difference, and the fullest GPU's total.
[[nodiscard]] Section megatron_section(const Report& report);

}  // namespace shardscope
