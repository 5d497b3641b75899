#include "core/launch/slurm_gpu.h"

#include <algorithm>
#include <string_view>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/fields/whole_parts.h"
#include "core/launch/import_notices.h"

namespace shardscope {

namespace {

/// The GPU that Slurm's word for it means: by its name; or "mi250", "v100-32g", of those whose names begin so the one
/// with most memory, of equals the plainest.
const Gpu* gpu_of_word(const std::string& word, const Presets& presets) {
  if (word.size() < 2) return nullptr;
  if (const Gpu* gpu = presets.gpu(word)) return gpu;
  const Gpu* best = nullptr;
  for (const Gpu& each : presets.gpus) {
    if (!each.preset.starts_with(word) && !word.starts_with(each.preset)) continue;
    const double bytes = each.capacity_bytes(), most = best == nullptr ? 0 : best->capacity_bytes();
    if (bytes > most || (bytes == most && each.preset.size() < best->preset.size())) best = &each;
  }
  return best;
}

/// Of several words, "a100&80gb" or "h100|h200", the first that is one; "nvidia_a100_80gb" by its own part.
const Gpu* gpu_called(const std::string& said, const Presets& presets) {
  std::string words = lower(said);
  std::replace(words.begin(), words.end(), '_', '-');
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find_first_of("&|,*[]()\"'", begin), words.size());
    std::string word = words.substr(begin, end - begin);
    for (const std::string_view maker : {"nvidia-", "amd-", "gpu-"})
      if (word.starts_with(maker)) word.erase(0, maker.size());
    if (const Gpu* gpu = gpu_of_word(word, presets)) return gpu;
    begin = end + 1;
  }
  return nullptr;
}

}  // namespace

void know_gpu(LaunchText& launch, std::vector<Setting>& settings, const Presets& presets) {
  const Gpu* gpu = gpu_called(launch.gpu.words, presets);
  const std::string says = (launch.gpu.by.empty() ? "the scheduler's lines say " : shown(launch.gpu.by) + " says ") +
                           shown(launch.gpu.words);
  if (gpu == nullptr && launch.gpu.is_gpu)
    hint(launch.notices, whole_gpu, says + ", which isn't known here", {}, rule_name::gpu_by_word);
  if (gpu == nullptr) return void(launch.gpu = {});
  if (gpu->preset != launch.gpu.words)
    hint(launch.notices, whole_gpu, says + "; " + gpu->preset + " is taken", another_gpu(), rule_name::gpu_by_word);
  settings.insert(settings.begin(), Setting("cluster.gpu", "\"" + gpu->preset + "\""));
}

}  // namespace shardscope
