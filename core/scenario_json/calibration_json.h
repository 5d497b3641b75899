// A GPU's calibration in its JSON: {"name", "runs": […], "factors": {constant: factor}, "left": {constant: {constant:
// covariance}}}, a half of the symmetric `left`; what is left out of `factors` is 1, of `left` as the public fit has
// it.
#pragma once

#include <nlohmann/json.hpp>

#include "core/constants/calibration.h"
#include "core/fields/reader.h"

namespace shardscope {

void read_calibration(Reader& reader, const nlohmann::json& value, Calibration& calibration);

/// null where none stands.
[[nodiscard]] nlohmann::ordered_json calibration_json(const Calibration& calibration);

/// The schema of it, without its description.
[[nodiscard]] nlohmann::ordered_json calibration_schema();

}  // namespace shardscope
