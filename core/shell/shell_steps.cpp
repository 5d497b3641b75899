#include "core/shell/shell_steps.h"

#include <algorithm>
#include <variant>

#include "core/base/characters.h"
#include "core/shell/filters/expression_fit.h"
#include "core/shell/filters/glob.h"
#include "core/shell/shell_texts.h"
#include "core/shell/shell_words.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

using shell_tree::Command;
using shell_tree::List;
using shell_tree::Part;
using shell_tree::PartKind;
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

namespace {

bool ends(const ShellState& state, const Command& command) {
  if (const auto* group = std::get_if<shell_tree::Group>(&command.what))
    return !group->within && exits(state, group->body);
  const auto* simple = std::get_if<Simple>(&command.what);
  const std::string name = simple == nullptr ? std::string() : name_of(*simple);
  const auto function = state.functions.find(name);
  return name == "exit" || name == "return" || (function != state.functions.end() && function->second.exits);
}

bool is_equal_sign(const std::string& text) {
  return text == "=" || text == "==";
}

bool ends_all(const ShellState& state, const Command& command) {
  const auto* simple = std::get_if<Simple>(&command.what);
  return ends(state, command) && (simple == nullptr || name_of(*simple) != "return");
}

}  // namespace

bool exits(const ShellState& state, const std::vector<Command>& commands) {
  return std::any_of(commands.begin(), commands.end(), [&](const Command& each) { return ends(state, each); });
}

bool exits(const ShellState& state, const List& list) {
  return std::any_of(list.begin(), list.end(), [&](const Step& step) { return exits(state, step.pipeline); });
}

bool ends_script(const ShellState& state, const List& list) {
  return std::any_of(list.begin(), list.end(), [&](const Step& step) {
    const auto& all = step.pipeline;
    return std::any_of(all.begin(), all.end(), [&](const Command& each) { return ends_all(state, each); });
  });
}

bool touches(const Step& step) {
  return std::any_of(step.pipeline.begin(), step.pipeline.end(), [](const Command& each) { return each.touches; });
}

bool taken(const ShellTruth& truth, bool exits) {
  return truth.holds.value_or(true) && (truth.depends.empty() || !exits);
}

namespace {

/// What [[ ]] compares, in small letters.
void lower_compared(ShellWords& test) {
  for (std::size_t i = 1; i + 1 < test.size(); ++i)
    if (is_equal_sign(test[i].text) || test[i].text == "!=" || test[i].text == "=~")
      test[i - 1].text = lower(test[i - 1].text), test[i + 1].text = in_small_letters(test[i + 1].text);
}

}  // namespace

void take_set_tests(ShellState& state, ShellWords& test) {
  constexpr std::string_view before[] = {"!", "(", "&&", "||", "-a", "-o"};
  for (std::size_t i = 0; i + 1 < test.size(); ++i) {
    const bool begins = i == 0 || std::find(std::begin(before), std::end(before), test[i - 1].text) != std::end(before);
    const std::string name = test[i + 1].text;
    if (!begins || test[i].text != "-v" || name.empty() || !is_name_start(name[0])) continue;
    const std::optional<ShellWords> value = look_up(state, name, test[i].line);
    test[i].text = "-n";
    if (!value)
      test[i + 1] = {"", test[i].line, "$" + name};
    else if (value->size() == 1 && !value->front().unknown.empty())
      test[i + 1] = value->front();
    else
      test[i + 1] = {"set", test[i].line, ""};
  }
}

ShellTruth tested(ShellState& state, ShellWords words) {
  take_set_tests(state, words);
  take_groups(state, words);
  return condition_of(words, true);
}

void take_groups(ShellState& state, ShellWords& test) {
  if (state.any_case) lower_compared(test);
  for (std::size_t i = 1; i + 1 < test.size(); ++i) {
    if (test[i].text != "=~") continue;
    state.spend(limits::shell_expression_work);
    const ShellWord &text = test[i - 1], &expression = test[i + 1];
    std::size_t work_left = limits::expression_places_max;
    const bool open = is_open(text) || is_open(expression);
    const ExpressionFit fit = open ? ExpressionFit{} : fit_of(text.text, expression.text, work_left);
    const std::string doubt = doubt_of(text).empty() ? doubt_of(expression) : doubt_of(text);
    auto& variables = state.script.variables;
    if (!fit.followed) return void(variables.erase(groups_variable));
    ShellWords& groups = variables[groups_variable] = {};
    for (const auto& [begin, end] : fit.places.value_or(FittedPlaces{})) {
      const bool part = begin <= end && end <= text.text.size();
      groups.push_back({part ? text.text.substr(begin, end - begin) : std::string(), text.line, {}, doubt});
    }
    const std::string next = i + 2 < test.size() ? test[i + 2].text : std::string();
    if (next == (fit.places ? "||" : "&&")) return;  // which settles it
  }
}

bool has_flags(const ShellWords& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const ShellWord& word) { return word.text.find("--") != std::string::npos; });
}

bool add_words(ShellState& state, ShellWords& words, const Word& word) {
  bool evaluates = false;
  for (ShellWord& each : expand(state, word)) {
    each.line = each.line == 0 ? word.line : each.line;
    if (each.text.starts_with("--")) ++state.touches;
    if (words.empty() && is_shell_prefix(each.text)) {
      evaluates |= each.text == "eval";
      continue;
    }
    if (each.text.size() > limits::shell_word_bytes_max) return state.fail(word.line, "a word grows too long"), false;
    ++state.words;
    words.push_back(std::move(each));
  }
  return evaluates;
}

shell_tree::Script script_of_eval(ShellState& state, const ShellWords& words, int line) {
  constexpr std::size_t work_of_byte = 20;  // its tree is that much larger
  const std::string text = rendered(joined(words));
  const std::string lines(static_cast<std::size_t>(std::max(line - 1, 0)), '\n');
  state.spend(text.size() * work_of_byte + lines.size());
  return state.stopped() ? shell_tree::Script{} : parse_shell(lines + text, line > 0);
}

namespace {

/// The one command that it is; nullptr where it is none or more.
const Simple* one_command(const shell_tree::Script& text) {
  const bool one = text.commands.size() == 1 && !text.commands.front().pipeline.empty();
  return one ? std::get_if<Simple>(&text.commands.front().pipeline.front().what) : nullptr;
}

}  // namespace

bool is_script_of_eval(const shell_tree::Script& text) {
  if (text.problem || text.commands.empty()) return false;
  const Simple* simple = one_command(text);
  return simple == nullptr || std::all_of(simple->items.begin(), simple->items.end(), [](const auto& item) {
           return std::holds_alternative<shell_tree::Assignment>(item);
         });
}

bool is_one_word(const shell_tree::Script& text) {
  const Simple* simple = text.problem ? nullptr : one_command(text);
  return simple != nullptr && simple->items.size() == 1;
}

ShellWords values_of(ShellState& state, const shell_tree::For& loop, int line) {
  if (loop.counts) return {{"", line, "what its (( )) counts"}};
  if (!loop.values) return state.arguments.value_or(ShellWords{});
  ShellWords values;
  for (const Word& word : *loop.values)
    for (ShellWord& each : expand(state, word)) add_counted(values, std::move(each));
  return values;
}

void drop_tree(ShellState& state, const shell_tree::Script* tree) {
  const bool last = !state.others.empty() && &state.others.back() == tree;
  const auto stands_in = [&](const auto& each) { return each.second.tree == tree; };
  if (last && std::none_of(state.functions.begin(), state.functions.end(), stands_in)) state.others.pop_back();
}

void note_once(std::vector<std::string>& all, const std::string& one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

namespace {

/// The names that the commands assign, however deep.
class NamesSet {
 public:
  void add(const List& list) {
    if (++depth_ <= limits::shell_nesting_max)
      for (const auto& step : list)
        for (const Command& each : step.pipeline) std::visit([&](const auto& what) { add(what); }, each.what);
    --depth_;
  }
  std::vector<std::string> names;

 private:
  void add(const Simple& simple) {
    for (const auto& item : simple.items)
      if (const auto* assignment = std::get_if<shell_tree::Assignment>(&item)) note_once(names, assignment->name);
  }
  void add(const shell_tree::Group& group) { add(group.body); }
  void add(const shell_tree::If& branches) {
    for (const auto& clause : branches.clauses) add(clause.body);
    add(branches.otherwise);
  }
  void add(const shell_tree::Case& branches) {
    for (const auto& branch : branches.branches) add(branch.body);
  }
  template <class Other>
  void add(const Other&) {}

  int depth_ = 0;
};

/// The words of each test among the conditions: [ … ], test …, [[ … ]].
std::vector<std::vector<const Word*>> tests_in(std::span<const shell_tree::Step> condition) {
  std::vector<std::vector<const Word*>> tests;
  for (const auto& step : condition)
    for (const Command& command : step.pipeline) {
      std::vector<const Word*>& words = tests.emplace_back();
      if (const auto* test = std::get_if<shell_tree::Test>(&command.what))
        for (const Word& word : test->words) words.push_back(&word);
      if (const auto* simple = std::get_if<Simple>(&command.what))
        for (const auto& item : simple->items)
          if (const Word* word = std::get_if<Word>(&item)) words.push_back(word);
    }
  return tests;
}

/// The word's one part beside quotes that hold nothing; nullptr where it has none or several.
const Part* only_part(const Word& word) {
  const Part* only = nullptr;
  for (const Part& part : word.parts) {
    if (part.kind == PartKind::text && part.text.empty()) continue;
    if (only != nullptr) return nullptr;
    only = &part;
  }
  return only;
}

/// The variable whose being empty the condition asks for; nullptr where it is none that the script leaves so.
const ShellWord* left_empty(const ShellState& state, std::span<const shell_tree::Step> condition, std::string& name) {
  for (const std::vector<const Word*>& words : tests_in(condition))
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Part* only = only_part(*words[i]);
      if (only == nullptr || (only->kind != PartKind::variable && only->kind != PartKind::braces)) continue;
      const Part& part = *only;
      const std::string before = i > 0 ? literal_text(*words[i - 1]) : std::string();
      const bool compared = i + 2 < words.size() && is_equal_sign(literal_text(*words[i + 1])) &&
                            literal_text(*words[i + 2]).empty() && only_part(*words[i + 2]) == nullptr;
      const auto value = state.script.variables.find(part.text);
      if ((before != "-z" && before != "-n" && !compared) || value == state.script.variables.end() ||
          value->second.size() != 1)
        continue;
      const ShellWord& word = value->second.front();
      if (word.text.empty() && word.unknown.empty() && word.line > 0) return name = part.text, &word;
    }
  return nullptr;
}

}  // namespace

void note_choice(ShellState& state, const List& condition, const List& body, const std::string& unset) {
  ShellChoice choice{unset, {}, {}};
  NamesSet set;
  set.add(body);
  choice.sets = std::move(set.names);
  if (choice.sets.empty()) return;
  for (const std::vector<const Word*>& words : tests_in(condition))
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      if (!is_equal_sign(literal_text(*words[i]))) continue;
      const ShellWord left = expand_whole(state, *words[i - 1]), right = expand_whole(state, *words[i + 1]);
      if (left.unknown == unset && right.unknown.empty()) note_once(choice.values, right.text);
      if (right.unknown == unset && left.unknown.empty()) note_once(choice.values, left.text);
    }
  state.script.choices.push_back(std::move(choice));
}

bool is_to_fill_in(ShellState& state, std::span<const shell_tree::Step> condition, int line) {
  std::string name;
  const ShellWord* word = left_empty(state, condition, name);
  if (word == nullptr) return false;
  state.note(line, "the script ends here while " + name + " is empty, as line " + std::to_string(word->line) +
                       " leaves it to be filled in; it is read on as if it were");
  return true;
}

void say_default_ends(ShellState& state, const ShellTruth& truth, const std::vector<Command>& commands) {
  if (truth.holds != true || truth.depends.empty() || truth.unset) return;
  const auto end =
      std::find_if(commands.begin(), commands.end(), [&](const Command& each) { return ends_all(state, each); });
  if (end == commands.end()) return;
  state.say(end->line, "by its own default for " + truth.depends + " the script ends here; it is read on",
            truth.depends);
}

void say_taken(ShellState& state, int line, const ShellTruth& truth, bool holds) {
  if (truth.depends.empty()) return;
  state.unsure |= !truth.holds;
  const std::string how = holds ? "it is taken to hold" : "it is taken not to hold";
  state.note(line, "this hangs on " + said_unknown(truth.depends) + only_when_run + how, truth.depends);
}

void say_not_sbatch(ShellState& state, const shell_tree::SlurmLine& slurm, int line) {
  const std::string where = line > 0 ? ", in line " + std::to_string(slurm.ended) : std::string();
  const std::string words = "sbatch stops at the first command" + where + ": #SBATCH from here on doesn't count";
  const auto& all = state.script.notices;
  const auto same = [&](const Problem& notice) { return notice.message == words; };
  if (std::none_of(all.begin(), all.end(), same)) state.say(line, words, {}, "unknown-machines");
}

namespace {

/// "the one for 7B 7b is taken, line 4".
std::string taken_words(ShellState& state, const shell_tree::Case::Branch& branch) {
  ShellWords patterns;
  for (const Word& pattern : branch.patterns) patterns.push_back(expand_whole(state, pattern));
  return "the one for " + shown(joined(patterns).text) + " is taken, line " + std::to_string(branch.line);
}

}  // namespace

const shell_tree::Case::Branch* chosen_branch(ShellState& state, const shell_tree::Case& branches,
                                              const Command& command) {
  const ShellWord word = expand_whole(state, branches.word);
  const bool open = is_open(word);
  state.unsure |= open;
  const std::string doubt = doubt_of(word);
  const auto begin = branches.branches.begin(), end = branches.branches.end();
  const auto ends = [&](const auto& branch) { return exits(state, branch.body); };
  auto found = end;
  if (!open)
    found = std::find_if(begin, end, [&](const auto& branch) {
      return std::any_of(branch.patterns.begin(), branch.patterns.end(), [&](const Word& pattern) {
        const std::string written = expand_whole(state, pattern).text;
        const std::optional<bool> matches =
            state.any_case ? matches_pattern(lower(word.text), lower(written)) : matches_pattern(word.text, written);
        state.unsure |= !matches;
        return matches.value_or(false);
      });
    });
  if (!doubt.empty() && (found == end || ends(*found))) found = std::find_if_not(begin, end, ends);
  if (!doubt.empty() && (state.captures || command.touches)) {
    const std::string how = found == end ? std::string("none is taken") : taken_words(state, *found);
    state.note(command.line, "which branch is taken hangs on " + said_unknown(doubt) + only_when_run + how, doubt);
  }
  return found == end ? nullptr : &*found;
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
