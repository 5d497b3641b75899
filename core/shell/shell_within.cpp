#include <utility>

#include "core/shell/shell_prefix.h"
#include "core/shell/shell_steps.h"

namespace shardscope {

ShellWithin::ShellWithin(const ShellState& state)
    : variables_(state.script.variables),
      exported_(state.script.exported),
      arguments_(state.arguments),
      locals_(state.locals),
      outer_arguments_(state.outer_arguments),
      any_case_(state.any_case),
      commands_(state.script.commands.size()) {}

ShellTruth ShellWithin::leave(ShellState& state, ShellTruth status) {
  if (state.leaves != ShellLeaves::nothing) status = state.status;
  state.leaves = ShellLeaves::nothing;
  keep_environment(state, commands_);
  state.script.variables = std::move(variables_);
  state.script.exported = std::move(exported_);
  state.arguments = std::move(arguments_);
  state.locals = std::move(locals_);
  state.outer_arguments = outer_arguments_;
  state.any_case = any_case_;
  return status;
}

}  // namespace shardscope
