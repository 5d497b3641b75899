// Sections of a report's page: memory beside the GPU's own table, and the whole run.
#pragma once

#include <vector>

#include "app/output/page.h"
#include "core/report/report.h"
#include "render/text/format.h"

namespace shardscope {

/// "121 days; four of five runs would take 106 to 150 days": a figure that goes with time.
[[nodiscard]] std::string with_range(const RunReport& run, const std::optional<double>& figure,
                                     Formatted (*format)(double));

/// The run with its failures; what it costs by who counts; what it comes to in everyday terms.
[[nodiscard]] std::vector<Section> run_sections(const Report& report);

/// Host memory where the plan offloads, and the size of a checkpoint.
[[nodiscard]] Section host_section(const MemoryReport& memory);

/// Megatron-LM's theoretical figures, each difference, and the fullest GPU's total.
[[nodiscard]] Section megatron_section(const Report& report);

}  // namespace shardscope
