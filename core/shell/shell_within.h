// A shell within the shell, as ( … ) and a called script have: what it sets ends with it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/shell/shell_arrays.h"
#include "core/shell/shell_state.h"

namespace shardscope {

/// The outer shell's own, while another runs within it. Functions stay, which nothing calls by another meaning.
class ShellWithin {
 public:
  explicit ShellWithin(const ShellState& state);

  /// The outer shell's variables, arguments and options again; how the inner one was left, by exit too, is its status.
  /// What it exported reaches the commands that it ran.
  [[nodiscard]] ShellTruth leave(ShellState& state, ShellTruth status);

 private:
  ShellVariables variables_;
  std::vector<std::string> exported_;
  std::optional<ShellWords> arguments_;
  std::optional<ShellLocals> locals_;
  bool outer_arguments_, any_case_;
  std::size_t commands_;
};

}  // namespace shardscope
