// Small changes of a launch's text that let it start: another number behind a flag, a flag that was meant, a flag or
// a variable more or less. Each is tried: the text is read again, the framework's rules are checked, the plan is
// evaluated.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/launch/launch_source.h"
#include "core/presets/presets.h"
#include "core/script/lit_script.h"

namespace shardscope {

struct ScriptMend {
  std::string words;          // "Pipeline 6 → 4", "Drop --sequence-parallel"
  std::string file;           // in which it is; empty: the launch's own text
  int line = 0;               // of that text
  std::string before, after;  // that line, without the blanks around it
  std::string text;           // all of it after the change
  std::string flag;           // that stops the launch and that it changes; empty: a line more
  double distance = 0;        // how far from what was written: nearer ones come first
  // What it takes then, once it was tried.
  std::vector<std::string> broken;  // rules that still refuse it, and what makes the plan impossible
  bool fits = false;
  Bytes peak{};
  std::optional<double> step_seconds;
};

/// Changes at the flags that stop the launch, untried, the nearest first. `lit` has its faults.
[[nodiscard]] std::vector<ScriptMend> possible_mends(const LaunchSource& source, std::span<const LaunchLines> texts,
                                                     const LitScript& lit, const LaunchFramework& framework);

/// With what it takes; nothing where the text can't be read with it either. Where the text names
/// no GPU it runs on the present one's.
[[nodiscard]] std::optional<ScriptMend> tried_mend(ScriptMend mend, const LaunchSource& source, const Presets& presets,
                                                   const Scenario& present);

/// Other values that plans have beside a number, the nearest first: small numbers as they are, large ones as multiples.
[[nodiscard]] std::vector<std::int64_t> near_values(std::int64_t now);

/// Those that may start first, of them those that fit in memory, of them the nearest.
void order_mends(std::vector<ScriptMend>& mends);

}  // namespace shardscope
