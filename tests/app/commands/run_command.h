// Runs a command on text instead of the terminal, with the real presets.
#pragma once

#include <sstream>
#include <string>

#include "app/commands/words/commands.h"
#include "tests/real_presets.h"

namespace shardscope::tests {

struct Ran {
  int status = 0;
  std::string out, error;
};

template <class CommandStruct>
Ran run_command(const CommandStruct& command, const std::string& input = "") {
  std::istringstream in(input);
  std::ostringstream out, error;
  const int status = run(command, real_presets(), Streams{in, out, error});
  return {status, out.str(), error.str()};
}

/// A small scenario in one line: fits, and is valid.
inline const std::string scenario_line =
    R"({"shardscope": 1, "name": "Small", "model": "llama2-7b", "cluster": {"gpu": "a100-80", "gpus": 64},)"
    R"( "plan": {"tp": 8, "pp": 2, "dp": 4, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64},)"
    R"( "run": {"tokens": 2e12}})";

}  // namespace shardscope::tests
