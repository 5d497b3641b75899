// The presets as values: models, GPUs, clusters and scenarios by name. load_presets() is the only function in core that
// reads files; everything else takes a Presets.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/claims/claim.h"
#include "core/frameworks/framework.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Each value's `preset` is its name. In the order of their files' `order`, then by name.
struct Presets {
  std::vector<Model> models;
  std::vector<Gpu> gpus;
  std::vector<Cluster> clusters;
  std::vector<Scenario> scenarios;
  std::vector<Claim> claims;  // of every file, in the order of the files' names
  std::vector<LaunchFramework> frameworks;

  // By name or alias, upper or lower case; nullptr where there is none.
  [[nodiscard]] const Model* model(std::string_view name) const;
  [[nodiscard]] const Gpu* gpu(std::string_view name) const;
  [[nodiscard]] const Cluster* cluster(std::string_view name) const;
  [[nodiscard]] const Scenario* scenario(std::string_view name) const;

  bool operator==(const Presets&) const = default;
};

/// Reads directory/{models,gpus,clusters,scenarios,claims,frameworks}/NAME.json. A missing folder is empty; a problem's
/// path begins with the file ("models/gpt4.json: num_experts").
[[nodiscard]] Outcome<Presets> load_presets(const std::filesystem::path& directory);

/// The name that an alias stands for ("llama3.1-405b" → "llama3-405b"), else the name itself, in lower case.
[[nodiscard]] std::string preset_name(std::string_view name_or_alias);

/// The candidate nearest to `word` by edits, or empty where none is near, unless `however_far`.
[[nodiscard]] std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates,
                                       bool however_far = false);

/// What the presets of a kind ("models", "gpus", "clusters", "scenarios") are called.
[[nodiscard]] std::vector<std::string> preset_names(const Presets& presets, std::string_view kind);

}  // namespace shardscope
