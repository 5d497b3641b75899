// All figures of a report that say how they come about, and their JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/derivation/figure.h"
#include "core/report/report.h"

namespace shardscope {

/// Each behind what it is made from; a figure that the report doesn't know has no place among them.
[[nodiscard]] DerivedFigures derived_figures(const Report& report);

/// {"name", "label", "value", "unit", "formula", "source", "made_from": [{"label", "value", "unit", "of", "inverse"}],
/// "flows_into": [names]}; a value that isn't known is null.
[[nodiscard]] nlohmann::ordered_json figure_json(const DerivedFigure& figure, const DerivedFigures& figures);

}  // namespace shardscope
