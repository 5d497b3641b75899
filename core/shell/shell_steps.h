// What is asked of a script's steps before they run, or instead: what they would end, what they change, and why a
// branch isn't taken.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/shell/shell_conditions.h"
#include "core/shell/shell_state.h"

namespace shardscope {

/// A command's name as far as it is text.
[[nodiscard]] std::string name_of(const shell_tree::Simple& simple);

/// Whether the commands by themselves, not a branch or loop within them, would end the script or the function.
[[nodiscard]] bool exits(const ShellState& state, const shell_tree::List& list);
[[nodiscard]] bool exits(const ShellState& state, const std::vector<shell_tree::Command>& commands);

/// Whether they would end the script, not a function alone.
[[nodiscard]] bool ends_script(const ShellState& state, const shell_tree::List& list);

/// Whether the step sets a variable somewhere, or has a flag.
[[nodiscard]] bool touches(const shell_tree::Step& step);

/// Which way a condition is taken: one that ends the script isn't, where that isn't certain.
[[nodiscard]] bool taken(const ShellTruth& truth, bool exits);

/// Notes that a branch wasn't taken whose condition hangs on `unset`, a name or argument that isn't given: "$2".
void note_choice(ShellState& state, const shell_tree::List& condition, const shell_tree::List& body,
                 const std::string& unset);

/// Whether a condition that would end the script there, and is certain, holds because of a variable that the script
/// itself leaves empty, for a person to fill in: IMAGE=""; if [ -z "$IMAGE" ]; then exit 1; fi. It is noted.
[[nodiscard]] bool is_to_fill_in(ShellState& state, std::span<const shell_tree::Step> condition, int line);

/// Says of commands which aren't run, as they would end the script, that they do by its own defaults.
void say_default_ends(ShellState& state, const ShellTruth& truth, const std::vector<shell_tree::Command>& commands);

inline constexpr const char* only_when_run = ", known only when the script runs; ";

/// Says which way a condition is taken, where it isn't certain.
void say_taken(ShellState& state, int line, const ShellTruth& truth, bool holds);

/// Says of the first line #SBATCH behind a command that it doesn't count (Slurm 24.05, "sbatch").
void say_not_sbatch(ShellState& state, const shell_tree::SlurmLine& slurm, int line);

/// The branch that is taken, which is said where it isn't certain; nullptr where none is.
[[nodiscard]] const shell_tree::Case::Branch* chosen_branch(ShellState& state, const shell_tree::Case& branches,
                                                            const shell_tree::Command& command);

/// What the groups of [[ … =~ … ]] fit, as BASH_REMATCH has it; not set where only a run knows it. Under nocasematch
/// what is compared is in small letters then.
void take_groups(ShellState& state, ShellWords& test);
/// -v NAME, whether the name is set, as what can be asked of words alone: -n and what it is set to.
void take_set_tests(ShellState& state, ShellWords& test);
/// The words of [[ ]], once both are done.
[[nodiscard]] ShellTruth tested(ShellState& state, ShellWords words);

/// Whether a command has flags, which a launch has.
[[nodiscard]] bool has_flags(const ShellWords& words);

/// Adds what a command's word becomes. Whether eval is among it, which reads those behind it once more.
[[nodiscard]] bool add_words(ShellState& state, ShellWords& words, const shell_tree::Word& word);

/// The words of eval as the script that it reads: in their line, and what has no value as it is written.
[[nodiscard]] shell_tree::Script script_of_eval(ShellState& state, const ShellWords& words, int line);

/// Whether it is more than the words of one command: TP=8; PP=2, or if … fi.
[[nodiscard]] bool is_script_of_eval(const shell_tree::Script& text);
[[nodiscard]] bool is_one_word(const shell_tree::Script& text);

/// What a loop runs over: its words, or the arguments. One without a value where it counts by (( )), which isn't
/// followed here.
[[nodiscard]] ShellWords values_of(ShellState& state, const shell_tree::For& loop, int line);

/// A text that was walked goes where it is the last and no function stands in it.
void drop_tree(ShellState& state, const shell_tree::Script* tree);

/// Adds what isn't there yet.
void note_once(std::vector<std::string>& all, const std::string& one);

/// What a called script exports reaches the commands that it runs: those behind the first `before`, where one launches.
void keep_environment(ShellState& state, std::size_t before);

}  // namespace shardscope
