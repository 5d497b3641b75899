// What the words of a launch are: flags and their values, the program, what only a run knows.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/frameworks/framework.h"
#include "core/frameworks/read_flags.h"
#include "core/launchers/launchers.h"
#include "core/shell/shell.h"

namespace shardscope {

/// "--bf16" and its like; "-m", "--" and "--4" aren't.
[[nodiscard]] bool is_flag_word(std::string_view word);

/// Words with what stands quoted in them ("bash -c '… --tp 8'") as words of their own, and --flag=value as two.
[[nodiscard]] ShellWords flattened(const ShellWords& words);

/// Whether a word is the value of an option of that launcher before it: srun -J deepspeed starts no deepspeed.
[[nodiscard]] bool is_value_of_option(const ShellWords& command, std::size_t i, Starter launcher);

/// Of each word of a command whose short options it may be: its launcher's, which may stand behind ssh, env and the
/// like, up to what that starts, and then that one's.
[[nodiscard]] std::vector<Starter> launchers_in(const ShellWords& command);

/// The first of them: what starts it all.
[[nodiscard]] Starter launcher_of(const ShellWords& command);

/// The option's value, glued to its name in the word at `i` or else the next word; nothing where it has none.
[[nodiscard]] std::optional<ShellWord> value_of(const ShellWords& words, std::size_t i, const LauncherName& option);

/// What the script's lines ask Slurm for, flattened, as a command of sbatch.
[[nodiscard]] ShellWords slurm_command(const ShellScript& script);

/// How many of the words behind a flag are its value. `spec`: nullptr where it isn't known, which takes one.
[[nodiscard]] std::size_t count_of_values(const FlagSpec* spec, std::span<const ShellWord> values);

/// The key of "++model.num_layers=24", as Hydra takes what lies over a configuration; empty of another word.
[[nodiscard]] std::string_view key_of_override(std::string_view word);

/// The words as a program takes them that has keys of a configuration beside its flags: "model.num_layers=4" and "-tp
/// 4" as flags.
[[nodiscard]] ShellWords with_overrides(const ShellWords& words, const LaunchFramework& framework);

/// Whether the command prints its words: a usage text starts nothing.
[[nodiscard]] bool is_printed(const ShellWords& words);

[[nodiscard]] bool is_program(const ShellWord& word);

/// Where the program begins (pretrain_gpt.py, -m torchtitan.train), whose flags stand behind it; 0 where none does.
[[nodiscard]] std::size_t program_at(const ShellWords& words);

/// Whether a word before the program, which only a run knows, may hold more of the launcher's options.
[[nodiscard]] bool hides_options(const ShellWords& launch);

/// "$TP is never set in the script": why there is no value, for what a word says is unknown in it.
[[nodiscard]] std::string why_unknown(const std::string& unknown, const ShellScript& script = {});

/// What sets a name that the script sets only in branches which aren't taken, as what they hang on isn't given: "$2",
/// by the values "7B" and "72B"; nothing where there are none. `unknown`: "$NUM_LAYERS".
[[nodiscard]] std::optional<ShellChoice> choice_behind(const std::string& unknown, const ShellScript& script);

/// An argument with the name that the script gives it, and the values that it asks it for: "$2 (MODEL_SIZE, 7B or
/// 72B)".
[[nodiscard]] std::string with_meaning(const std::string& unknown, const ShellScript& script);

/// How a person says what is unknown: "--env TP=VALUE says it", also where the script puts it into TP itself; of what
/// is in no variable alone, "write the number".
[[nodiscard]] Remedy how_to_give(const std::string& unknown, const ShellScript& script = {});

/// The variable that holds what the same command prints, as "$NAME"; empty where none does.
[[nodiscard]] std::string variable_with(const ShellWord& word, const ShellScript& script);

/// What tells whose a script is: the launch's words, of all commands where none is known; files without their folders,
/// and a flag with the value behind it.
[[nodiscard]] std::vector<std::string> telling_words(const ShellScript& script, const ShellWords& launch);

/// What tells whose a configuration is: its keys that say something, whole and their last parts, with and without their
/// values; programs without their folders.
[[nodiscard]] std::vector<std::string> telling_words(const std::vector<GivenFlag>& flags);

/// Whether the text has a key of one of the frameworks in quotes, as a JSON that a script has still to fill in.
[[nodiscard]] bool mentions_key(std::string_view text, std::span<const LaunchFramework> frameworks);

/// Whether a word of the text is a flag of a framework, or nearly one.
[[nodiscard]] bool mentions_flag(std::string_view text, std::span<const LaunchFramework> frameworks);

}  // namespace shardscope
