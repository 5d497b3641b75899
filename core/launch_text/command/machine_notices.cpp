#include "core/launch_text/command/machine_notices.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/launch_text/command/flag_words.h"

namespace shardscope {

bool MachineNotices::srun_starts_it() const {
  return std::any_of(launch_.begin(), launch_.end(), [](const ShellWord& word) { return word.text == "srun"; });
}

void MachineNotices::say(Severity severity, TextPlace place, std::string words) {
  all_.push_back({severity, std::move(place), std::move(words), "unknown-machines"});
}

void MachineNotices::say_alone(const std::string& whose, const Count& count, const std::string& what) {
  const LauncherName* option = option_of(starter_, Said::nodes);
  if (count.value_or(1) <= 1 || option == nullptr) return;
  const bool told = option_.of_launch(Said::nodes, starter_).count == 1;
  say(Severity::warning, {{}, launch_.front().line, {}},
      (told ? "with " + std::string(option->name) + " 1" : "without " + std::string(option->name)) + " each of " +
          whose + std::to_string(*count) + what + " trains by itself, so 1 node is taken");
}

void MachineNotices::say_contradictions(const SaidCount& ranks) {
  if (starter_ != Starter::torchrun) return;
  const auto warn = [&](const SaidCount& said, const std::string& words, const SaidCount& slurm) {
    all_.push_back({Severity::warning, said.place,
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

void MachineNotices::say_started_often(const Count& nodes) {
  if (starter_ == Starter::none || starter_ == Starter::jsrun || !srun_starts_it()) return;
  const SaidCount own = option_.of_launch(Said::ranks, Starter::slurm);
  const SaidCount here = option_(Said::ranks_per_node, {Starter::slurm});
  const bool each = own.count && nodes.value_or(0) > 0;  // srun's own number of all tasks
  const std::int64_t tasks = each ? *own.count / *nodes : here.count.value_or(1);
  if (tasks <= 1) return;
  const auto called = std::find_if(launch_.begin(), launch_.end(),
                                   [&](const ShellWord& word) { return starter_called(word.text) == starter_; });
  const std::string name(called == launch_.end() ? std::string_view() : name_of_file(called->text));
  say(Severity::warning, each ? own.place : here.place,
      "srun starts " + std::to_string(tasks) + " tasks on a node, and each of them starts " + name +
          ", which starts all of the node's ranks: one task a node is meant (--ntasks-per-node=1)");
}

void MachineNotices::say_other_nodes(const Count& machines) {
  const SaidCount own = option_.of_launch(Said::nodes, Starter::slurm);
  const SaidCount slurm = own.given() ? own : option_.of_slurm(Said::nodes);
  if (!machines || !slurm.count || *machines == *slurm.count) return;
  const bool each = srun_starts_it();
  if (*machines == 1 && each) return say_alone("Slurm's ", slurm.count, " nodes");
  const bool fewer = *machines < *slurm.count && !each;
  say(fewer ? Severity::hint : Severity::warning, slurm.place,
      "Slurm gives " + std::to_string(*slurm.count) + " nodes, and accelerate is told " + std::to_string(*machines) +
          (*machines == 1 ? " machine" : " machines") +
          (fewer ? *machines == 1 ? ", which counts" : ", which count"
                 : ", which are taken: such a job doesn't assemble"));
}

void MachineNotices::say_overridden() {
  for (const Said said : {Said::nodes, Said::ranks, Said::ranks_per_node}) {
    const SaidCount own = option_.of_launch(said, Starter::slurm), slurm = option_.of_slurm(said);
    if (own.count && slurm.count && *own.count != *slurm.count)
      all_.push_back({Severity::hint, own.place,
                      "srun's own " + std::to_string(*own.count) + " counts, and not the " +
                          std::to_string(*slurm.count) + " of " + words_of(slurm.place),
                      "unknown-machines"});
  }
}

void MachineNotices::say_own_configuration() {
  constexpr std::string_view saying[] = {"--config_file", "--use_fsdp", "--use_deepspeed", "--use_megatron_lm",
                                         "--multi_gpu",   "--fsdp",     "--deepspeed",     "--deepspeed_config"};
  if (std::any_of(launch_.begin(), launch_.end(), [&](const ShellWord& word) {
        std::string name = word.text;
        if (is_flag_word(name)) std::replace(name.begin() + 2, name.end(), '-', '_');
        return std::find(std::begin(saying), std::end(saying), name) != std::end(saying);
      }))
    return;
  all_.push_back({Severity::warning, TextPlace{{}, launch_.front().line, "accelerate"},
                  "without --config_file it reads a configuration of the user's own, which isn't here; "
                  "it is taken to be none: whole replicas, in the precision that the script says",
                  "unknown-machines"});
}

void MachineNotices::say_other_gpus(std::int64_t ranks) {
  const auto say_so = [&](const SaidCount& gpus, std::int64_t each) {
    const std::int64_t all = gpus.count.value_or(0) * each;
    if (!gpus.count || all == ranks || (all < ranks && starter_ == Starter::torchrun)) return;
    const std::string has = "Slurm gives each node " + std::to_string(all) + " GPUs, and ";
    const std::string runs = std::to_string(ranks) + (ranks == 1 ? " rank runs on it" : " ranks run on it");
    all_.push_back({all < ranks ? Severity::warning : Severity::hint, gpus.place,
                    has + runs + (all < ranks ? ", more than one on each" : ", on one each"), "unknown-machines"});
  };
  say_so(option_.of_slurm(Said::gpus_per_node), 1);
  say_so(option_.of_launch(Said::gpus_per_node, Starter::slurm), 1);
  if (starter_ == Starter::none) say_so(option_(Said::gpus_per_rank, {Starter::slurm}), ranks);
}

}  // namespace shardscope
