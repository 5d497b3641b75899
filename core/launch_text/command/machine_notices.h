// What is said of a launcher's machines beside what it is told: where Slurm gives others, or starts it more often than
// it may.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/problem.h"
#include "core/launch_text/command/launcher_counts.h"
#include "core/launchers/launchers.h"
#include "core/shell/shell.h"

namespace shardscope {

class MachineNotices {
 public:
  using Count = std::optional<std::int64_t>;

  /// `option` and `launch` outlive it.
  MachineNotices(const SaidCounts& option, const ShellWords& launch, Starter starter)
      : option_(option), launch_(launch), starter_(starter) {}

  [[nodiscard]] bool srun_starts_it() const;
  /// Where Slurm starts the launcher on each of its nodes, or mpirun for each rank, each takes itself for the only one.
  void say_alone(const std::string& whose, const Count& count, const std::string& what);
  /// More nodes or ranks than Slurm gives, or fewer nodes: the job never assembles. A srun for each node by itself
  /// (srun --nodes=1 -w NODE) contradicts nothing.
  void say_contradictions(const SaidCount& ranks);
  /// A launcher that starts the ranks of its node is started once on each.
  void say_started_often(const Count& nodes);
  /// Machines of Accelerate's beside Slurm's nodes: what it is told counts.
  void say_other_nodes(const Count& machines);
  /// What srun is told by itself goes before what the lines of sbatch say.
  void say_overridden();
  /// Accelerate reads a file in the user's folder where its command says nothing of how replicas share the model.
  void say_own_configuration();
  /// Each rank trains on one GPU: what Slurm is told of more, or fewer, on a node.
  void say_other_gpus(std::int64_t ranks);
  void say(Severity severity, TextPlace place, std::string words);

  [[nodiscard]] std::vector<Problem>& all() { return all_; }

 private:
  const SaidCounts& option_;
  const ShellWords& launch_;
  Starter starter_;
  std::vector<Problem> all_;
};

}  // namespace shardscope
