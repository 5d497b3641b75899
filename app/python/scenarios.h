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
  LaunchInputs inputs;
};

/// What was read once, never changed: any number of scenarios may hold it. Not const, for pybind11 knows no such.
using AsRead = std::shared_ptr<ReadSource>;

/// (source, text, settings, as read), each setting a key and its value as --set takes it; None: it is to be read.
using AskedTuple = std::tuple<std::string, std::string, std::vector<std::pair<std::string, std::string>>, AsRead>;
[[nodiscard]] AskedScenario asked_of(AskedTuple tuple);

/// A scenario that was read, with what it was called.
struct LoadedScenario {
  std::shared_ptr<const Presets> presets;
  std::string source;
  ParsedScenario parsed;
  AsRead as_read;  // a value from then on; of a preset's name and a code, which say it all, nothing
};

/// Pure but for the files that it names, where they weren't read yet; needs no lock of Python's.
[[nodiscard]] Outcome<LoadedScenario> load_asked(const AskedScenario& asked,
                                                 const std::shared_ptr<const Presets>& presets);

}  // namespace shardscope
