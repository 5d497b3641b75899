// The project's own presets, read once for all tests of a binary.
#pragma once

#include <doctest/doctest.h>

#include "core/presets/presets.h"
#include "tests/source_path.h"

namespace shardscope::tests {

inline const Presets& real_presets() {
  static const Presets presets = [] {
    Outcome<Presets> loaded = load_presets(source_path("presets"));
    if (succeeded(loaded)) return std::move(std::get<0>(loaded));
    for (const Problem& problem : problems_of(loaded)) MESSAGE(line_of(problem, ""));
    return Presets{};
  }();
  return presets;
}

}  // namespace shardscope::tests
