// The models, GPUs, clusters and scenarios that a scenario's JSON may name; core/presets reads them from files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

/// Each value's `preset` is its name, a scenario's its own. In the order of their files' `order`, then by name.
struct Catalogue {
  std::vector<Model> models;
  std::vector<Gpu> gpus;
  std::vector<Cluster> clusters;
  std::vector<LaunchedScenario> scenarios;

  // By name or alias, upper or lower case; nullptr where there is none.
  [[nodiscard]] const Model* model(std::string_view name) const;
  [[nodiscard]] const Gpu* gpu(std::string_view name) const;
  [[nodiscard]] const Cluster* cluster(std::string_view name) const;
  [[nodiscard]] const LaunchedScenario* launched(std::string_view name) const;
  /// The same without its script.
  [[nodiscard]] const Scenario* scenario(std::string_view name) const;

  bool operator==(const Catalogue&) const = default;
};

/// The name of a preset of any kind.
template <class Preset>
[[nodiscard]] auto& name_of_preset(Preset& preset) {
  if constexpr (requires { preset.scenario; })
    return preset.scenario.preset;
  else
    return preset.preset;
}

/// The kinds of presets that the program and a person have alike, in the order in which they are read: a kind may name
/// those before. `name` is their folder's and what commands call them, `one` what they call one of them.
struct PresetKindNames {
  std::string_view name, one;
};
// clang-format off
#define SHARDSCOPE_PRESET_KIND(kind) \
  kind(models, "models", "model") kind(gpus, "gpus", "gpu") kind(clusters, "clusters", "cluster") \
  kind(scenarios, "scenarios", "scenario") kind(frameworks, "frameworks", "framework")
// clang-format on
SHARDSCOPE_TABLE(PresetKind, PresetKindNames, SHARDSCOPE_PRESET_KIND)

/// The GPU that is taken where neither launch text nor model nor command line says one.
inline constexpr const char* assumed_gpu = "h100-sxm";

/// The name that an alias stands for ("llama3.1-405b" → "llama3-405b"), else the name itself, in lower case.
[[nodiscard]] std::string preset_name(std::string_view name_or_alias);

/// What presets of any kind are called.
template <class Preset>
[[nodiscard]] std::vector<std::string> names_of_presets(const std::vector<Preset>& presets) {
  std::vector<std::string> names;
  for (const Preset& preset : presets) names.push_back(name_of_preset(preset));
  return names;
}

}  // namespace shardscope
