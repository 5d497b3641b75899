// The files of a launch: those that are named together, and those that lie beside a script which reads them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/presets/presets.h"
#include "core/shell/shell.h"

namespace shardscope {

struct ReadSource;  // scenario_source.h

/// What is given to a launch script beside itself: --env, what stands behind --, and further files.
struct LaunchInputs {
  std::map<std::string, std::string> environment;
  std::vector<std::string> arguments;
  std::vector<std::string> files;                       // paths
  std::shared_ptr<const ReadSource> as_read = nullptr;  // what was read before: nothing of it is read again

  bool operator==(const LaunchInputs&) const = default;
};

/// Words of a command line that mean one scenario each, with what is given to it.
struct ScenarioSource {
  std::string source;
  ShellOutside outside;
};

/// The first of the sources, or the script among the files that reads it, with all the others.
[[nodiscard]] Outcome<ScenarioSource> source_of(const std::string& first, const LaunchInputs& inputs,
                                                const Presets& presets);

/// Of several: a file that another of them reads belongs to that one, each other is a source of its own. Files that
/// can't be read are sources too, whose loading says why.
[[nodiscard]] std::vector<ScenarioSource> sources_of(const std::vector<std::string>& sources,
                                                     const LaunchInputs& inputs, const Presets& presets);

/// With the files too that the script `file` reads and that lie where it says, in its own folder or below. Each may
/// read more.
[[nodiscard]] ShellOutside with_files_beside(std::string_view text, const std::string& file, const Presets& presets,
                                             ShellOutside outside);

namespace limits {
inline constexpr std::size_t launch_files_max = 32;  // that one script reads
}  // namespace limits

}  // namespace shardscope
