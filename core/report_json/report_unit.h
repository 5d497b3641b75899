// What a figure of report_json() is counted in, by its path: whoever prints single figures asks here.
#pragma once

#include "core/base/explain.h"
#include "core/report_json/report_fields.h"

namespace shardscope {

struct ReportUnit {
  Unit unit = Unit::none;
  bool is_share = false;  // a part of one, which people read in percent

  bool operator==(const ReportUnit&) const = default;
};

/// By the innermost key that says a unit: "time.breakdown_seconds.compute" is seconds. A count or a ratio has none.
[[nodiscard]] ReportUnit unit_of_figure(const FieldPath& path);

}  // namespace shardscope
