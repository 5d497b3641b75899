// A number with so many digits that count and its power as people write it: "2.18e25", "94.2".
#pragma once

#include <string>

namespace shardscope {

[[nodiscard]] std::string short_number(double value, int digits);

}  // namespace shardscope
