#include "core/scenario/catalogue.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"

namespace shardscope {

namespace {

constexpr std::pair<std::string_view, std::string_view> aliases[] = {
    {"llama3.1-8b", "llama3-8b"},
    {"llama3.1-70b", "llama3-70b"},
    {"llama3.1-405b", "llama3-405b"},
    {"llama-3-8b", "llama3-8b"},
    {"llama-3-70b", "llama3-70b"},
    {"llama-3-405b", "llama3-405b"},
    {"gpt-4", "gpt4"},
    {"gpt3", "gpt3-175b"},
    {"gpt-3", "gpt3-175b"},
    {"gpt-3-175b", "gpt3-175b"},
    {"bloom", "bloom-176b"},
    {"palm", "palm-540b"},
    {"deepseekv3", "deepseek-v3"},
    {"mixtral", "mixtral-8x7b"},
    {"mistral", "mistral-7b"},
    {"h100", "h100-sxm"},
    {"a100", "a100-80"},
    {"a100-sxm", "a100-80"},
    {"a100-80gb", "a100-80"},
    {"a100-40gb", "a100-40"},
    {"v100", "v100-32"},
    {"4090", "rtx-4090"},
    {"5090", "rtx-5090"},
    {"gpt4-25k", "gpt4-25k-a100"},
};

template <class T>
const T* find_named(const std::vector<T>& all, std::string_view name) {
  const std::string wanted = preset_name(name);
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const T& value) { return name_of_preset(value) == wanted; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

const Model* Catalogue::model(std::string_view name) const {
  return find_named(models, name);
}
const Gpu* Catalogue::gpu(std::string_view name) const {
  return find_named(gpus, name);
}
const Cluster* Catalogue::cluster(std::string_view name) const {
  return find_named(clusters, name);
}
const LaunchedScenario* Catalogue::launched(std::string_view name) const {
  return find_named(scenarios, name);
}
const Scenario* Catalogue::scenario(std::string_view name) const {
  const LaunchedScenario* found = launched(name);
  return found == nullptr ? nullptr : &found->scenario;
}

std::string preset_name(std::string_view name_or_alias) {
  std::string name = lower(name_or_alias);
  for (const auto& [alias, meant] : aliases)
    if (name == alias) return std::string(meant);
  return name;
}

}  // namespace shardscope
