// The whole run's sections of a report's page.
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

}  // namespace shardscope
