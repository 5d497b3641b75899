#include "core/launch_text/said_gpu.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/launch_text/command/flag_words.h"
#include "core/launchers/scheduler_lines.h"

namespace shardscope {

SaidGpu gpu_of(const ShellScript& script, const ShellWords& launch) {
  std::string gpu, constrained, queue, by;
  for (const ShellWords& words : {slurm_command(script), launch}) {
    const std::vector<Starter> launchers = launchers_in(words);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool has_next = i + 1 < words.size();
      if (has_next && words[i].text == "--gpu" && words[i + 1].unknown.empty()) gpu = words[i + 1].text, by = "--gpu";
      const LauncherName* option = find_option(words[i].text, launchers[i]);
      if (has_next && option != nullptr && option->said == Said::node_type)
        if (const NodeType* type = node_type_called(words[i + 1].text)) gpu = type->gpu, by = type->name;
      const bool queues = option != nullptr && option->said == Said::queue;  // --partition=gpu_h100
      const bool may_name = option != nullptr && (queues || may_name_gpu(option->said));
      const std::optional<ShellWord> value = may_name ? value_of(words, i, *option) : std::nullopt;
      if (!value) continue;
      std::string said = value->text;
      if (queues && std::any_of(said.begin(), said.end(), is_digit)) queue = said;
      if (queues) continue;
      if (said.starts_with("gpu:")) said.erase(0, 4);
      said.erase(std::min(said.find(':'), said.size()));
      const bool name = !said.empty() && !is_digit(said[0]) && said != "gpu" && said != "all" &&
                        said.find("device=") == std::string::npos;  // docker run --gpus all
      const bool constraint = option->said == Said::kind_of_node;   // by any word
      if (name) (constraint ? constrained : gpu) = said;
      if (name && !constraint) by.clear();
    }
  }
  if (gpu.empty() && constrained.empty()) constrained = queue;
  if (lower(gpu) == lower(constrained)) constrained.clear();  // said twice
  return {gpu.empty() || constrained.empty() ? gpu + constrained : gpu + "&" + constrained, !gpu.empty(), by};
}

}  // namespace shardscope
