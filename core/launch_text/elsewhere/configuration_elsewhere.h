// A configuration that a launch names and that isn't here, or that its script changes in a way that isn't followed.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/base/problem.h"
#include "core/shell/shell.h"

namespace shardscope {

struct ConfigurationFile {
  std::string path;            // as the script says it
  std::string option;          // "--job.config_file"
  int line = 0;                // of the option
  bool in_variable = false;    // `option` is a variable's name: a runner beside the script reads it
  std::string recipe = {};     // the function in it that makes the configuration; empty: all of it is one
  std::string text = {};       // that only calls it, where it is the framework's own and no file
  std::string made_from = {};  // a template that isn't here, from which the script makes the file
  std::vector<std::pair<std::string, std::string>> put = {};  // "ZERO_STAGE", "2": what goes where in that
  std::size_t commands = std::string::npos;                   // of the script, that run before the launch
};

/// Its name, without code of the shell that stands in its path.
[[nodiscard]] std::string name_for_people(const ConfigurationFile& file);

/// That it isn't here, and how to give it.
[[nodiscard]] Problem configuration_elsewhere(const ConfigurationFile& file);

/// Whether the script changes the file in a way that isn't followed: what is here isn't what the launch reads.
[[nodiscard]] bool is_changed_unfollowed(const ConfigurationFile& file);

/// That a file which was given is read in the place of the one that the script makes in that line.
[[nodiscard]] Problem said_given_over_made(const ConfigurationFile& file, int line);

/// That of such a file the text is read as it stands, before the change.
[[nodiscard]] Problem said_as_it_stands(const ConfigurationFile& file);

}  // namespace shardscope
