// A launch as it came: its text, what it is called, and what it was given from outside. Read anew with other values
// from outside it is the same launch.
#pragma once

#include <string>
#include <string_view>

#include "core/shell/shell.h"

namespace shardscope {

struct LaunchSource {
  std::string name;      // of the file, or what else to call it
  std::string text;      // at most limits::launch_bytes_max
  ShellOutside outside;  // of a script

  bool operator==(const LaunchSource&) const = default;
};

/// The launch's own text, or of another file that was given by its name; nullptr where there is none.
[[nodiscard]] const std::string* text_of(const LaunchSource& source, std::string_view file);
/// The same launch with another text there.
[[nodiscard]] LaunchSource with_text(LaunchSource source, std::string_view file, std::string text);

/// The value of a variable, or of an argument by its number ("1"); empty where it isn't given.
[[nodiscard]] std::string given_from_outside(const ShellOutside& outside, const std::string& name);

/// The number of the argument that names the recipe of a Python file; of the next where none does.
[[nodiscard]] std::string recipe_argument(const ShellOutside& outside);

/// The same with that value; an empty one takes it away. Of arguments that were given, those before it are empty words,
/// as a shell would need them to be there; where none were, it alone is known.
[[nodiscard]] ShellOutside with_given(ShellOutside outside, const std::string& name, const std::string& value);

}  // namespace shardscope
