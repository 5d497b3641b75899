// Branches, loops and functions. Where a condition hangs on what isn't known here: a name that the script doesn't set
// counts as empty and an argument as not given; a condition that stays open is taken to hold; a branch that would end
// the script isn't taken. Each such choice is listed, where it changes a variable or a flag.
#include <algorithm>
#include <utility>

#include "core/shell/shell_prefix.h"
#include "core/shell/shell_reads.h"
#include "core/shell/shell_state.h"
#include "core/shell/shell_steps.h"
#include "core/shell/shell_texts.h"
#include "core/shell/shell_words.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

using shell_tree::Command;
using shell_tree::List;
using shell_tree::Simple;
using shell_tree::Step;
using shell_tree::Word;

namespace {

class Walk {
 public:
  explicit Walk(ShellState state) : state_(std::move(state)) {}

  ShellState inside() { return list(state_.tree->commands), std::move(state_); }

  ShellScript run() {
    list(state_.tree->commands);
    if (state_.leaves == ShellLeaves::script) state_.script.ended = state_.line;
    if (state_.tree->problem && state_.leaves != ShellLeaves::script && state_.script.problems.empty())
      state_.script.problems.push_back(*state_.tree->problem);
    state_.leaves = ShellLeaves::nothing;
    run_main();
    if (state_.words >= limits::shell_words_max && state_.script.problems.empty())
      state_.fail(state_.line, "it comes to more words than any launch does");
    return std::move(state_.script);
  }

 private:
  ShellTruth list(const List& steps) {
    ShellTruth status;
    const Step* before = nullptr;
    for (const Step& step : steps) {
      if (state_.stopped()) break;
      if (step.after == Step::After::always || follows(step, status, before)) status = pipeline(step);
      if (state_.leaves == ShellLeaves::nothing) state_.status = status;
      before = &step;
    }
    return status;
  }

  /// Whether the step runs behind one that ended so.
  bool follows(const Step& step, const ShellTruth& status, const Step* before) {
    const bool both = step.after == Step::After::success;
    const bool granted = status.of_command && both;  // cd there && run it
    const bool open = !status.depends.empty() && !granted;
    bool holds = status.holds.value_or(true);
    if (open && exits(state_, step.pipeline)) {
      doubt_ = status;
      if (holds == both) say_default_ends(state_, both ? status : negated(status), step.pipeline);
      holds = !both;
    }
    if (open && (state_.captures || touches(step))) say_taken(state_, step.line, status, holds);
    const bool ends = status.holds && status.depends.empty() && holds == both && exits(state_, step.pipeline);
    return holds == both && !(ends && before != nullptr && is_to_fill_in(state_, {before, 1}, step.line));
  }

  ShellTruth pipeline(const Step& step) {
    ShellTruth status;
    if (state_.captures && step.pipeline.size() > 1)
      add_command({{"|", step.line, {}}, {std::to_string(step.pipeline.size()), step.line, {}}}, step.line);
    const std::size_t before = state_.script.commands.size();
    for (const Command& each : step.pipeline) {
      if (state_.stopped()) break;
      status = command(each);
    }
    take_made_file(state_, step, before);
    status = pipeline_finds(state_, before, step.pipeline.size()).value_or(status);
    return step.turned ? negated(status) : status;
  }

  ShellTruth command(const Command& command) {
    state_.line = command.end_line;
    state_.spend(limits::shell_command_work);
    const std::size_t before = state_.script.commands.size();
    ShellTruth status = std::visit([&](const auto& what) { return run(what, command); }, command.what);
    if (command.input && status.of_command && state_.script.commands.size() == before + 1)
      status = finds_in(state_, expand_whole(state_, *command.input)).value_or(status);
    take_texts(state_, command, before);
    if (state_.captures && command.source && state_.script.commands.size() == before + 1)
      state_.script.commands.back().push_back(expand_whole(state_, *command.source));
    if (state_.captures && (command.output || command.aside)) state_.script.commands.resize(before);
    return status;
  }

  ShellTruth run(const shell_tree::Group& group, const Command&) {
    if (!group.within) return list(group.body);
    ShellWithin inner(state_);
    return inner.leave(state_, list(group.body));
  }

  ShellTruth run(const shell_tree::SlurmLine& slurm, const Command& command) {
    if (slurm.ended > 0) return say_not_sbatch(state_, slurm, command.line), ShellTruth{};
    return take_slurm(state_, slurm.text, command.line), ShellTruth{};
  }

  // Branches.

  ShellTruth run(const shell_tree::If& branches, const Command& command) {
    struct Choice {
      int line;
      ShellTruth truth;
      bool holds;
    };
    const std::size_t before = state_.touches;
    const bool else_ends = ends_script(state_, branches.otherwise);
    ShellTruth status;
    std::vector<Choice> choices;
    bool open = true;  // no branch was taken yet
    for (const auto& [line, condition, body] : branches.clauses) {
      const ShellTruth truth = list(condition);
      if (state_.stopped()) return {};
      const bool ends = exits(state_, body), certain = truth.holds == true && truth.depends.empty();
      bool holds = taken(truth, ends) && !(ends && certain && is_to_fill_in(state_, condition, line));
      if (!truth.depends.empty() && (ends || exits(state_, branches.otherwise))) doubt_ = truth;
      if (!holds && !ends && else_ends && !truth.depends.empty() && &body == &branches.clauses.back().body) {
        for (const Step& step : branches.otherwise) say_default_ends(state_, negated(truth), step.pipeline);
        holds = true;
      }
      if (!truth.depends.empty()) choices.push_back({line, truth, holds});
      if (!holds && ends)
        for (const Step& step : body) say_default_ends(state_, truth, step.pipeline);
      if (!holds && is_unset_name(truth.depends)) note_choice(state_, condition, body, truth.depends);
      if (holds) status = list(body);
      open = !holds;
      if (!open || state_.stopped()) break;
    }
    if (open && !state_.stopped()) status = list(branches.otherwise);
    if (state_.captures || command.touches || state_.touches != before)
      for (const Choice& choice : choices) say_taken(state_, choice.line, choice.truth, choice.holds);
    return status;
  }

  ShellTruth run(const shell_tree::Case& branches, const Command& command) {
    const auto* branch = chosen_branch(state_, branches, command);
    const auto ends = [&](const auto& each) { return exits(state_, each.body); };
    if (std::any_of(branches.branches.begin(), branches.branches.end(), ends))
      if (std::string hangs_on = doubt_of(expand_whole(state_, branches.word)); !hangs_on.empty())
        doubt_ = {std::nullopt, std::move(hangs_on)};
    return branch == nullptr ? ShellTruth{} : list(branch->body);
  }

  ShellTruth run(const shell_tree::Test& test, const Command&) {
    ShellWords words;
    for (const Word& word : test.words) {
      words.push_back(expand_whole(state_, word));
      state_.unsure |= !words.back().unknown.empty();
    }
    return tested(state_, std::move(words));
  }

  ShellTruth run(const shell_tree::Arithmetic& arithmetic, const Command& command) {
    if (arithmetic.change) return change(state_, *arithmetic.change, command.end_line), ShellTruth{};
    const ShellWord result = computed(state_, arithmetic.computation, command.end_line);
    if (!result.unknown.empty()) return {std::nullopt, result.unknown};
    return {result.text != "0", result.assumed};
  }

  // Loops.

  /// A round of a loop's body; false when the loop is left.
  bool round(const List& body) {
    ++state_.loops;
    list(body);
    --state_.loops;
    if (state_.leaves == ShellLeaves::round) state_.leaves = ShellLeaves::nothing;
    return !state_.stopped();
  }

  void leave_loop() {
    if (state_.leaves == ShellLeaves::loop) state_.leaves = ShellLeaves::nothing;
  }

  /// for (( … )), of which all is known; false where it isn't.
  bool counted(const shell_tree::For& loop, int line) {
    if (!loop.start || !loop.step) return false;
    change(state_, *loop.start, line);
    const auto condition = [&] { return computed(state_, loop.condition, line); };
    if (!condition().unknown.empty()) return false;
    for (int rounds = 0; rounds < limits::shell_rounds_max && condition().text == "1" && round(loop.body); ++rounds)
      change(state_, *loop.step, line);
    return leave_loop(), true;
  }

  ShellTruth run(const shell_tree::For& loop, const Command& command) {
    if (loop.counts && counted(loop, command.line)) return {};
    for (const ShellWord& value : values_of(state_, loop, command.line)) {
      state_.unsure |= !value.unknown.empty();
      if (!value.unknown.empty() && command.touches)
        state_.note(command.line,
                    "this loop runs over " + said_unknown(value.unknown) + only_when_run + "it is read once",
                    value.unknown);
      if (!loop.name.empty()) state_.script.variables[loop.name] = {value};
      if (!round(loop.body)) break;
    }
    leave_loop();
    return {};
  }

  ShellTruth run(const shell_tree::While& loop, const Command& command) {
    if (const std::optional<LinesRead> given = lines_read(state_, loop, command)) {
      for (const ShellWord& line : given->lines)
        if (take_read(state_, *given->read, line); !round(loop.body)) return leave_loop(), ShellTruth{};
      return take_read(state_, *given->read, {}), ShellTruth{};  // which finds no more, and leaves its names empty
    }
    const bool ends = exits(state_, loop.condition) || exits(state_, loop.body);
    for (int rounds = 0; !state_.stopped(); ++rounds) {
      if (rounds >= limits::shell_rounds_max) {
        state_.note(command.line, "this loop is read " + std::to_string(rounds) + " times and then left");
        break;
      }
      ShellTruth truth = list(loop.condition);
      if (state_.stopped()) break;
      if (loop.until) truth = negated(truth);
      const bool certain = truth.holds && truth.depends.empty();
      const bool holds = loop.until && truth.of_command ? true : taken(truth, ends);
      if (!certain && (state_.captures || command.touches) && rounds == 0)
        say_taken(state_, command.line, truth, holds);
      if (!holds || !round(loop.body) || loop.forever || !certain) break;
    }
    leave_loop();
    return {};
  }

  // Functions and commands.

  ShellTruth run(const shell_tree::Function& function, const Command&) {
    state_.functions[function.name] = {&function, state_.tree, exits(state_, function.body), false};
    return {};
  }

  ShellTruth call(ShellFunction& function, const std::string& name, ShellWords arguments) {
    if (state_.calls >= limits::shell_calls_max)
      return state_.fail(state_.line, shown(name) + " calls itself"), ShellTruth{};
    const ShellTruth outer_doubt = std::exchange(doubt_, {});
    std::optional<ShellLocals> outer_locals = std::exchange(state_.locals, ShellLocals{});
    const std::size_t commands = state_.script.commands.size();
    std::optional<ShellWords> outer = std::exchange(state_.arguments, arguments_from(std::move(arguments)));
    const bool outside = std::exchange(state_.outer_arguments, false);
    function.called = true;
    const shell_tree::Script* own = std::exchange(state_.tree, function.tree);
    ++state_.calls;
    ShellTruth status;
    for (const Command& body : function.written->body) status = command(body);
    --state_.calls;
    state_.tree = own;
    if (state_.leaves == ShellLeaves::function) state_.leaves = ShellLeaves::nothing, status = state_.status;
    state_.arguments = std::move(outer);
    state_.outer_arguments = outside;
    leave_locals(state_, commands);
    state_.locals = std::move(outer_locals);
    const ShellTruth doubt = std::exchange(doubt_, outer_doubt);  // by which it may have ended otherwise
    if (!status.depends.empty() || doubt.depends.empty()) return status;
    return {doubt.holds ? status.holds : std::nullopt, doubt.depends, doubt.of_command, doubt.unset};
  }

  ShellTruth run(const Simple& simple, const Command& command) {
    ShellPrefix before(state_);
    ShellWords words;
    bool evaluates = simple.evaluates;
    for (const auto& item : simple.items) {
      if (state_.stopped()) break;
      if (const auto* assignment = std::get_if<shell_tree::Assignment>(&item)) {
        if (words.empty()) before.keep(assignment->name);
        if (!words.empty()) before_declared(state_, words, *assignment);
        assign(state_, *assignment);
        continue;
      }
      if (words.empty()) before.swap_out();
      evaluates |= add_words(state_, words, std::get<Word>(item));
    }
    if (words.empty()) return before.swap_in(), ShellTruth{};
    if (evaluates) {
      shell_tree::Script text = script_of_eval(state_, words, command.line);
      if (is_script_of_eval(text)) return evaluate(std::move(text), before);
      for (ShellWord& word : words) word = expanded_again(state_, word);
      words = read_again(std::move(words));
      if (words.size() == 1 && is_one_word(text) && set_by_word(state_, words.front())) return {};
    }
    return run_words(std::move(words), command.line, before);
  }

  ShellTruth evaluate(shell_tree::Script text, ShellPrefix& before) {
    if (state_.evals >= limits::shell_calls_max) return state_.fail(state_.line, "eval evaluates itself"), ShellTruth{};
    before.swap_in();
    const shell_tree::Script* own = std::exchange(state_.tree, &state_.others.emplace_back(std::move(text)));
    ++state_.evals;
    const ShellTruth status = list(state_.tree->commands);
    --state_.evals;
    drop_tree(state_, std::exchange(state_.tree, own));
    before.swap_out();
    return status;
  }

  ShellTruth run_words(ShellWords words, int line, ShellPrefix& before) {
    const std::string name = words.front().text, unknown = words.front().unknown;
    for (const ShellWord& word : words) state_.unsure |= !word.unknown.empty();
    if (const std::size_t code = place_of_code(words); code < words.size())
      words[code] = expanded_again(state_, words[code]);
    if (const auto function = state_.functions.find(name); function != state_.functions.end()) {
      words.erase(words.begin());
      before.swap_in();
      const ShellTruth status = call(function->second, name, std::move(words));
      before.swap_out();
      return status;
    }
    std::string path = path_of_script(words);
    if (path.empty()) path = path_of_made_script(state_.script, words);
    if (!path.empty()) {
      if (const std::optional<std::string> text = text_of_file(state_, path))
        return run_file(path, *text, std::move(words), line, before), ShellTruth{};
      note_once(state_.script.wanted, path);
    }
    before.to_environment();
    if (const std::optional<ShellTruth> status = run_builtin(state_, words, line)) return *status;
    add_command(std::move(words), line);
    if (name == "echo" || name == "printf") return {};
    return {std::nullopt, "what " + shown(name.empty() ? unknown : name) + " answers", true};
  }

  void add_command(ShellWords words, int line) {
    state_.script.commands.push_back(std::move(words));
    state_.script.command_lines.push_back(line);
  }

  /// What another script sets stays where it is read in; one that is called runs with variables of its own.
  void run_file(const std::string& path, const std::string& text, ShellWords words, int line, ShellPrefix& before) {
    if (state_.calls >= limits::shell_calls_max) return state_.fail(state_.line, "the scripts call one another");
    const std::string name = words.front().text;
    const bool reads_in = name == "source" || name == ".";
    const auto behind = words.begin() + static_cast<std::ptrdiff_t>(place_of_script(words)) + 1;
    if (is_starter(name)) add_command(ShellWords(words.begin(), behind), line);  // its options count machines
    words.erase(words.begin(), behind);
    const std::string outer_file = std::exchange(state_.file, path);
    before.swap_in();
    std::optional<ShellWithin> called;
    if (!reads_in) called.emplace(state_);
    std::optional<ShellWords> outer = state_.arguments;
    const bool outside = state_.outer_arguments, own_arguments = !reads_in || !words.empty();
    state_.outer_arguments = outside && !own_arguments;
    if (own_arguments) state_.arguments = arguments_from(std::move(words));
    const shell_tree::Script* own = std::exchange(state_.tree, &state_.others.emplace_back(parse_shell(text, false)));
    if (!reads_in) state_.locals.reset();
    ++state_.calls;
    list(state_.tree->commands);
    --state_.calls;
    if (state_.tree->problem && state_.script.problems.empty()) state_.fail(0, state_.tree->problem->message);
    state_.tree = own;
    state_.file = outer_file;
    state_.arguments = std::move(outer);
    state_.outer_arguments = outside;
    if (state_.leaves == ShellLeaves::function) state_.leaves = ShellLeaves::nothing;
    if (called) (void)called->leave(state_, {});
    before.swap_out();
  }

  /// Functions that nothing calls, where the script launches nothing else.
  void run_main() {
    if (std::any_of(state_.script.commands.begin(), state_.script.commands.end(), has_flags)) return;
    std::vector<std::string> names;
    for (const auto& [name, function] : state_.functions)
      if (!function.called && !function.exits) names.push_back(name);
    for (const std::string& name : names) {
      if (!state_.script.problems.empty()) return;
      ShellFunction& function = state_.functions[name];
      state_.note(function.written->line, "nothing calls " + shown(name) + "; it is read as if the script did");
      (void)call(function, name, {});
    }
  }

  ShellState state_;
  ShellTruth doubt_;  // on which it hung whether the function that runs ended before
};

}  // namespace

ShellScript walk_shell(const shell_tree::Script& tree, const ShellOutside& outside) {
  return Walk(state_at_start(tree, outside)).run();
}

ShellState walk_inside(ShellState state) {
  return Walk(std::move(state)).inside();
}

}  // namespace shardscope
