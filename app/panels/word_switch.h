// A word in a chart's title line that a click switches on or chooses.
#pragma once

#include <array>
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

/// The same where a click turns `on` over, which the word shows.
float word_toggle(const Frame& frame, const Rect& line, float right, WordSwitch word, bool& on);

/// A word that chooses a value.
template <class Value>
struct WordChoice {
  Value value;
  WordSwitch word;
};
/// Such words up to `right`, the one of the present value lit; returns where they begin. Those that would begin before
/// `left` are left out, the first ones first.
template <class Value, std::size_t count>
float word_choices(const Frame& frame, const Rect& line, float right, const std::array<WordChoice<Value>, count>& all,
                   Value& present, float left = -1e9F) {
  for (auto choice = all.rbegin(); choice != all.rend(); ++choice) {
    WordSwitch word = choice->word;
    if (right - word_switch_width(frame.theme, word.label) < left) break;
    word.on = present == choice->value;
    bool clicked = false;
    right = word_switch(frame, line, right, word, clicked);
    if (clicked) present = choice->value;
  }
  return right;
}

}  // namespace shardscope
