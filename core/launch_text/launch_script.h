// What a launch script has around the program's flags, so that an export writes it again: the environment that it
// exports, where it goes, the other options of Slurm and torchrun, and the program itself. How many nodes and ranks
// there are, and where they meet, is an export's own to say.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/problem.h"
#include "core/frameworks/framework.h"
#include "core/shell/shell.h"

namespace shardscope {

/// The GPU as a scheduler's lines, a recipe's name or a flag calls it: "h100"; empty: they don't.
struct SaidGpu {
  std::string words;
  bool is_gpu = false;   // else of a constraint alone, which may name something else
  std::string by = {};   // what says so, where that isn't Slurm's lines: "rt_AF", "--gpu"
  bool guessed = false;  // from words of the text that say something else
};

/// Kinds of part; each is code as a script writes it.
namespace script_part {
inline constexpr std::string_view sbatch = "sbatch";      // "--partition=batch"
inline constexpr std::string_view variable = "export";    // "NCCL_DEBUG=INFO"
inline constexpr std::string_view directory = "cd";       // "/opt/megatron"
inline constexpr std::string_view srun = "srun";          // "--container-mounts=/data:/data"
inline constexpr std::string_view torchrun = "torchrun";  // "--max-restarts 3"
inline constexpr std::string_view program = "program";    // "/opt/megatron/pretrain_gpt.py"
inline constexpr std::string_view recipe = "recipe";      // "llama3_70b_pretrain_config()", and what imports it
inline constexpr std::string_view recipe_import = "recipe_import";
inline constexpr std::string_view left = "left";  // only named: a file that is read in, a secret
}  // namespace script_part

/// A kind and its code as JSON text, as Launch::script keeps it.
using ScriptParts = std::vector<std::pair<std::string, std::string>>;

/// `launch`: the command with its words apart (flattened), of which `program` is the framework's own.
[[nodiscard]] ScriptParts script_parts(const ShellScript& script, const ShellWords& launch, std::string_view program);

/// The code of all parts of a kind, in the script's order.
[[nodiscard]] std::vector<std::string> parts_of_kind(const ScriptParts& parts, std::string_view kind);

/// That the program trains no GPT, where its name says so: here it is checked as one; of another than the framework's
/// own that is called after no family of decoders, that it may build another model than its flags say.
[[nodiscard]] std::optional<Problem> other_program(const ShellWords& launch, const LaunchFramework& framework);

/// Lines without the blanks around them, and their ends.
[[nodiscard]] std::vector<std::string_view> trimmed_lines(std::string_view text);

/// The first character that is no blank and in no comment.
[[nodiscard]] char first_sign(std::string_view text);

/// The text without what an editor puts around it, the byte order mark and the returns at the ends of lines, and what
/// is said of that; nothing where it has none.
struct PlainText {
  std::string text, said;
};
[[nodiscard]] std::optional<PlainText> without_editors_marks(std::string_view text);

/// Why it is no text that a shell or a framework reads; empty where it may be.
[[nodiscard]] std::string not_text(std::string_view text);

/// Whether a text's first line names a shell: "#!/usr/bin/env bash -e".
[[nodiscard]] bool names_shell(std::string_view line);

/// Whether a line runs a program as people paste it: "torchrun train.py model.num_layers=4".
[[nodiscard]] bool runs_program(std::string_view line);

}  // namespace shardscope
