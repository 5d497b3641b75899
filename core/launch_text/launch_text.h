// core/launch_text: a launch script or configuration as flags and values: whose it is, what it gives, and what it says
// of the machines; and flags as such a text. In: text and the frameworks. Out: a LaunchText, or why it can't be read.
// launch_command.h: the launch among a script's commands; launch_words.h: its flags; command: its words and machines;
// documents: TOML, YAML, JSON and those composed of several; launch_script.h: what stands around the flags;
// launch_writer.h: the way back.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/setting.h"
#include "core/frameworks/other_tools.h"
#include "core/frameworks/read_flags.h"
#include "core/launch_text/launch_script.h"
#include "core/shell/shell.h"

namespace shardscope {

/// A name of the plan or the model that the text gives by code, which has no value here.
struct OpenValue {
  std::string name;  // "model.num_hidden_layers"
  TextPlace place;
  std::string code;  // "hf_config.num_layers"
};

struct LaunchText {
  const LaunchFramework* framework = nullptr;
  std::vector<GivenFlag> flags;
  std::vector<Setting> settings;  // of comments that an export wrote: "cluster.gpu=\"h100-sxm\""
  bool has_program = false;       // which takes the flags: they stand behind it
  LaunchWorld world;
  TextPlace machines;            // where the launch says how many GPUs; nowhere: it doesn't
  std::string nodes_by_default;  // "NNODES": what wasn't given, so that the script's own default says how many nodes
  ScriptParts script;            // what stands around the flags
  std::string configuration;     // the option that names a file which is read too: "--deepspeed_config"
  std::vector<GivenFlag> unknown_beside;  // what the program is given beside its configuration and no table knows
  SaidGpu gpu;
  std::vector<std::string> asked;       // of a script: "NNODES", "1", which it takes from outside and wasn't given
  std::vector<std::string> by_default;  // of those, what plan and machines have the script's own default for
  std::vector<std::string> used;        // the same, of what was given
  std::vector<std::pair<std::string, int>> overwritten;  // of what was given, what the script itself sets in that line
  std::vector<std::string> files;                        // of the files that were given, those that it reads
  std::vector<std::string> wanted;        // paths of scripts that it reads in or calls, and that aren't here
  std::vector<OpenValue> open;            // of Python
  std::vector<std::string> recipes;       // functions of the file that make a configuration
  std::string recipe, wrong_recipe;       // that of them which is read; what was asked for, where none is called so
  std::string unknown_recipe;             // of the framework's recipes none, and what the text starts from
  std::vector<std::string> near_recipes;  // those whose names are like it
  std::vector<Problem> notices;
};

/// Whether the text is a framework's launch script or configuration, and no scenario or model; by a line that an export
/// wrote, by the file's ending, by the flags in it.
[[nodiscard]] bool is_launch(std::string_view text, std::string_view file, std::span<const LaunchFramework> frameworks);

/// The text's flags, or one problem where it can't be read: no text, a quote that isn't closed, no flag that is known,
/// another tool's than those that are read.
[[nodiscard]] Outcome<LaunchText> read_launch_text(std::string_view text, std::string_view file,
                                                   std::span<const LaunchFramework> frameworks,
                                                   std::span<const OtherTool> others = {},
                                                   const ShellOutside& outside = {});

/// Whether it is read as a shell's script, whatever stands in that.
[[nodiscard]] bool is_script(std::string_view text, std::string_view file, std::span<const LaunchFramework> frameworks);

/// Such a script again, as a shell walks it with what is given from outside (core/shell/shell_state.h): what is asked
/// of one text many times is parsed once. `known`: whose flags its launch has, where that needn't be told from them.
[[nodiscard]] Outcome<LaunchText> read_walked_script(std::string_view text, const ShellScript& script,
                                                     const ShellOutside& outside,
                                                     std::span<const LaunchFramework> frameworks,
                                                     const LaunchFramework* known = nullptr);

/// Paths of the files that a script reads in, calls or gives its program as their configuration, and that aren't among
/// those of `outside`, or that a configuration is composed of (documents/hydra_defaults.h); none of another text.
[[nodiscard]] std::vector<std::string> files_wanted_by(std::string_view text, std::string_view file,
                                                       const ShellOutside& outside,
                                                       std::span<const LaunchFramework> frameworks);

/// Begins a comment line that import reads back: "# shardscope: plan.schedule = \"zb-h1\"".
inline constexpr std::string_view launch_mark = "shardscope: ";
/// Begins words behind such a setting, which import passes over.
inline constexpr std::string_view launch_note = "  # ";

namespace limits {
inline constexpr std::size_t launch_bytes_max = 1u << 20;  // a launch script has some 5 KB
}  // namespace limits

}  // namespace shardscope
