// The rows of what was read from a script: a field with its value and lines, chosen where it is assumed; a flag without
// effect.
#pragma once

#include <algorithm>

#include "app/launch/launch_state.h"

namespace shardscope {

/// Where the next row goes; each moves it down.
struct ReadColumn {
  const ViewFrame& frame;
  float left, right, y;

  /// Where values begin.
  [[nodiscard]] float values() const { return left + std::max((right - left) * 0.36F, frame.theme.px(146)); }
};

void read_row(LaunchState& state, ReadColumn& column, const ReadField& field);
void span_row(LaunchState& state, ReadColumn& column, std::size_t span);

/// A field's value; of a launch that isn't read as far as it is known.
[[nodiscard]] std::string row_value(const LaunchState& state, const ViewFrame& frame, const ReadField& field);

/// What stands behind a field's value: how it comes about; where it was edited, what it was.
struct Aside {
  std::string words;
  bool edited = false;
};
[[nodiscard]] Aside aside_of(const ReadField& field, const Scenario& filled, const LaunchReading& reading);

/// The framework's release whose rules hold, where its repository has several.
void release_row(ReadColumn& column);

}  // namespace shardscope
