#include "core/fields/brief_labels.h"

#include <algorithm>
#include <array>

#include "core/fields/fields.h"

namespace shardscope {

namespace {

struct BriefLabel {
  std::string_view path, words;
};
constexpr std::array brief_labels = {BriefLabel{"cluster.gpus", "GPUs"},
                                     BriefLabel{"plan.tp", "TP"},
                                     BriefLabel{"plan.pp", "PP"},
                                     BriefLabel{"plan.virtual_stages", "chunks"},
                                     BriefLabel{"plan.dp", "DP"},
                                     BriefLabel{"plan.ep", "EP"},
                                     BriefLabel{"plan.etp", "ETP"},
                                     BriefLabel{"plan.cp", "CP"},
                                     BriefLabel{"plan.zero", "ZeRO"},
                                     BriefLabel{"plan.shard_group", "shards"},
                                     BriefLabel{"plan.rank_order", "ranks"},
                                     BriefLabel{"plan.micro_batch", "micro-batch"},
                                     BriefLabel{"plan.global_batch", "batch"},
                                     BriefLabel{"plan.sequence_length", "sequence"},
                                     BriefLabel{"plan.schedule", "schedule"},
                                     BriefLabel{"plan.recompute", "recompute"},
                                     BriefLabel{"plan.offload", "offload"},
                                     BriefLabel{"plan.precision", "precision"},
                                     BriefLabel{"plan.gradient_dtype", "gradients"},
                                     BriefLabel{"plan.precision_aware_optimizer", "precision-aware"}};

}  // namespace

std::string_view brief_label(std::string_view path) {
  const auto* found =
      std::find_if(brief_labels.begin(), brief_labels.end(), [&](const BriefLabel& each) { return each.path == path; });
  if (found != brief_labels.end()) return found->words;
  const Field* field = find_field(path);
  return field != nullptr ? field->label : path;
}

std::string brief_title(std::string_view path) {
  std::string words(brief_label(path));
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace shardscope
