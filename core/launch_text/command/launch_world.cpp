#include "core/launch_text/command/launch_world.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/characters.h"
#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/launch_text/command/flag_words.h"
#include "core/launch_text/command/launcher_counts.h"
#include "core/launch_text/command/machine_notices.h"
#include "core/launchers/launchers.h"
#include "core/launchers/scheduler_lines.h"
#include "core/scenario/parts/cluster.h"
#include "core/shell/shell_conditions.h"

namespace shardscope {

namespace {

using Count = std::optional<std::int64_t>;

SaidCount variable_called(const ShellScript& script, std::string_view name) {
  for (const auto* all : {&script.environment, &script.variables})
    if (const auto found = all->find(std::string(name)); found != all->end() && !found->second.empty()) {
      const ShellWord& word = found->second.front();
      if (const Count value = positive_count(word.text))
        return {value, word.text, {}, {{}, word.line, std::string(name)}, word.assumed};
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
  Machines(const ShellScript& script, const ShellWords& launch, const ShellFiles& given)
      : script_(script),
        given_(given),
        launch_(launch),
        option_(script, launch),
        starter_(starter_of(launch)),
        notices_(option_, launch_, starter_) {}

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
    if (!here) here = called_as(Said::gpus_per_node);
    const Count called = here ? Count() : called_as(Said::gpus_or_per_node);
    const bool all_called = called.value_or(0) > usual_gpus_per_node && !said_nodes_;
    if (called) here = all_called ? usual_gpus_per_node : called;
    if (!here && nodes && !ranks.open.empty() && !all && (!tasks || starter_ != Starter::none)) {
      here = usual_gpus_per_node;
      world.open_nodes = nodes;
    }
    world.gpus = all_called ? called : product(here, nodes);
    const Count counted = world.gpus;
    if (world.gpus && by_default_.size() > 1) machines_.nodes_by_default = by_default_.substr(1);
    if (!world.gpus) world.gpus = all ? all : product(tasks, gpus_per_task);
    if (starter_ == Starter::none && gpus_per_task.value_or(1) == 1) count_tasks(tasks);
    take_launcher(ranks, nodes);
    machines_.place = nodes_.count ? nodes_.place : ranks.place;
    take_told_world();
    if (world.gpus == counted || by_variables_alone_) say_variables();
    if (!here || world.open_nodes) say_ranks(ranks);
    say_beside_slurm(ranks, nodes, shared ? tasks_here : ranks.count);
    if (!nodes && !world.gpus) say(nodes_, "; how many nodes there are isn't known here");
    machines_.notices = std::move(notices_.all());
    return std::move(machines_);
  }

 private:
  void say(const SaidCount& said, const std::string& what) {
    if (!said.open.empty()) notices_.say(Severity::hint, said.place, said.open + what);
  }

  /// The same of a variable, which is kept to be said.
  Count called_as(Said said) {
    const SaidCount found = variable(script_, said, {Starter::none});
    if (found.count) by_variables_.push_back(found);
    return found.count;
  }

  /// What the program itself is told of all ranks, and MPI's variable, go before what is only a default, and before
  /// variables that no launcher takes.
  void take_told_world() {
    if (starter_ != Starter::none || is_told_all_ranks(launcher_of(launch_))) return;
    LaunchWorld& world = machines_.world;
    const SaidCount told = option_.of_launch(Said::world, Starter::none);
    const SaidCount set = told.count ? told : variable(script_, Said::ranks, {Starter::mpi});
    const bool loose = !world.gpus || !by_default_.empty() || !by_variables_.empty();
    if (!set.count || !loose) return;
    if (world.gpus_per_node.value_or(1) > *set.count) world.gpus_per_node.reset();
    world.gpus = set.count, machines_.place = set.place, machines_.nodes_by_default.clear();
    by_variables_alone_ = !told.count;
    if (told.count)
      notices_.say(Severity::hint, told.place,
                   std::to_string(*told.count) + " ranks, as the program itself is told; no launcher says how many");
    by_variables_ = told.count ? std::vector<SaidCount>{} : std::vector{set};
  }

  /// Where no option says how many GPUs there are: by which variables they are counted.
  void say_variables() {
    const Count& gpus = machines_.world.gpus;
    if (!gpus || by_variables_.empty() || option_(Said::gpus, {Starter::slurm}).count) return;
    if (is_told_all_ranks(starter_) && option_.of_launch(Said::ranks, starter_).count) return;
    std::string names;
    for (const SaidCount& each : by_variables_)
      names += (names.empty() ? "" : " and ") + each.place.name + " (" + each.text +
               (each.assumed.empty() ? ")" : ", its default)");
    notices_.say(Severity::hint, by_variables_.front().place,
                 std::to_string(*gpus) + (*gpus == 1 ? " GPU is" : " GPUs are") +
                     " counted by the script's variables " + names + ", as no option says how many");
  }

  /// What Slurm gives and the launcher is told, side by side.
  void say_beside_slurm(const SaidCount& ranks, const Count& nodes, const Count& on_a_node) {
    const bool accelerate = starter_ == Starter::accelerate, srun = notices_.srun_starts_it();
    if (srun) notices_.say_contradictions(ranks);
    if (srun && starter_ == Starter::none) notices_.say_overridden();
    notices_.say_started_often(option_(Said::nodes, {Starter::slurm}).count);
    if (accelerate) notices_.say_own_configuration();
    if (accelerate) notices_.say_other_nodes(nodes);
    if (accelerate && option_.of_launch(Said::ranks, starter_).count && machines_.world.gpus_per_node)
      notices_.say_other_gpus(*machines_.world.gpus_per_node);
    else if (srun && on_a_node)
      notices_.say_other_gpus(*on_a_node);
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

  /// torchrun and DeepSpeed take one node where they are told their ranks alone, Accelerate one machine wherever it
  /// isn't told how many there are.
  Count count_nodes(bool ranks_given) {
    if (starter_ == Starter::none) nodes_ = option_(Said::nodes, {Starter::slurm});  // the program may say others
    if (!nodes_.given()) nodes_ = option_(Said::nodes, {Starter::slurm, Starter::torchrun, Starter::deepspeed});
    const SaidCount said = nodes_.count ? nodes_ : variable(script_, Said::nodes, {Starter::none, Starter::slurm});
    const Count nodes = said.count;
    if (said.count && !nodes_.count) by_variables_.push_back(said);
    by_default_ = said.assumed;
    said_nodes_ = said.given();
    const bool torchrun = starter_ == Starter::torchrun, accelerate = starter_ == Starter::accelerate;
    if (!torchrun && !accelerate && starter_ != Starter::deepspeed) return nodes;
    const SaidCount own = option_.of_launch(Said::nodes, starter_);
    say_range(own);
    if (own.count) by_default_ = own.assumed, by_variables_.clear();
    if (own.count) return own.count;
    const bool hosts = picks_gpus() || option_.of_launch(Said::hosts, Starter::deepspeed).given();
    if (own.given() || (!ranks_given && !accelerate) || hosts || hides_options(launch_)) return nodes;
    const Count set = variable(script_, Said::nodes, {Starter::torchrun}).count;
    by_default_.clear(), by_variables_.clear();
    if (torchrun && set) return set;
    if (!accelerate && notices_.srun_starts_it())
      notices_.say_alone("Slurm's ", option_(Said::nodes, {Starter::slurm}).count, " nodes");
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

  /// What the command that starts the ranks says of them by itself.
  void take_launcher(const SaidCount& ranks, const Count& nodes) {
    LaunchWorld& world = machines_.world;
    const Starter first = launcher_of(launch_), launcher = counts_itself(first, ranks) ? starter_ : first;
    if (is_told_all_ranks(launcher)) take_ranks(launcher, nodes);
    const bool alone = nodes == 1 || starter_ == Starter::accelerate;
    if (launcher != first && is_told_all_ranks(first) && alone && !option_.of_launch(Said::nodes, starter_).given())
      notices_.say_alone(first == Starter::aprun ? "aprun's " : "mpirun's ",
                         option_.of_launch(Said::ranks, first).count, " ranks");
    IncludedGpus included = starter_ == Starter::deepspeed ? included_gpus(launch_) : IncludedGpus{};
    if (starter_ == Starter::deepspeed && !picks_gpus()) included = gpus_of_hosts(ranks);
    if (included.all > 0) world.gpus = included.all, world.gpus_per_node = included.on_a_node;
    if (!world.gpus) world.gpus = variable(script_, Said::ranks, {Starter::mpi}).count;
  }

  /// The text of the file of hosts that DeepSpeed is told: the script makes it, or it was given.
  std::string text_of_hosts() {
    const std::string file = option_.of_launch(Said::hosts, Starter::deepspeed).text;
    const ShellDocument* made = file.empty() ? nullptr : document_called(script_, file);
    if (made != nullptr) return made->elsewhere || !made->unknown.empty() ? std::string() : made->text;
    const auto given = file.empty() ? given_.end() : file_meant(given_, file);
    if (given == given_.end()) return {};
    machines_.hosts = given->first;
    return given->second;
  }

  /// Those of its hosts, as many of them as DeepSpeed is told.
  IncludedGpus gpus_of_hosts(const SaidCount& ranks) {
    std::vector<std::int64_t> slots = slots_in_hostfile(text_of_hosts());
    const Count nodes = option_.of_launch(Said::nodes, Starter::deepspeed).count;
    if (nodes && *nodes < std::ssize(slots)) slots.resize(static_cast<std::size_t>(*nodes));
    IncludedGpus found;
    for (const std::int64_t each : slots) {
      const std::int64_t here = std::min(each, ranks.count.value_or(each));
      found = {found.all + here, std::max(found.on_a_node, here)};
    }
    return found;
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
    Count gpus = product(ranks.count, gpus_per_rank);
    if (launcher == Starter::accelerate) gpus = whole_machines(ranks, own(Said::nodes).value_or(1));
    if (gpus) world.gpus = gpus, world.open_nodes.reset();
    if (!ranks.count && !world.gpus && ranks.place.name != "-c")
      say(ranks, "; how many GPUs there are isn't known here");
    Count here = product(own(Said::ranks_per_node), gpus_per_rank);
    if (!here && launcher == Starter::jsrun) here = quotient(gpus, nodes);
    if (!here && launcher == Starter::accelerate) here = quotient(gpus, own(Said::nodes).value_or(1));
    if (!here && launcher == Starter::msrun) here = usual_gpus_per_node;
    if (here) world.gpus_per_node = here;
  }

  /// Accelerate starts as many on each machine (accelerate/utils/launch.py, prepare_multi_gpu_env()).
  Count whole_machines(const SaidCount& ranks, std::int64_t machines) {
    if (!ranks.count || *ranks.count % machines == 0 || *ranks.count < machines) return ranks.count;
    const std::int64_t each = *ranks.count / machines;
    notices_.say(Severity::warning, ranks.place,
                 std::to_string(*ranks.count) + " processes don't divide by " + std::to_string(machines) +
                     " machines: Accelerate starts " + std::to_string(each) + " on each, " +
                     std::to_string(each * machines) + " in all, which are taken");
    return each * machines;
  }

  /// Slurm's tasks are the ranks where nothing else starts them; those of the launch's own line go before all.
  void count_tasks(const Count& tasks) {
    const Count own = option_.of_launch(Said::ranks, Starter::slurm).count;
    Count& gpus = machines_.world.gpus;
    if (own || !gpus) gpus = own ? own : tasks;
  }

  const ShellScript& script_;
  const ShellFiles& given_;
  const ShellWords& launch_;
  SaidCounts option_;
  Starter starter_;
  SaidCount nodes_;
  bool said_nodes_ = false;
  std::string by_default_;  // what wasn't given, so that a default says the nodes
  std::vector<SaidCount> by_variables_;
  bool by_variables_alone_ = false;
  MachineNotices notices_;
  LaunchMachines machines_;
};

}  // namespace

Starter starter_of(const ShellWords& launch) {
  for (std::size_t i = 0; i < launch.size() && !launch[i].text.ends_with(".py"); ++i) {
    const Starter starter = starter_called(launch[i].text);
    if (starter >= Starter::torchrun && !is_value_of_option(launch, i, Starter::slurm)) return starter;
  }
  return Starter::none;
}

LaunchMachines machines_of(const ShellScript& script, const ShellWords& command, const ShellFiles& given_files) {
  LaunchMachines machines = Machines(script, command, given_files).count();
  machines.world.ranks_set = variable_called(script, "WORLD_SIZE").count;
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
