#include "core/base/short_number.h"

#include <array>
#include <cstdio>

namespace shardscope {

std::string short_number(double value, int digits) {
  std::array<char, 48> text = {};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  std::string words = text.data();
  if (const std::size_t plus = words.find("e+"); plus != std::string::npos)
    words.erase(plus + 1, words[plus + 2] == '0' ? 2 : 1);
  return words;
}

}  // namespace shardscope
