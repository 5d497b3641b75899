// A word in a chart's title line that a click switches on or chooses.
#pragma once

#include <string_view>

#include "app/panels/frame.h"

namespace shardscope {

struct WordSwitch {
  const char* name;  // where it was drawn is noted under it
  const char* label;
  std::string_view help;
  bool on = false;
  bool enabled = true;  // else it is pale and takes no click; the help says why
};

/// In the middle of `line`'s height, ending at `right`; returns where it begins. `clicked` says whether it was.
float word_switch(const Frame& frame, const Rect& line, float right, const WordSwitch& word, bool& clicked);

[[nodiscard]] float word_switch_width(const Theme& theme, std::string_view label);

}  // namespace shardscope
