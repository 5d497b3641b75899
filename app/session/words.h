// What the window says to the person beside the figures.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/session/figures.h"

namespace shardscope {

/// What the last step changed, for the verdict strip and the hint line.
struct Change {
  std::optional<Figures> before = {};  // absent where that plan was impossible: nothing was computed of it
  std::string words;                   // "Tensor parallel 8 → 4"
  std::string followed;                // "data parallel 208 → 416"
  std::string path;                    // the field that a person touched last, "plan.tp"
  bool compares = true;                // false: another scenario was opened, whose figures say nothing about a change
};

/// One line to the person: a file that can't be read, where something was saved.
struct Notice {
  std::string text;
  bool bad = false;
  std::vector<std::string> lines = {};  // all that is wrong, a line each, where there is more to say than `text`
  std::string brief = {};               // for less room; empty where that is `text` too

  [[nodiscard]] const std::string& shortest() const { return brief.empty() ? text : brief; }
};

/// "Wrote /home/me/lab.png", and "Wrote lab.png" for less room.
[[nodiscard]] Notice notice_of_file(const std::string& done, const std::filesystem::path& file);

/// A value that was typed and that its field can't take, said under the field until the next edit.
struct Refusal {
  std::string path, words;
};

}  // namespace shardscope
