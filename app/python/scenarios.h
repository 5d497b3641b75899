// What Python holds: the presets, and scenarios that were read.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/files/scenario_source.h"
#include "core/presets/presets.h"

namespace shardscope {

/// The program's presets with the person's own, read once and never changed: any number of threads may read them.
struct ProgramPresets {
  std::shared_ptr<const Presets> presets;
  std::vector<std::string> refused;  // lines on files of one's own that are wrong
};

/// A scenario as people gave it.
struct AskedScenario {
  std::string source;  // as the command line's SCENARIO
  std::string text;    // of "-"
  std::vector<Setting> settings;
};

/// (source, text, settings), each setting a key and its value as --set takes it.
using AskedTuple = std::tuple<std::string, std::string, std::vector<std::pair<std::string, std::string>>>;
[[nodiscard]] AskedScenario asked_of(AskedTuple tuple);

/// Pure but for the files that it names; needs no lock of Python's.
[[nodiscard]] Outcome<ParsedScenario> load_asked(const AskedScenario& asked, const Presets& presets);

/// A scenario that was read, with what it was called.
struct LoadedScenario {
  std::shared_ptr<const Presets> presets;
  std::string source;
  ParsedScenario parsed;
};

}  // namespace shardscope
