// Damage that the fuzzers of launches and logs do alike.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>

namespace shardscope::tests {

/// At a place of the text: 0 erases up to `erased_max` bytes, 1 puts one of the signs in, 2 writes one over what stands
/// there.
inline constexpr unsigned damage_kinds = 3;
inline void damage_at(std::string& text, std::size_t at, unsigned kind, std::size_t erased_max, std::string_view signs,
                      std::mt19937& random) {
  if (kind == 0)
    text.erase(at, random() % erased_max + 1);
  else if (kind == 1)
    text.insert(at, 1, signs[random() % signs.size()]);
  else
    text[at] = signs[random() % signs.size()];
}

}  // namespace shardscope::tests
