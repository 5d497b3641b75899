#include "core/shell/shell_steps.h"

#include <algorithm>
#include <variant>

#include "core/shell/shell_source.h"

namespace shardscope {

using shell_tree::Command;
using shell_tree::List;
using shell_tree::Simple;
using shell_tree::Step;
using shell_tree::Word;

std::string name_of(const Simple& simple) {
  for (const auto& item : simple.items)
    if (const Word* word = std::get_if<Word>(&item))
      for (const shell_tree::Part& part : word->parts)
        if (part.kind == shell_tree::PartKind::text) return literal_text(*word);
  return {};
}

bool exits(const ShellState& state, const std::vector<Command>& commands) {
  return std::any_of(commands.begin(), commands.end(), [&](const Command& command) {
    if (const auto* group = std::get_if<shell_tree::Group>(&command.what)) return exits(state, group->body);
    const auto* simple = std::get_if<Simple>(&command.what);
    const std::string name = simple == nullptr ? std::string() : name_of(*simple);
    const auto function = state.functions.find(name);
    return name == "exit" || name == "return" || (function != state.functions.end() && function->second.exits);
  });
}

bool exits(const ShellState& state, const List& list) {
  return std::any_of(list.begin(), list.end(), [&](const Step& step) { return exits(state, step.pipeline); });
}

bool touches(const Step& step) {
  return std::any_of(step.pipeline.begin(), step.pipeline.end(), [](const Command& each) { return each.touches; });
}

bool taken(const ShellTruth& truth, bool exits) {
  return truth.holds.value_or(true) && (truth.depends.empty() || !exits);
}

bool has_flags(const ShellWords& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const ShellWord& word) { return word.text.find("--") != std::string::npos; });
}

void keep_environment(ShellState& state, std::size_t before) {
  const std::vector<ShellWords>& all = state.script.commands;
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(std::min(before, all.size()));
  if (std::none_of(begin, all.end(), has_flags)) return;
  for (const std::string& name : state.script.exported)
    if (const auto value = state.script.variables.find(name); value != state.script.variables.end())
      state.script.environment[name] = value->second;
}

}  // namespace shardscope
