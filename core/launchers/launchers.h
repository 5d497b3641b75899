// core/launchers: what starts a training's ranks: the programs, and the options and variables that tell them of nodes,
// ranks and GPUs, each once.
// In: a word of a command or of a scheduler's line. Out: what it says, and whose it is. What is counted, what an export
// writes by itself, what is no flag of the program and what the window lights as a machine follow from that.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace shardscope {

/// Whose a program, an option or a variable is; none: a script's own. From torchrun on they make the ranks, also where
/// one of those before starts them.
enum class Starter { none, slurm, mpi, aprun, torchrun, deepspeed, accelerate, msrun, jsrun };

/// What an option or a variable says.
enum class Said {
  nodes,
  ranks,
  gpus,
  world,          // ranks of all nodes together, as the program itself is told
  included_gpus,  // by hosts and numbers; from here on it says those of a node too
  ranks_per_node,
  gpus_per_node,
  gpus_per_rank,
  gpus_or_per_node,  // in all where they are more than a node has
  gpus_per_socket,   // from here on it isn't counted
  node_type,         // as a site calls it
  chunks,            // parts of nodes that count as nodes
  ranks_per_chunk,
  machines_otherwise,
  excluded_gpus,  // from here on an export has nothing else that says so
  hosts,
  kind_of_node,  // which may be called as its GPU
  queue,         // likewise
  rendezvous,    // which rank it is, and where they meet
  start          // how it starts otherwise
};

/// Whether it is told the ranks of all nodes together, or jsrun its sets of GPUs, and not those of each.
[[nodiscard]] constexpr bool is_told_all_ranks(Starter starter) {
  switch (starter) {
    case Starter::none:
    case Starter::slurm:
    case Starter::torchrun:
    case Starter::deepspeed:
      return false;
    case Starter::mpi:
    case Starter::aprun:
    case Starter::accelerate:
    case Starter::msrun:
    case Starter::jsrun:
      break;
  }
  return true;
}

/// Whether nodes or GPUs are counted by it, and what an export says by itself.
[[nodiscard]] constexpr bool is_counted(Said said) {
  return said < Said::gpus_per_socket;
}
[[nodiscard]] constexpr bool says_gpus_per_node(Said said) {
  return is_counted(said) && said >= Said::included_gpus;
}
[[nodiscard]] constexpr bool says_machines(Said said) {
  return said < Said::excluded_gpus;
}

/// Whether a GPU's name may stand before the number, as in h100:8, or in its place.
[[nodiscard]] constexpr bool may_name_gpu(Said said) {
  return said == Said::gpus || said == Said::gpus_per_node || said == Said::gpus_per_rank ||
         said == Said::gpus_per_socket || said == Said::kind_of_node;
}

/// An option or a variable.
struct LauncherName {
  Starter whose;
  Said said;
  std::string_view name;       // of an option with dashes as with underscores; of variables one in _ begins others
  std::string_view sets = {};  // Slurm's variables that have an option's value, parted by blanks
  bool bare = false;           // takes no value

  /// A name of two dashes means the same in every command.
  [[nodiscard]] constexpr bool is_long() const { return name.starts_with("--"); }
  /// "-N4", as getopt has it.
  [[nodiscard]] constexpr bool may_be_glued() const { return name.size() == 2 && whose != Starter::mpi; }
  /// A short name that says a number alone has no word glued to it: "-gpu" is no -g.
  [[nodiscard]] constexpr bool takes_words() const {
    return !is_counted(said) || said == Said::gpus || said == Said::included_gpus;
  }
};

/// Slurm tells a job about itself in variables that begin so.
[[nodiscard]] constexpr bool is_of_slurm(std::string_view variable) {
  return variable.starts_with("SLURM_");
}

/// Those of one thing in the order in which they are asked: of options the last counts, of variables the first.
[[nodiscard]] std::span<const LauncherName> launcher_options();
[[nodiscard]] std::span<const LauncherName> launcher_variables();

/// Whose program a word calls, with or without a path; none of another word.
[[nodiscard]] Starter starter_called(std::string_view word);

/// Whether a word calls a launcher, a shell or Python, or is a file of Python's: a launcher's own words end there.
[[nodiscard]] bool begins_command(std::string_view word);

/// The part of a line that is the launcher's own, from its name up to what it starts; empty where the line doesn't call
/// it.
[[nodiscard]] std::string_view part_of_launcher(std::string_view line, Starter starter);

/// The option that a word is in a command that begins with a program of `starter`: a short name is its own launcher's
/// alone. nullptr: it is none.
[[nodiscard]] const LauncherName* find_option(std::string_view word, Starter starter = Starter::none);

/// The first option by which a launcher is told so; nullptr: it isn't.
[[nodiscard]] const LauncherName* option_of(Starter whose, Said said);

/// The first variable that has such an option's value; empty where none does.
[[nodiscard]] std::string variable_set_by(Starter whose, Said said);

/// What a word says behind the option's name: "4" of "--nodes=4" and "-N4", "" of the name alone; nothing where it is
/// another word.
[[nodiscard]] std::optional<std::string_view> value_in(std::string_view word, const LauncherName& option);

/// Whether a script's variable is called so with other capitals or underscores: num_gpus_pernode. Those that launchers
/// or schedulers read have their names alone.
[[nodiscard]] bool may_be_called(std::string_view variable, const LauncherName& name);

/// nullptr where none is called so.
[[nodiscard]] const LauncherName* find_variable(std::string_view name);

}  // namespace shardscope
