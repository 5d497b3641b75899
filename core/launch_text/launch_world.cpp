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

Count positive(std::string_view text) {
  const Count count = parse_whole(text);
  return count && *count >= 1 && *count <= limits::gpus_max ? count : std::nullopt;
}

/// Of "gpu:h100:8(S:0-1),nvme:1" the 8, of torchrun's "1:4" nodes the 4. `--gres=gpu` alone is one.
Count count_in(std::string_view text, const LauncherName& option) {
  if (const std::size_t gpu = text.find("gpu"); gpu != std::string_view::npos) {
    text.remove_prefix(gpu);
    text = text.substr(0, std::min({text.find(','), text.find('('), text.size()}));
    if (text == "gpu" && option.name == "--gres") return 1;
  }
  return positive(text.substr(text.rfind(':') + 1));
}

/// What an option says, as it stands there too; where that is no number or only a run knows it, `open` says why.
struct Option {
  Count count;
  std::string text, open;
  TextPlace place = {};
  std::string assumed = {};  // "$NNODES": what wasn't given, so that a default is the count

  bool given() const { return count || !open.empty(); }
};

class Options {
 public:
  using Whose = std::initializer_list<Starter>;

  Options(const ShellScript& script, const ShellWords& launch) : script_(script) {
    add(slurm_command(script));
    for (const ShellWords& words : script.commands)
      if (!is_printed(words)) add(flattened(words));
    add(launch);
  }

  /// The last value behind one of the options that say so.
  Option operator()(Said said, Whose whose) const {
    Option found;
    for (const Command& each : commands_) take_all(found, each, said, whose);
    return found;
  }

  /// The same of Slurm's lines alone.
  Option of_slurm(Said said) const {
    Option found;
    take_all(found, commands_.front(), said, {Starter::slurm});
    return found;
  }

  /// The same of the launch alone.
  Option of_launch(Said said, Starter whose) const {
    Option found;
    take_all(found, commands_.back(), said, {whose});
    return found;
  }

 private:
  struct Command {
    ShellWords words;
    std::vector<Starter> launchers;  // of each word
  };

  void add(ShellWords words) {
    std::vector<Starter> launchers = launchers_in(words);
    commands_.push_back({std::move(words), std::move(launchers)});
  }

  void take_all(Option& found, const Command& command, Said said, Whose whose) const {
    for (const LauncherName& each : launcher_options())
      if (each.said == said && std::find(whose.begin(), whose.end(), each.whose) != whose.end())
        take(found, command, each);
  }

  void take(Option& found, const Command& command, const LauncherName& option) const {
    const ShellWords& words = command.words;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool may_be = option.is_long() || command.launchers[i] == option.whose;
      const std::optional<ShellWord> value = may_be ? value_of(words, i, option) : std::nullopt;
      if (!value) continue;
      const Count count = value->unknown.empty() ? count_in(value->text, option) : std::nullopt;
      if (count) found.count = count, found.assumed = value->assumed;
      found.text = value->text;
      found.place = {{}, words[i].line, words[i].text.substr(0, option.name.size())};
      if (count) continue;
      found.open =
          value->unknown.empty() ? shown(value->text) + " isn't a number" : why_unknown(value->unknown, script_);
      if (is_unset_name(value->unknown)) found.open += "; " + how_to_give(value->unknown).words;
    }
  }

  const ShellScript& script_;
  std::vector<Command> commands_;
};

/// What makes the ranks of a node.
Starter starter_of(const ShellWords& launch) {
  for (std::size_t i = 0; i < launch.size() && !launch[i].text.ends_with(".py"); ++i) {
    const Starter starter = starter_called(launch[i].text);
    if (starter >= Starter::torchrun && !is_value_of_option(launch, i, Starter::slurm)) return starter;
  }
  return Starter::none;
}

Option variable_called(const ShellScript& script, std::string_view name) {
  for (const auto* all : {&script.environment, &script.variables})
    if (const auto found = all->find(std::string(name)); found != all->end() && !found->second.empty()) {
      const ShellWord& word = found->second.front();
      if (const Count value = positive(word.text)) return {value, word.text, {}, {}, word.assumed};
    }
  return {};
}

/// Of those that say so, the first that is set.
Option variable(const ShellScript& script, Said said, std::initializer_list<Starter> whose) {
  for (const LauncherName& each : launcher_variables())
    if (each.said == said && std::find(whose.begin(), whose.end(), each.whose) != whose.end())
      if (Option found = variable_called(script, each.name); found.count) return found;
  return {};
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
    const Option ranks = ranks_said();
    const Count nodes = count_nodes(ranks.given());
    const auto slurms = [&](Said said) { return option_(said, {Starter::slurm}).count; };
    const Count all = slurms(Said::gpus), gpus_per_task = slurms(Said::gpus_per_rank), tasks = slurms(Said::ranks);
    Count tasks_here = slurms(Said::ranks_per_node);
    if (!tasks_here) tasks_here = quotient(tasks, nodes);
    LaunchWorld& world = machines_.world;
    Count& here = world.gpus_per_node;
    here = ranks.count;
    if (!here) here = slurms(Said::gpus_per_node);
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
    if (!nodes && !world.gpus) say(nodes_, "; how many nodes there are isn't known here");
    return std::move(machines_);
  }

 private:
  void say(const Option& said, const std::string& what) {
    if (!said.open.empty())
      machines_.notices.push_back({Severity::hint, said.place, said.open + what, "unknown-machines"});
  }

  void say_ranks(const Option& ranks) {
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
  void take_visible(Option& ranks) const {
    const auto found = script_.variables.find("CUDA_VISIBLE_DEVICES");
    if (found == script_.variables.end() || found->second.size() != 1) return;
    const ShellWord& devices = found->second.front();
    const bool list = !devices.text.empty() && devices.unknown.empty() && is_digit(devices.text.back()) &&
                      devices.text.find_first_not_of("0123456789,") == std::string::npos;
    if (!list) return;
    ranks.text = std::to_string(1 + std::count(devices.text.begin(), devices.text.end(), ','));
    ranks.count = positive(ranks.text);
    ranks.open.clear();
  }

  /// Ranks on a node; DeepSpeed starts one on each of its GPUs unless told otherwise.
  Option ranks_said() const {
    const Starter also = starter_ == Starter::deepspeed ? starter_ : Starter::torchrun;
    Option ranks = option_(Said::ranks_per_node, {Starter::torchrun, also});
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
    const Option said = nodes_.count ? nodes_ : variable(script_, Said::nodes, {Starter::none, Starter::slurm});
    const Count nodes = said.count;
    by_default_ = said.assumed;
    said_nodes_ = said.given();
    const bool torchrun = starter_ == Starter::torchrun;
    if (!torchrun && starter_ != Starter::deepspeed) return nodes;
    const Option own = option_.of_launch(Said::nodes, starter_);
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

  void say_range(const Option& nodes) {
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
  void take_launcher(const Option& ranks, const Count& nodes) {
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
  bool counts_itself(Starter first, const Option& ranks) const {
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
    const Option ranks = option_.of_launch(Said::ranks, launcher);
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
  void say_contradictions(const Option& ranks) {
    if (starter_ != Starter::torchrun) return;
    const auto warn = [&](const Option& said, const std::string& words, const Option& slurm) {
      machines_.notices.push_back({Severity::warning, said.place,
                                   "torchrun " + words + ", and Slurm gives " + std::to_string(*slurm.count) + " (" +
                                       words_of(slurm.place) + "): such a job doesn't assemble",
                                   "launch-contradicts-slurm"});
    };
    const Option nodes = option_.of_launch(Said::nodes, Starter::torchrun);
    const Option own = option_.of_launch(Said::nodes, Starter::slurm);
    const Option slurm = own.given() ? own : option_.of_slurm(Said::nodes);
    const Count least = positive(nodes.text.substr(0, nodes.text.find(':')));
    const bool each_alone = own.count == 1 || option_.of_launch(Said::hosts, Starter::slurm).given();
    if (nodes.count && least && slurm.count && !each_alone && (*slurm.count < *least || *slurm.count > *nodes.count))
      warn(nodes, "waits for " + nodes.text + " nodes", slurm);
    const Option gpus = option_.of_slurm(Said::gpus_per_node);
    if (ranks.count && gpus.count && *ranks.count > *gpus.count)
      warn(ranks, "starts " + ranks.text + " ranks on a node", gpus);
  }

  /// Slurm's tasks are the ranks where nothing else starts them; those of the launch's own line go before all.
  void count_tasks(const Count& tasks) {
    const Count own = option_.of_launch(Said::ranks, Starter::slurm).count;
    Count& gpus = machines_.world.gpus;
    if (own || !gpus) gpus = own ? own : tasks;
  }

  const ShellScript& script_;
  const ShellWords& launch_;
  Options option_;
  Starter starter_;
  Option nodes_;
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
