// Runs a command on text instead of the terminal, with the real presets.
#pragma once

#include <sstream>
#include <string>

#include "app/commands/commands.h"
#include "core/presets/presets.h"
#include "tests/source_path.h"

namespace shardscope::tests {

inline const Presets& real_presets() {
  static const Presets loaded = value_of(load_presets(source_path("presets")));
  return loaded;
}

struct Ran {
  int status = 0;
  std::string out, error;
};

template <class Function, class CommandStruct>
Ran run_command(Function function, const CommandStruct& command, const std::string& input = "") {
  std::istringstream in(input);
  std::ostringstream out, error;
  const int status = function(command, real_presets(), Streams{in, out, error});
  return {status, out.str(), error.str()};
}

/// A small scenario in one line: fits, and is valid.
inline const std::string small_scenario =
    R"({"shardscope": 1, "name": "Small", "model": "llama2-7b", "cluster": {"gpu": "a100-80", "gpus": 64},)"
    R"( "plan": {"tp": 8, "pp": 2, "dp": 4, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64},)"
    R"( "run": {"tokens": 2e12}})";

}  // namespace shardscope::tests
