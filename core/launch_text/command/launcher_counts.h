// What a launch tells its launchers and ranks in numbers: options, variables, and GPUs by hosts and numbers.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/frameworks/read_flags.h"
#include "core/launchers/launchers.h"
#include "core/shell/shell.h"

namespace shardscope {

/// What the command itself gives its program: "mpirun -x NAME=VALUE", "env NAME=VALUE"; nothing where it doesn't.
[[nodiscard]] std::optional<std::int64_t> given_by_command(const ShellWords& command, std::string_view name);

/// What an option says, as it stands there too; where that is no number or only a run knows it, `open` says why.
struct SaidCount {
  std::optional<std::int64_t> count;
  std::string text, open;
  TextPlace place = {};
  std::string assumed = {};  // "$NNODES": what wasn't given, so that a default is the count

  bool given() const { return count || !open.empty(); }
};

/// What options say, of a scheduler's lines first, then of the commands that ask it for machines, and of the launch
/// last, which goes before all. Where no command launches, all are asked.
class SaidCounts {
 public:
  using Whose = std::initializer_list<Starter>;

  SaidCounts(const ShellScript& script, const ShellWords& launch);

  /// The last value behind one of the options that say so.
  [[nodiscard]] SaidCount operator()(Said said, Whose whose) const;
  /// The same of Slurm's lines alone.
  [[nodiscard]] SaidCount of_slurm(Said said) const;
  /// The same of the launch alone.
  [[nodiscard]] SaidCount of_launch(Said said, Starter whose) const;

 private:
  struct Command {
    ShellWords words;
    std::vector<Starter> launchers;  // of each word
  };

  void add(ShellWords words);
  void take_all(SaidCount& found, const Command& command, Said said, Whose whose) const;
  void take(SaidCount& found, const Command& command, const LauncherName& option) const;

  const ShellScript& script_;
  std::vector<Command> commands_;
};

/// The launch with what its flags say of machines, as Accelerate's file of its own does (num_processes), as the
/// launcher's first options: those of the command go before them.
[[nodiscard]] ShellWords with_counts(ShellWords launch, const LaunchFramework& framework,
                                     std::span<const GivenFlag> flags);

/// A whole number of as many GPUs as there may be.
[[nodiscard]] std::optional<std::int64_t> positive_count(std::string_view text);

struct IncludedGpus {
  std::int64_t all = 0, on_a_node = 0;  // of the host with most
};

/// The GPUs that DeepSpeed is told by hosts and numbers (deepspeed/launcher/runner.py, --include): "worker-0:0,1" and,
/// behind an @, others; "0-7" as eight. None where a host is named without numbers.
[[nodiscard]] IncludedGpus included_gpus(const ShellWords& launch);

/// The GPUs of each host in DeepSpeed's file of them, "worker-1 slots=8" a line; none where a line says something else.
[[nodiscard]] std::vector<std::int64_t> slots_in_hostfile(std::string_view text);

}  // namespace shardscope
