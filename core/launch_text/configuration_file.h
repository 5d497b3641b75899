// The file that a launch's program is given as its configuration: its path in the script, its text where that is here,
// and what it says beside a command's flags.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/launch_text/elsewhere/configuration_elsewhere.h"
#include "core/launch_text/elsewhere/scripts_elsewhere.h"
#include "core/launch_text/launch_command.h"
#include "core/launch_text/launch_text.h"
#include "core/shell/shell.h"

namespace shardscope {

/// Notes a file that is read, once.
void note_given_file(LaunchText& launch, std::string_view path, const ShellOutside& outside);

/// What the launch names in one of the frameworks' ways, or else a variable.
[[nodiscard]] std::optional<ConfigurationFile> configuration_of(const LaunchCommand& launch, const ShellScript& script,
                                                                std::span<const LaunchFramework> frameworks);

/// Whether it is a command whose flags say the model, or whose program reads a configuration beside them; else the
/// configuration that the command names has the plan.
[[nodiscard]] bool says_plan_itself(const LaunchText& launch);

struct ConfigurationText {
  std::string text;
  LaunchForm form = LaunchForm::json;
  int line = 0;                  // of its first line in the script; 0: it is a file of its own
  std::string unknown;           // what in it has no value here
  std::string known;             // the text without that, where there is some
  std::optional<int> made = {};  // of a given file, where the script makes another by its name: in which line
};

/// Of a file that was given, or that the script makes.
[[nodiscard]] std::optional<ConfigurationText> text_of_configuration(const ConfigurationFile& file,
                                                                     const ShellScript& script,
                                                                     const ShellOutside& outside);

/// The place of a flag in that text, as the script's lines count; of another file 0.
[[nodiscard]] int line_in_script(const ConfigurationText& configuration, int line);

/// To the flags of a command, which say what they can, what its configuration says by the names that the framework's
/// flags have there (DeepSpeed's zero_optimization.stage is --zero-stage) and which then counts. What stands as "auto"
/// or null, or switches nothing on, says nothing; what the flags have no word for is said. Of a program that reads
/// several the others too. Problems where one can't be read.
[[nodiscard]] std::optional<std::vector<Problem>> add_configurations(LaunchText& launch, const ConfigurationFile& last,
                                                                     const LaunchCommand& command,
                                                                     const ShellScript& script,
                                                                     const ShellOutside& outside,
                                                                     std::span<const LaunchFramework> frameworks);

/// What the configuration was read as, with what the command adds to it, of which the last counts.
[[nodiscard]] Outcome<LaunchText> with_command(Outcome<LaunchText> inner, const ConfigurationFile& file,
                                               const ConfigurationText& configuration, const LaunchCommand& launch,
                                               const ShellScript& script);

/// The same with what stands around it in the script that has it or names it. `launch`: of the script by itself;
/// `command`: what launches in it.
[[nodiscard]] Outcome<LaunchText> with_script_around(Outcome<LaunchText> inner, const LaunchText& launch,
                                                     const ShellWords& command, const ShellScript& script);

/// Paths of the files that a script reads in, calls or gives its program, and that aren't here.
[[nodiscard]] std::vector<std::string> files_wanted(const ShellScript& script, const ShellOutside& outside,
                                                    std::span<const LaunchFramework> frameworks);

}  // namespace shardscope
