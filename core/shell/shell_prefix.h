// Variables that last for a while alone: those assigned before a command (A=1 run $A), and those that a shell within
// the shell sets, as ( … ) and a called script do.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/shell/shell_arrays.h"
#include "core/shell/shell_state.h"

namespace shardscope {

/// The command's words still see what was, and what runs sees the new.
class ShellPrefix {
 public:
  explicit ShellPrefix(ShellState& state) : state_(state) {}

  void keep(const std::string& name) {
    const auto before = state_.script.variables.find(name);
    others_.try_emplace(
        name, before == state_.script.variables.end() ? std::nullopt : std::optional<ShellWords>(before->second));
  }
  /// The other values: those before, or the new ones again.
  void swap() {
    for (auto& [name, other] : others_) {
      const auto found = state_.script.variables.find(name);
      std::optional<ShellWords> in_use;
      if (found != state_.script.variables.end()) in_use = std::move(found->second);
      if (other)
        state_.script.variables[name] = std::move(*other);
      else
        state_.script.variables.erase(name);
      other = std::move(in_use);
    }
    swapped_ = !swapped_;
  }
  void swap_out() {
    if (!swapped_) swap();
  }
  void swap_in() {
    if (swapped_) swap();
  }
  void to_environment() const {
    for (const auto& [name, other] : others_)
      if (other) state_.script.environment[name] = *other;
  }

 private:
  ShellState& state_;
  std::map<std::string, std::optional<ShellWords>> others_;  // that aren't in use
  bool swapped_ = false;
};

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
