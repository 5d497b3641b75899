// What several tests of explanations ask of the words.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "render/chart/card.h"

namespace shardscope::tests {

inline bool has_line(const Explanation& words, std::string_view part) {
  return std::any_of(words.lines.begin(), words.lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

}  // namespace shardscope::tests
