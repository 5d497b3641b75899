// What a figure of report_json() is counted in, by its path: whoever prints single figures asks here.
#pragma once

#include "core/base/unit.h"
#include "core/report_json/report_fields.h"

namespace shardscope {

/// By the innermost key that says a unit: "time.breakdown_seconds.compute" is seconds. A count or a ratio has none.
[[nodiscard]] Unit unit_of_figure(const FieldPath& path);

}  // namespace shardscope
