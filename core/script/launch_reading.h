// core/script: a launch for a person who looks at its text. In: the text with what was given to it. Out: what each flag
// set, what it takes from outside, what was read and from which line, what would mend it; or why it can't be read, as
// far as it could be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/launch/launch_source.h"
#include "core/presets/presets.h"
#include "core/scenario/launched_scenario.h"
#include "core/script/lit_script.h"

namespace shardscope {

/// A variable or an argument ("1") that the script takes from outside.
struct AskedValue {
  std::string name;
  std::string otherwise;            // what the script itself takes where it isn't given: 4 of ${TP:-4}; may be empty
  std::vector<std::string> fields;  // that hang on it, as far as known

  bool operator==(const AskedValue&) const = default;
};

struct LaunchReading {
  std::string framework, title;  // of presets/frameworks; empty where it isn't known
  LaunchForm form = LaunchForm::flags;
  bool is_script = false;  // a shell's, which alone takes something from outside
  std::size_t lines = 0;
  LitScript lit;
  std::vector<AskedValue> asked;         // given or not; first those that the script itself has no value for
  std::optional<LaunchedScenario> said;  // with the defaults filled in; none: it is refused
  std::vector<std::string> assumed;      // fields that it doesn't say and that are taken for granted
  std::vector<Problem> notices;          // what else was noticed; without what `assumed` says
  std::vector<Problem> problems;         // why it is refused
  Names so_far;                          // of one that is refused: what it says all the same (said_so_far.h)
  bool branches_open = false;            // and it branches by what isn't known: what no flag says may be said yet
  std::vector<std::string> files;        // of those that were given, those that it reads
  std::vector<std::string> recipes;      // functions of a Python file that make a configuration each
  std::string recipe;                    // the one that is read
};

/// `present`: what a configuration that leaves its model out is read on (core/launch/import_launch.h).
[[nodiscard]] LaunchReading read_launch_source(const LaunchSource& source, const Presets& presets,
                                               const Scenario* present = nullptr);

}  // namespace shardscope
