#include "core/fields/number_range.h"

#include <cmath>

namespace shardscope {

std::string refusal_of(double number, const NumberRange& range, std::string (*words)(double)) {
  if (range.whole && number != std::round(number)) return "isn't a whole number";
  if (number < range.least) return "is below " + words(range.least);
  if (number > range.most) return "is above " + words(range.most);
  return {};
}

}  // namespace shardscope
