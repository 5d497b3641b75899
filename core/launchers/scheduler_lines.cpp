#include "core/launchers/scheduler_lines.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/launchers/launchers.h"

namespace shardscope {

namespace {

constexpr std::string_view abci_2 =
    "ABCI 2.0, as rioyokotalab/Megatron-Llama2 counts them: scripts/abci/Llama-2-13b/8node/"
    "llama-2-13b-base-dp8-tp2-pp4.sh, NUM_GPU_PER_NODE and NODE_TYPE";
constexpr std::string_view abci_3 =
    "ABCI 3.0, whose jobs ask for select=1:ngpus=8 there; its GPUs: Takano et al. 2024, abstract";

constexpr std::array node_types = {NodeType{"rt_F", 4, "v100-16", abci_2}, NodeType{"rt_AF", 8, "a100-40", abci_2},
                                   NodeType{"rt_HF", 8, "h200", abci_3}};

std::string_view until(std::string_view text, std::string_view ends) {
  return text.substr(0, std::min(text.find_first_of(ends), text.size()));
}

/// The digits behind the name; empty where it isn't there.
std::string_view digits_behind(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + name.size());
  return text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
}

/// "a100:" of ":gpu_type=a100", as sites name that resource each in its way; empty where none is there.
std::string gpu_type_of(std::string_view said) {
  for (const std::string_view name : {":gpu_type=", ":gpu_model=", ":gputype=", ":accelerator_model="})
    if (const std::size_t at = said.find(name); at != std::string_view::npos)
      return std::string(until(said.substr(at + name.size()), ": ,+\t\r")) + ":";
  return {};
}

std::string option_word(Starter whose, Said said, std::string_view value) {
  return " " + std::string(option_of(whose, said)->name) + "=" + std::string(value);
}

std::string words_of_machines(std::string_view nodes, std::string_view gpus) {
  return option_word(Starter::slurm, Said::nodes, nodes) + option_word(Starter::slurm, Said::gpus_per_node, gpus);
}

/// " -l select=32:ncpus=8:ngpus=8", " -q rt_HF", " -v RTYPE=rt_HF".
std::string words_of_pbs(std::string_view said) {
  std::string_view nodes = digits_behind(said, "select="), gpus = digits_behind(said, ":ngpus=");
  if (nodes.empty()) nodes = digits_behind(said, "nodes=");
  if (gpus.empty()) gpus = digits_behind(said, ":gpus=");
  if (said.find('+') != std::string_view::npos) return {};
  std::string words;
  for (const std::string_view sign : {std::string_view("-q "), std::string_view("RTYPE=")})
    if (const std::size_t at = said.find(sign); at != std::string_view::npos) {
      const std::string_view name = until(said.substr(at + sign.size()), " ,\t\r");
      if (node_type_called(name) != nullptr) words = option_word(Starter::none, Said::node_type, name);
    }
  if (nodes.empty()) return words;
  if (const std::string_view ranks = digits_behind(said, ":mpiprocs="); !ranks.empty())
    words += option_word(Starter::none, Said::ranks_per_chunk, ranks);
  if (gpus.empty()) return words + option_word(Starter::none, Said::chunks, nodes);
  return words + words_of_machines(nodes, gpu_type_of(said) + std::string(gpus));
}

/// " -l rt_AF=32 -l h_rt=10:00:00" of Grid Engine: of what it asks for, what is a known type of node.
std::string words_of_grid_engine(std::string_view said) {
  if (said.find("-l") == std::string_view::npos) return {};
  for (const NodeType& type : node_types) {
    const std::string asked = std::string(type.name) + "=";
    for (std::size_t at = said.find(asked); at != std::string_view::npos; at = said.find(asked, at + 1)) {
      if (at == 0 || std::string_view(" \t,l").find(said[at - 1]) == std::string_view::npos) continue;
      return words_of_node_type(type.name, digits_behind(said.substr(at), asked));
    }
  }
  return {};
}

/// " -nnodes 64" of LSF, " -L node=4" of Fujitsu's scheduler.
std::string words_of_nodes(std::string_view said, std::string_view name) {
  const std::string_view nodes = digits_behind(said, name);
  return nodes.empty() ? std::string() : option_word(Starter::slurm, Said::nodes, nodes);
}

}  // namespace

const NodeType* node_type_called(std::string_view name) {
  const auto found =
      std::find_if(node_types.begin(), node_types.end(), [&](const NodeType& type) { return type.name == name; });
  return found == node_types.end() ? nullptr : &*found;
}

std::string words_of_node_type(std::string_view type, std::string_view chunks) {
  const NodeType* known = node_type_called(type);
  if (known == nullptr || chunks.empty()) return {};
  return option_word(Starter::none, Said::node_type, type) + words_of_machines(chunks, std::to_string(known->gpus));
}

std::string slurm_words_of(std::string_view comment) {
  constexpr std::string_view slurm = "#SBATCH", pbs = "#PBS", grid_engine = "#$", lsf = "#BSUB", fujitsu = "#PJM";
  if (comment.starts_with(slurm)) return std::string(comment.substr(slurm.size()));
  if (comment.starts_with(pbs)) return words_of_pbs(comment.substr(pbs.size()));
  if (comment.starts_with(lsf)) return words_of_nodes(comment.substr(lsf.size()), "-nnodes ");
  if (comment.starts_with(fujitsu)) return words_of_nodes(comment.substr(fujitsu.size()), " node=");
  if (comment.starts_with(grid_engine)) return words_of_grid_engine(comment.substr(grid_engine.size()));
  return {};
}

}  // namespace shardscope
