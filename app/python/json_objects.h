// JSON as Python's own values.
#pragma once

#include <pybind11/pybind11.h>

#include <nlohmann/json_fwd.hpp>

namespace shardscope {

/// None, bool, int, float, str, list, dict; every number as it is. Of text what isn't UTF-8 is replaced.
[[nodiscard]] pybind11::object to_python(const nlohmann::ordered_json& json);

}  // namespace shardscope
