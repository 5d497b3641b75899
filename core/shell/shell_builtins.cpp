// What a command changes: the shell's own few that matter to a launch.
#include <algorithm>
#include <span>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/launchers/launchers.h"
#include "core/launchers/scheduler_lines.h"
#include "core/shell/filters/escapes.h"
#include "core/shell/shell_arrays.h"
#include "core/shell/shell_state.h"
#include "core/shell/shell_steps.h"
#include "core/shell/shell_words.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

namespace {

/// A variable, or one word of an array: A[1].
void unset(ShellState& state, const std::string& name) {
  const std::size_t bracket = name.find('[');
  const auto variable = state.script.variables.find(name.substr(0, bracket));
  if (variable == state.script.variables.end()) return;
  if (bracket == std::string::npos) return void(state.script.variables.erase(variable));
  ShellWords& array = variable->second;
  const std::optional<std::int64_t> index = parse_whole(name.substr(bracket + 1, name.size() - bracket - 2));
  if (index && *index >= 0 && *index < static_cast<std::int64_t>(array.size()))
    array.erase(array.begin() + static_cast<std::ptrdiff_t>(*index));
}

/// Of arguments that are known one by one; what comes to a place that isn't is open there.
void shift_known(std::map<std::string, ShellWords>& variables, std::int64_t by) {
  std::map<std::string, ShellWords> shifted;
  for (auto& [name, value] : variables) {
    const std::int64_t place = parse_whole(name).value_or(0);
    if (place == 0)
      shifted.emplace(name, std::move(value));
    else if (place > by)
      shifted.emplace(std::to_string(place - by), std::move(value));
  }
  variables = std::move(shifted);
}

void shift(ShellState& state, const ShellWords& words) {
  const std::int64_t said = words.size() > 1 ? parse_whole(words[1].text).value_or(1) : 1;
  if (!state.arguments) return shift_known(state.script.variables, said < 0 ? 1 : said);
  const std::size_t count = std::min(said < 0 ? 1 : static_cast<std::size_t>(said), state.arguments->size());
  state.arguments->erase(state.arguments->begin(), state.arguments->begin() + static_cast<std::ptrdiff_t>(count));
}

/// Those that jump; outside of a function or a loop there is nothing to leave.
std::optional<ShellLeaves> leaves_by(const ShellState& state, std::string_view name) {
  if (name == "exit") return ShellLeaves::script;
  if (name == "return") return state.calls > 0 ? ShellLeaves::function : ShellLeaves::nothing;
  if (name == "break") return state.loops > 0 ? ShellLeaves::loop : ShellLeaves::nothing;
  if (name == "continue") return state.loops > 0 ? ShellLeaves::round : ShellLeaves::nothing;
  return std::nullopt;
}

/// return 1, exit 1; without a number, or with $?, as the last command ended.
ShellTruth left_with(const ShellState& state, const ShellWords& words) {
  if (words.size() < 2 || words[1].unknown == "$?") return state.status;
  if (!words[1].unknown.empty()) return {std::nullopt, words[1].unknown};
  return {parse_whole(words[1].text).value_or(1) == 0, words[1].assumed};
}

/// printf -v NAME "%02d" 8: the format with its words in their places, again while there are more of them; nothing
/// where it asks for what isn't known.
ShellWord formatted(const ShellWords& words, int line) {
  ShellWord result{"", line, {}};
  const std::string format = unescaped(words[3].text, Escapes::format);
  std::size_t next = 4, rounds = 0;
  for (const ShellWord& word : std::span(words).subspan(3)) {
    if (result.unknown.empty()) result.unknown = word.unknown;
    if (result.assumed.empty()) result.assumed = word.assumed;
  }
  const auto put_one = [&](std::size_t& i) {
    const std::size_t end = format.find_first_not_of("0123456789", ++i);
    const char kind = end == std::string::npos ? '\0' : format[end];
    if (kind != 's' && kind != 'd' && kind != 'i' && kind != '%') return false;
    const std::size_t width = static_cast<std::size_t>(parse_whole(format.substr(i, end - i)).value_or(0));
    const std::string text = kind == '%' ? "%" : next < words.size() ? words[next++].text : kind == 's' ? "" : "0";
    const bool octal = text.size() > 1 && text[0] == '0';
    if ((kind == 'd' || kind == 'i') && (octal || !parse_whole(text))) return false;
    const bool zeros = end > i && format[i] == '0';
    if (text.size() < width && width <= 64) result.text += std::string(width - text.size(), zeros ? '0' : ' ');
    result.text += text;
    i = end;
    return true;
  };
  for (std::size_t before = 0; result.unknown.empty() && (rounds++ == 0 || (next < words.size() && next > before));) {
    before = next;
    for (std::size_t i = 0; i < format.size(); ++i) {
      if (format[i] != '%')
        result.text += format[i];
      else if (!put_one(i))
        return {"", line, "$(printf)"};
    }
    if (result.text.size() > limits::shell_word_bytes_max) return {"", line, "$(printf)"};
  }
  return result;
}

/// Commands that change variables or arguments.
bool sets(ShellState& state, const ShellWords& words, int line) {
  const std::string& name = words.front().text;
  if (name == "shift") return shift(state, words), true;
  if (name == "let") {  // let "A = B * 2", let A++
    for (const ShellWord& word : std::span(words).subspan(1))
      if (const auto said = shell_change(word.text)) change(state, *said, line);
    return true;
  }
  if (name == "printf" && words.size() > 3 && words[1].text == "-v")
    return state.script.variables[words[2].text] = {formatted(words, line)}, true;
  if (name == "shopt" && words.size() > 2) {
    for (const ShellWord& word : words)
      state.any_case = word.text == "nocasematch" ? words[1].text == "-s" : state.any_case;
    return true;
  }
  if (name == "unset") {
    for (const ShellWord& word : words) unset(state, word.text);
    return true;
  }
  if (name == "set" && words.size() > 1 && words[1].text == "--") {
    state.arguments = ShellWords(words.begin() + 2, words.end());
    state.outer_arguments = false;
    return true;
  }
  if (name != "read") return false;
  for (const ShellWord& word : std::span(words).subspan(1))
    if (!word.text.empty() && is_name_start(word.text[0])) state.script.variables[word.text] = {{"", line, "$(read)"}};
  return true;
}

/// getopts "t:p:" NAME: the next option of the arguments, as POSIX has it; its value goes to OPTARG. Without arguments
/// there is none.
ShellTruth next_option(ShellState& state, const ShellWords& words, int line) {
  if (words.size() < 3) return {false, {}};
  const std::string& known = words[1].text;
  auto& variables = state.script.variables;
  const auto set = [&](const std::string& name, std::string text) { variables[name] = {{std::move(text), line, ""}}; };
  const std::optional<ShellWords> all =
      words.size() > 3 ? ShellWords(words.begin() + 3, words.end()) : look_up(state, "@", line);
  if (!all) return (void)look_up(state, "1", line), ShellTruth{false, "$@"};
  const auto said = variables.find("OPTIND");
  std::int64_t next =
      said == variables.end() || said->second.empty() ? 1 : parse_whole(said->second[0].text).value_or(1);
  const auto leave = [&](std::int64_t at) { return set("OPTIND", std::to_string(at)), set(words[2].text, "?"); };
  if (next < 1 || static_cast<std::size_t>(next) > all->size()) return leave(next), ShellTruth{false, {}};
  const ShellWord& word = (*all)[static_cast<std::size_t>(next) - 1];
  if (!word.unknown.empty()) return {false, word.unknown};
  if (word.text == "--") return leave(next + 1), ShellTruth{false, {}};
  if (word.text.size() < 2 || word.text[0] != '-') return leave(next), ShellTruth{false, {}};
  const std::size_t at = std::clamp<std::size_t>(state.option_at, 1, word.text.size() - 1);
  const std::size_t option = word.text[at] == ':' ? std::string::npos : known.find(word.text[at]);
  const bool takes = option != std::string::npos && option + 1 < known.size() && known[option + 1] == ':';
  const bool last = at + 1 == word.text.size();
  state.option_at = takes || last ? 1 : at + 1;
  set(words[2].text, option == std::string::npos ? "?" : std::string(1, word.text[at]));
  variables.erase("OPTARG");
  if (takes && !last) set("OPTARG", word.text.substr(at + 1));
  if (takes && last && static_cast<std::size_t>(next) < all->size())
    variables["OPTARG"] = {(*all)[static_cast<std::size_t>(next++)]};
  if (takes || last) ++next;
  set("OPTIND", std::to_string(next));
  return {};
}

/// A word with the names of what has no value in it: "$CONF/model.sh".
std::string as_written(const ShellWord& word) {
  std::string text;
  std::size_t done = 0;
  for (const ShellMark& mark : word.marks) {
    const std::size_t at = std::min(mark.at, word.text.size());
    text += word.text.substr(done, at - done) + mark.unknown;
    done = at;
  }
  return text + word.text.substr(done);
}

}  // namespace

std::optional<ShellTruth> run_builtin(ShellState& state, const ShellWords& words, int line) {
  const std::string& name = words.front().text;
  if (name == "[" || name == "test") {
    const bool closed = name == "[" && words.back().text == "]";
    ShellWords test(words.begin() + 1, words.end() - (closed ? 1 : 0));
    take_set_tests(state, test);
    return condition_of(test);
  }
  if (declares_variables(name)) return declare_words(state, words), ShellTruth{};
  if (name == "true" || name == ":") return ShellTruth{};
  if (name == "false") return ShellTruth{false, {}};
  if (const auto leaves = leaves_by(state, name)) {
    const bool loops = name == "break" || name == "continue";
    state.leaves = *leaves;
    return state.status = loops ? ShellTruth{} : left_with(state, words);
  }
  if (sets(state, words, line))
    return name == "read" ? ShellTruth{std::nullopt, "the lines that read takes in", true} : ShellTruth{};
  if (name == "getopts") return next_option(state, words, line);
  if ((name == "source" || name == ".") && words.size() > 1) {
    state.script.sourced.push_back(as_written(words[1]));
    const std::string& sourced = state.script.sourced.back();
    state.note(line, shown(sourced) + " isn't read: what it sets counts as not set", sourced);
  }
  return std::nullopt;
}

namespace {

/// That a script sets what was given from outside, without having asked for it.
void note_overwritten(ShellState& state, const std::string& name, int line) {
  const auto given = state.outside->environment.find(name);
  const std::vector<std::string>& used = state.script.used;
  if (given == state.outside->environment.end() || std::find(used.begin(), used.end(), name) != used.end()) return;
  auto& all = state.script.overwritten;
  if (std::none_of(all.begin(), all.end(), [&](const auto& each) { return each.first == name; }))
    all.emplace_back(name, line);
}

/// What a command would print has no value here: what was given from outside by the variable's name stands for it.
void take_given(ShellState& state, const std::string& name, ShellWord& value) {
  const auto given = state.outside->environment.find(name);
  if (value.unknown.empty() || is_unset_name(value.unknown) || given == state.outside->environment.end()) return;
  value = {given->second, value.line, {}};
  if (std::vector<std::string>& used = state.script.used; std::find(used.begin(), used.end(), name) == used.end())
    used.push_back(name);
}

}  // namespace

namespace {

/// A subscript that computes to a number is that number: A[i+1]. Of an array by words it is the word itself.
std::string element_key(ShellState& state, const shell_tree::Assignment& assignment, const std::string& text) {
  const bool by_words = element_of_array(state.script.variables, assignment.name, text).has_value();
  const bool computes = text.find_first_of("+-*/%") != std::string::npos || state.script.variables.contains(text);
  if (by_words || !computes) return text;
  const ShellWord number = computed(state, shell_computation(text), assignment.line);
  return number.unknown.empty() ? number.text : text;
}

}  // namespace

void assign(ShellState& state, const shell_tree::Assignment& assignment) {
  ShellWords value;
  if (!assignment.array) value.push_back(expand_whole(state, assignment.values.front()));
  if (assignment.array)
    for (const shell_tree::Word& word : assignment.values) {
      if (value.size() > limits::shell_words_max)
        return state.fail(assignment.line, "the list that begins here grows too long");
      for (ShellWord& each : expand(state, word)) {
        each.line = each.line == 0 ? word.line : each.line;
        value.push_back(std::move(each));
      }
    }
  ++state.touches;
  if (!assignment.appends && !assignment.array) take_given(state, assignment.name, value.front());
  if (!assignment.appends) note_overwritten(state, assignment.name, assignment.line);
  auto& variables = state.script.variables;
  if (!assignment.index.empty()) {
    const ShellWord key = expand_whole(state, assignment.index.front());
    if (!key.unknown.empty()) return;  // which one only a run knows
    ++state.words;
    return set_element(variables, assignment.name, element_key(state, assignment, key.text), joined(std::move(value)),
                       assignment.appends);
  }
  if (assignment.array && !assignment.appends) return set_array(variables, assignment.name, std::move(value));
  ShellWords& variable = variables[assignment.name];
  if (!assignment.appends)
    variable = std::move(value);
  else if (!assignment.array && variable.size() == 1)
    put_word(variable.front(), std::move(value.front()));
  else
    variable.insert(variable.end(), value.begin(), value.end());
  state.words += variable.size();
  if (!variable.empty() && variable.front().text.size() > limits::shell_word_bytes_max)
    state.fail(state.line, "$" + assignment.name + " grows too long");
}

void change(ShellState& state, const shell_tree::Change& change, int line) {
  state.script.variables[change.name] = {computed(state, change.value, line)};
}

namespace {

/// The value of an option that stands glued to its name in the line; what was said before where it doesn't.
std::string said_of(std::string_view text, Said said, std::string before) {
  const std::string option = std::string(option_of(Starter::none, said)->name) + "=";
  const std::size_t at = text.find(option);
  if (at == std::string_view::npos) return before;
  text.remove_prefix(at + option.size());
  return std::string(text.substr(0, text.find(' ')));
}

/// The line, with the nodes and GPUs that a queue's name and a number of nodes say together, in lines of their own.
std::string with_node_type(ShellState& state, const std::string& text) {
  const std::string type = said_of(text, Said::node_type, state.node_type);
  const std::string chunks = said_of(text, Said::chunks, state.chunks);
  const bool said = type == state.node_type && chunks == state.chunks;
  state.node_type = type, state.chunks = chunks;
  return said ? text : text + words_of_node_type(type, chunks);
}

}  // namespace

void take_slurm(ShellState& state, const std::string& text, int line) {
  ShellWords& words = state.script.slurm;
  const std::size_t begin = words.empty() ? 0 : words.size() - 1;  // a value may stand in the next line
  for (ShellWord& word : split_words({with_node_type(state, text), line, ""})) words.push_back(std::move(word));
  auto& variables = state.script.variables;
  for (std::size_t i = begin; i < words.size(); ++i) {
    const LauncherName* option = find_option(words[i].text, Starter::slurm);
    if (option == nullptr) continue;
    std::string value(*value_in(words[i].text, *option));
    if (value.empty() && i + 1 < words.size()) value = words[i + 1].text;
    value.erase(0, value.rfind(':') + 1);
    if (value.empty() || !std::all_of(value.begin(), value.end(), is_digit)) continue;
    for (const ShellWord& name : split_words({std::string(option->sets), line, ""}))
      variables[name.text] = {{value, words[i].line, ""}};
  }
  if (!state.node_type.empty()) {  // Grid Engine's own, and ABCI's
    if (const auto nodes = variables.find(variable_set_by(Starter::slurm, Said::nodes)); nodes != variables.end())
      variables["NHOSTS"] = nodes->second;
    variables["SGE_RESOURCE_TYPE"] = {{state.node_type, line, ""}};
  }
  const std::string gpus = variable_set_by(Starter::slurm, Said::gpus_per_rank);
  const std::string ranks = variable_set_by(Starter::slurm, Said::ranks_per_node);
  if (variables.contains(gpus) && variables.contains(ranks)) {
    const auto both = shell_computation(gpus + " * " + ranks);
    variables.try_emplace("SLURM_GPUS_ON_NODE", ShellWords{computed(state, both, line)});
  }
}

}  // namespace shardscope
