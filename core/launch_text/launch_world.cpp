#include "core/launch_text/launch_world.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/characters.h"
#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/launch_text/flag_words.h"
#include "core/launch_text/launcher_counts.h"
#include "core/launchers/launchers.h"
#include "core/launchers/scheduler_lines.h"
#include "core/scenario/parts/cluster.h"
#include "core/shell/shell_conditions.h"

namespace shardscope {

namespace {

using Count = std::optional<std::int64_t>;

/// What makes the ranks of a node.
Starter starter_of(const ShellWords& launch) {
  for (std::size_t i = 0; i < launch.size() && !launch[i].text.ends_with(".py"); ++i) {
    const Starter starter = starter_called(launch[i].text);
    if (starter >= Starter::torchrun && !is_value_of_option(launch, i, Starter::slurm)) return starter;
  }
  return Starter::none;
}

SaidCount variable_called(const ShellScript& script, std::string_view name) {
  for (const auto* all : {&script.environment, &script.variables})
    if (const auto found = all->find(std::string(name)); found != all->end() && !found->second.empty()) {
      const ShellWord& word = found->second.front();
      if (const Count value = positive_count(word.text)) return {value, word.text, {}, {}, word.assumed};
    }
  return {};
}

/// Of those that say so, the first that is set; else the first that is nearly called so.
SaidCount variable(const ShellScript& script, Said said, std::initializer_list<Starter> whose) {
  SaidCount near;
  for (const LauncherName& each : launcher_variables()) {
    if (each.said != said || std::find(whose.begin(), whose.end(), each.whose) == whose.end()) continue;
    if (SaidCount found = variable_called(script, each.name); found.count) return found;
    for (const auto& [name, value] : script.variables)
      if (!near.count && may_be_called(name, each)) near = variable_called(script, name);
  }
  return near;
}

Count product(const Count& a, const Count& b) {
  return a && b && *a * *b <= limits::gpus_max ? Count(*a * *b) : std::nullopt;
}

Count quotient(const Count& a, const Count& b) {
  return a && b && *a % *b == 0 ? Count(*a / *b) : std::nullopt;
}

/// Counts nodes and the ranks on each as the launcher does, and says what it leaves open.
class Machines {
 public:
  Machines(const ShellScript& script, const ShellWords& launch)
      : script_(script), launch_(launch), option_(script, launch), starter_(starter_of(launch)) {}

  LaunchMachines count() {
    const SaidCount ranks = ranks_said();
    const Count nodes = count_nodes(ranks.given());
    const auto slurms = [&](Said said) { return option_(said, {Starter::slurm}).count; };
    const Count all = slurms(Said::gpus), gpus_per_task = slurms(Said::gpus_per_rank), tasks = slurms(Said::ranks);
    Count tasks_here = slurms(Said::ranks_per_node);
    if (!tasks_here) tasks_here = quotient(tasks, nodes);
    LaunchWorld& world = machines_.world;
    Count& here = world.gpus_per_node;
    here = ranks.count;
    if (!here) here = slurms(Said::gpus_per_node);
    const bool shared = starter_ == Starter::none && tasks_here.value_or(1) > 1;  // each of them is a rank
    if (shared && (gpus_per_task || here.value_or(0) > *tasks_here)) here = tasks_here;
    if (!here) here = product(gpus_per_task, tasks_here);
    if (!here) here = quotient(all, nodes);
    if (!here) here = option_(Said::ranks_per_node, {Starter::mpi}).count;
    if (!here && starter_ == Starter::none) here = tasks_here;
    if (!here) here = variable(script_, Said::gpus_per_node, {Starter::none}).count;
    const Count called = here ? Count() : variable(script_, Said::gpus_or_per_node, {Starter::none}).count;
    const bool all_called = called.value_or(0) > usual_gpus_per_node && !said_nodes_;
    if (called) here = all_called ? usual_gpus_per_node : called;
    if (!here && nodes && !ranks.open.empty() && !all && (!tasks || starter_ != Starter::none)) {
      here = usual_gpus_per_node;
      world.open_nodes = nodes;
    }
    world.gpus = all_called ? called : product(here, nodes);
    if (world.gpus && by_default_.size() > 1) machines_.nodes_by_default = by_default_.substr(1);
    if (!world.gpus) world.gpus = all ? all : product(tasks, gpus_per_task);
    if (starter_ == Starter::none && gpus_per_task.value_or(1) == 1) count_tasks(tasks);
    take_launcher(ranks, nodes);
    machines_.place = nodes_.count ? nodes_.place : ranks.place;
    if (!here || world.open_nodes) say_ranks(ranks);
    if (srun_starts_it()) say_contradictions(ranks);
    if (srun_starts_it() && starter_ == Starter::none) say_overridden();
    if (starter_ == Starter::accelerate) say_own_configuration();
    if (srun_starts_it() && (ranks.count || shared)) say_other_gpus(ranks.count ? *ranks.count : *tasks_here);
    if (!nodes && !world.gpus) say(nodes_, "; how many nodes there are isn't known here");
    return std::move(machines_);
  }

 private:
  void say(const SaidCount& said, const std::string& what) {
    if (!said.open.empty())
      machines_.notices.push_back({Severity::hint, said.place, said.open + what, "unknown-machines"});
  }

  void say_ranks(const SaidCount& ranks) {
    const std::string taken = std::to_string(usual_gpus_per_node);
    if (is_whole_node(ranks.text))
      say({{}, {}, "as many as a node has GPUs", ranks.place},
          "; " + taken + " are taken unless --set cluster.gpus_per_node=N says otherwise");
    else
      say(ranks,
          "; how many GPUs a node has isn't known here" +
              (machines_.world.open_nodes ? ", and " + taken + " is taken unless --set cluster.gpus=N says otherwise"
                                          : std::string()));
  }

  static bool is_whole_node(std::string_view text) { return text == "gpu" || text == "auto"; }

  /// "gpu" and "auto" count those that CUDA_VISIBLE_DEVICES leaves.
  void take_visible(SaidCount& ranks) const {
    const auto found = script_.variables.find("CUDA_VISIBLE_DEVICES");
    if (found == script_.variables.end() || found->second.size() != 1) return;
    const ShellWord& devices = found->second.front();
    const bool list = !devices.text.empty() && devices.unknown.empty() && is_digit(devices.text.back()) &&
                      devices.text.find_first_not_of("0123456789,") == std::string::npos;
    if (!list) return;
    ranks.text = std::to_string(1 + std::count(devices.text.begin(), devices.text.end(), ','));
    ranks.count = positive_count(ranks.text);
    ranks.open.clear();
  }

  /// Ranks on a node; DeepSpeed starts one on each of its GPUs unless told otherwise.
  SaidCount ranks_said() const {
    const Starter also = starter_ == Starter::deepspeed ? starter_ : Starter::torchrun;
    SaidCount ranks = option_(Said::ranks_per_node, {Starter::torchrun, also});
    if (is_whole_node(ranks.text)) take_visible(ranks);
    if (ranks.given() || starter_ != Starter::deepspeed || picks_gpus() || hides_options(launch_)) return ranks;
    ranks.text = "auto";
    ranks.place = {{}, launch_.front().line, "deepspeed"};
    ranks.open = "it isn't told how many GPUs";
    return ranks;
  }

  bool picks_gpus() const {
    return included_gpus(launch_).all > 0 || option_.of_launch(Said::included_gpus, Starter::deepspeed).given() ||
           option_.of_launch(Said::excluded_gpus, Starter::deepspeed).given();
  }

  /// torchrun and DeepSpeed take one node where they are told their ranks alone.
  Count count_nodes(bool ranks_given) {
    if (starter_ == Starter::none) nodes_ = option_(Said::nodes, {Starter::slurm});  // the program may say others
    if (!nodes_.given()) nodes_ = option_(Said::nodes, {Starter::slurm, Starter::torchrun, Starter::deepspeed});
    const SaidCount said = nodes_.count ? nodes_ : variable(script_, Said::nodes, {Starter::none, Starter::slurm});
    const Count nodes = said.count;
    by_default_ = said.assumed;
    said_nodes_ = said.given();
    const bool torchrun = starter_ == Starter::torchrun;
    if (!torchrun && starter_ != Starter::deepspeed) return nodes;
    const SaidCount own = option_.of_launch(Said::nodes, starter_);
    say_range(own);
    if (own.count) by_default_ = own.assumed;
    if (own.count) return own.count;
    const bool hosts = picks_gpus() || option_.of_launch(Said::hosts, Starter::deepspeed).given();
    if (own.given() || !ranks_given || hosts || hides_options(launch_)) return nodes;
    const Count set = variable(script_, Said::nodes, {Starter::torchrun}).count;
    by_default_.clear();
    if (torchrun && set) return set;
    if (srun_starts_it()) say_alone("Slurm's ", option_(Said::nodes, {Starter::slurm}).count, " nodes");
    return 1;
  }

  void say_range(const SaidCount& nodes) {
    const std::size_t colon = nodes.text.find(':');
    if (nodes.count && colon != std::string::npos && nodes.text.substr(0, colon) != nodes.text.substr(colon + 1))
      say({{},
           {},
           "it trains on " + nodes.text.substr(0, colon) + " to " + nodes.text.substr(colon + 1) + " nodes",
           nodes.place},
          "; " + std::to_string(*nodes.count) + " are taken unless --set cluster.gpus=N says otherwise");
  }

  /// Where Slurm starts the launcher on each of its nodes, or mpirun for each rank, each takes itself for the only one.
  void say_alone(const std::string& whose, const Count& count, const std::string& what) {
    const LauncherName* option = option_of(starter_, Said::nodes);
    if (count.value_or(1) <= 1 || option == nullptr) return;
    machines_.notices.push_back({Severity::warning, TextPlace{{}, launch_.front().line, {}},
                                 "without " + std::string(option->name) + " each of " + whose + std::to_string(*count) +
                                     what + " trains by itself, so 1 node is taken",
                                 "unknown-machines"});
  }

  /// What the command that starts the ranks says of them by itself.
  void take_launcher(const SaidCount& ranks, const Count& nodes) {
    LaunchWorld& world = machines_.world;
    const Starter first = launcher_of(launch_), launcher = counts_itself(first, ranks) ? starter_ : first;
    if (is_told_all_ranks(launcher)) take_ranks(launcher, nodes);
    const bool alone = nodes == 1 || starter_ == Starter::accelerate;
    if (launcher != first && is_told_all_ranks(first) && alone && !option_.of_launch(Said::nodes, starter_).given())
      say_alone(first == Starter::aprun ? "aprun's " : "mpirun's ", option_.of_launch(Said::ranks, first).count,
                " ranks");
    const IncludedGpus included = starter_ == Starter::deepspeed ? included_gpus(launch_) : IncludedGpus{};
    if (included.all > 0) world.gpus = included.all, world.gpus_per_node = included.on_a_node;
    if (!world.gpus) world.gpus = variable(script_, Said::ranks, {Starter::mpi}).count;
  }

  /// Whether the starter says how many ranks there are; else mpirun does, which starts it for each of its own.
  bool counts_itself(Starter first, const SaidCount& ranks) const {
    if (starter_ == Starter::none) return false;
    if (!is_told_all_ranks(first) || !option_.of_launch(Said::ranks, first).given()) return true;
    if (is_told_all_ranks(starter_)) return option_.of_launch(Said::ranks, starter_).count.has_value();
    return ranks.count || (machines_.world.gpus && option_.of_launch(Said::nodes, starter_).count);
  }

  /// Ranks of all machines together, and those of one, which are as many GPUs but for jsrun's sets. Accelerate has one
  /// machine and MindSpore eight ranks on each unless they are told otherwise.
  void take_ranks(Starter launcher, const Count& nodes) {
    LaunchWorld& world = machines_.world;
    const auto own = [&](Said said) { return option_.of_launch(said, launcher).count; };
    const SaidCount ranks = option_.of_launch(Said::ranks, launcher);
    const Count gpus_per_rank = launcher == Starter::jsrun ? own(Said::gpus_per_rank) : 1;
    const Count gpus = product(ranks.count, gpus_per_rank);
    if (gpus) world.gpus = gpus, world.open_nodes.reset();
    if (!ranks.count && !world.gpus && ranks.place.name != "-c")
      say(ranks, "; how many GPUs there are isn't known here");
    Count here = product(own(Said::ranks_per_node), gpus_per_rank);
    if (!here && launcher == Starter::jsrun) here = quotient(gpus, nodes);
    if (!here && launcher == Starter::accelerate) here = quotient(gpus, own(Said::nodes).value_or(1));
    if (!here && launcher == Starter::msrun) here = usual_gpus_per_node;
    if (here) world.gpus_per_node = here;
  }

  bool srun_starts_it() const {
    return std::any_of(launch_.begin(), launch_.end(), [](const ShellWord& word) { return word.text == "srun"; });
  }

  /// More nodes or ranks than Slurm gives, or fewer nodes: the job never assembles. A srun for each node by itself
  /// (srun --nodes=1 -w NODE) contradicts nothing.
  void say_contradictions(const SaidCount& ranks) {
    if (starter_ != Starter::torchrun) return;
    const auto warn = [&](const SaidCount& said, const std::string& words, const SaidCount& slurm) {
      machines_.notices.push_back({Severity::warning, said.place,
                                   "torchrun " + words + ", and Slurm gives " + std::to_string(*slurm.count) + " (" +
                                       words_of(slurm.place) + "): such a job doesn't assemble",
                                   "launch-contradicts-slurm"});
    };
    const SaidCount nodes = option_.of_launch(Said::nodes, Starter::torchrun);
    const SaidCount own = option_.of_launch(Said::nodes, Starter::slurm);
    const SaidCount slurm = own.given() ? own : option_.of_slurm(Said::nodes);
    const Count least = positive_count(nodes.text.substr(0, nodes.text.find(':')));
    const bool each_alone = own.count == 1 || option_.of_launch(Said::hosts, Starter::slurm).given();
    if (nodes.count && least && slurm.count && !each_alone && (*slurm.count < *least || *slurm.count > *nodes.count))
      warn(nodes, "waits for " + nodes.text + " nodes", slurm);
    const SaidCount gpus = option_.of_slurm(Said::gpus_per_node);
    if (ranks.count && gpus.count && *ranks.count > *gpus.count)
      warn(ranks, "starts " + ranks.text + " ranks on a node", gpus);
  }

  /// What srun is told by itself goes before what the lines of sbatch say.
  void say_overridden() {
    for (const Said said : {Said::nodes, Said::ranks, Said::ranks_per_node}) {
      const SaidCount own = option_.of_launch(said, Starter::slurm), slurm = option_.of_slurm(said);
      if (own.count && slurm.count && *own.count != *slurm.count)
        machines_.notices.push_back({Severity::hint, own.place,
                                     "srun's own " + std::to_string(*own.count) + " counts, and not the " +
                                         std::to_string(*slurm.count) + " of " + words_of(slurm.place),
                                     "unknown-machines"});
    }
  }

  /// Accelerate reads a file in the user's folder where its command says nothing of how replicas share the model.
  void say_own_configuration() {
    constexpr std::string_view saying[] = {"--config_file", "--use_fsdp", "--use_deepspeed", "--use_megatron_lm",
                                           "--multi_gpu",   "--fsdp",     "--deepspeed",     "--deepspeed_config"};
    if (std::any_of(launch_.begin(), launch_.end(), [&](const ShellWord& word) {
          std::string name = word.text;
          if (is_flag_word(name)) std::replace(name.begin() + 2, name.end(), '-', '_');
          return std::find(std::begin(saying), std::end(saying), name) != std::end(saying);
        }))
      return;
    machines_.notices.push_back({Severity::warning, TextPlace{{}, launch_.front().line, "accelerate"},
                                 "without --config_file it reads a configuration of the user's own, which isn't here; "
                                 "it is taken to be none: whole replicas, in the precision that the script says",
                                 "unknown-machines"});
  }

  /// Each rank trains on one GPU: what Slurm is told of more, or fewer, on a node.
  void say_other_gpus(std::int64_t ranks) {
    const auto say_so = [&](const SaidCount& gpus, std::int64_t each) {
      const std::int64_t all = gpus.count.value_or(0) * each;
      if (!gpus.count || all == ranks || (all < ranks && starter_ == Starter::torchrun)) return;
      const std::string has = "Slurm gives each node " + std::to_string(all) + " GPUs, and ";
      const std::string runs = std::to_string(ranks) + (ranks == 1 ? " rank runs on it" : " ranks run on it");
      machines_.notices.push_back({all < ranks ? Severity::warning : Severity::hint, gpus.place,
                                   has + runs + (all < ranks ? ", more than one on each" : ", on one each"),
                                   "unknown-machines"});
    };
    say_so(option_.of_slurm(Said::gpus_per_node), 1);
    say_so(option_.of_launch(Said::gpus_per_node, Starter::slurm), 1);
    if (starter_ == Starter::none) say_so(option_(Said::gpus_per_rank, {Starter::slurm}), ranks);
  }

  /// Slurm's tasks are the ranks where nothing else starts them; those of the launch's own line go before all.
  void count_tasks(const Count& tasks) {
    const Count own = option_.of_launch(Said::ranks, Starter::slurm).count;
    Count& gpus = machines_.world.gpus;
    if (own || !gpus) gpus = own ? own : tasks;
  }

  const ShellScript& script_;
  const ShellWords& launch_;
  SaidCounts option_;
  Starter starter_;
  SaidCount nodes_;
  bool said_nodes_ = false;
  std::string by_default_;  // what wasn't given, so that a default says the nodes
  LaunchMachines machines_;
};

}  // namespace

ShellWords starting_command(const ShellScript& script) {
  for (auto words = script.commands.rbegin(); words != script.commands.rend(); ++words)
    if (ShellWords flat = flattened(*words); starter_of(flat) != Starter::none) return flat;
  return {};
}

LaunchMachines machines_of(const ShellScript& script, const ShellWords& launch) {
  const ShellWords command = launch.empty() ? starting_command(script) : launch;
  LaunchMachines machines = Machines(script, command).count();
  Names& environment = machines.world.environment;
  if (!script.variables.empty() || !script.environment.empty()) environment["env.known"] = true;
  for (const std::string_view name : counted_variables) {
    Count given = given_by_command(command, name);
    if (!given) given = variable_called(script, name).count;
    if (given) environment["env.known"] = true, environment["env." + std::string(name)] = *given;
  }
  return machines;
}

}  // namespace shardscope
