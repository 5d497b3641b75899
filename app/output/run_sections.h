// The whole run's sections of a report's page.
#pragma once

#include <vector>

#include "app/output/page.h"
#include "core/report.h"

namespace shardscope {

/// The run with its failures; what it costs by who counts; what it comes to in everyday terms.
[[nodiscard]] std::vector<Section> run_sections(const Report& report);

}  // namespace shardscope
