// What a job script's lines for its scheduler ask for: #SBATCH of Slurm, #PBS of PBS, #$ of Grid Engine, #BSUB of LSF,
// #PJM of Fujitsu's; all in Slurm's words, as which the machines are counted; and the kinds of node that sites call by
// names of their own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope {

/// A resource or a queue by which a site means a kind of node, or a part of one that counts as a node.
struct NodeType {
  std::string_view name;
  std::int64_t gpus = 0;
  std::string_view gpu;
  std::string_view source;
};

/// nullptr where no known site calls one so.
[[nodiscard]] const NodeType* node_type_called(std::string_view name);

/// A comment's words in Slurm's: " --nodes=32 --gpus-per-node=8"; as they are of #SBATCH; empty where it is none of a
/// scheduler, says no nodes or no GPUs, or asks for nodes that differ. Of PBS, which says both in lines of their own,
/// " --chunks=4" and " --node-type=rt_HF" (PBS Professional 2022.1 Reference Guide, "Job-wide and chunk resources").
[[nodiscard]] std::string slurm_words_of(std::string_view comment);

/// Of lines that say a known node type and how many, each by itself, the nodes and GPUs; empty else.
[[nodiscard]] std::string words_of_node_type(std::string_view type, std::string_view chunks);

}  // namespace shardscope
