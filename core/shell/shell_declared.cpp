// Variables that export, declare, local and eval name, and those that are a function's own.
#include <algorithm>
#include <span>

#include "core/base/characters.h"
#include "core/shell/shell_arrays.h"
#include "core/shell/shell_state.h"
#include "core/shell/shell_steps.h"
#include "core/shell/shell_words.h"

namespace shardscope {

namespace {

bool is_variable(const ShellWord& word) {
  return !word.text.empty() && is_name_start(word.text[0]);
}

void say_unread_names(ShellState& state, const ShellWord& word) {
  const auto open =
      std::find_if(word.marks.begin(), word.marks.end(), [](const auto& each) { return !each.unknown.empty(); });
  state.say(word.line, "the name of what is set here hangs on " +
                           said_unknown(open == word.marks.end() ? word.unknown : open->unknown) +
                           ", known only when the script runs; it isn't set");
}

/// The letters of the options: declare -gx.
std::string letters_of(const ShellWords& words) {
  std::string letters;
  for (const ShellWord& word : std::span(words).subspan(1))
    if (word.text.starts_with('-')) letters += word.text.substr(1);
  return letters;
}

/// Whether the variables that the words declare are the function's own.
bool makes_local(const ShellState& state, const ShellWords& words) {
  const std::string& name = words.front().text;
  const bool declares = name == "local" || name == "declare" || name == "typeset";
  return declares && state.locals && letters_of(words).find_first_of("gfFp") == std::string::npos;
}

/// A variable with the elements of an array by words, taken out.
std::map<std::string, ShellWords> take_out(ShellVariables& variables, const std::string& name) {
  std::map<std::string, ShellWords> taken;
  if (auto whole = variables.extract(name)) taken.insert(std::move(whole));
  const std::string element = name + "[";
  for (auto at = variables.lower_bound(element); at != variables.end() && at->first.starts_with(element);)
    taken.insert(variables.extract(at++));
  return taken;
}

/// Keeps what a name was outside the function, once; whether that is now.
bool keep_outer(ShellState& state, const std::string& name) {
  const auto [kept, first] = state.locals->try_emplace(name);
  if (!first) return false;
  auto& variables = state.script.variables;
  kept->second = take_out(variables, name);
  for (const auto& [each, words] : kept->second) {
    variables[each] = words;  // local TP=$TP still sees it
    state.spend(words.size() * limits::shell_command_work);
  }
  return true;
}

}  // namespace

void declare_words(ShellState& state, const ShellWords& words) {
  const bool exports = words.front().text == "export", local = makes_local(state, words);
  const bool array = letters_of(words).find_first_of("aA") != std::string::npos;
  for (const ShellWord& word : std::span(words).subspan(1)) {
    const std::string own = local && is_variable(word) ? word.text.substr(0, word.text.find('=')) : std::string();
    if (!own.empty() && keep_outer(state, own) && own == word.text) {
      (void)take_out(state.script.variables, own);
      state.script.variables[own] = array ? ShellWords{} : ShellWords{{"", 0, ""}};
    }
    if (!set_by_word(state, word) && word.text.empty() && is_open(word)) say_unread_names(state, word);
    if (exports && is_variable(word)) export_name(state, word.text.substr(0, word.text.find('=')));
  }
}

bool set_by_word(ShellState& state, const ShellWord& word) {
  const std::size_t sign = word.text.find('=');
  if (sign == std::string::npos ||
      !std::all_of(word.text.begin(), word.text.begin() + static_cast<std::ptrdiff_t>(sign), is_name))
    return false;
  const bool open = std::any_of(word.marks.begin(), word.marks.end(),
                                [&](const ShellMark& mark) { return mark.at <= sign && !mark.unknown.empty(); });
  if (!open && !is_variable(word)) return false;
  if (open) return say_unread_names(state, word), true;
  ++state.touches;
  state.script.variables[word.text.substr(0, sign)] = {word_behind(word, sign + 1)};
  return true;
}

void before_declared(ShellState& state, const ShellWords& words, const shell_tree::Assignment& assignment) {
  const std::string& name = assignment.name;
  if (words.front().text == "export") return export_name(state, name);
  if (makes_local(state, words)) (void)keep_outer(state, name);
  if (words.front().text != "readonly" && letters_of(words).find('n') != std::string::npos)
    state.say(assignment.line, name + " stands for another variable here, which isn't followed: what is set by " +
                                   name + " isn't set in that one");
}

void leave_locals(ShellState& state, std::size_t commands) {
  if (!state.locals) return;
  const auto& all = state.script.exported;
  const auto exported = [&](const auto& each) { return std::find(all.begin(), all.end(), each.first) != all.end(); };
  if (std::any_of(state.locals->begin(), state.locals->end(), exported)) keep_environment(state, commands);
  for (auto& [name, outer] : *state.locals) {
    (void)take_out(state.script.variables, name);
    state.script.variables.merge(outer);
  }
}

void export_name(ShellState& state, const std::string& name) {
  std::vector<std::string>& all = state.script.exported;
  if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
}

}  // namespace shardscope
