// core/presets: what the program and a person have ready, read from JSON files: models, GPUs, clusters and scenarios (a
// Catalogue), what others claim, frameworks. In: a folder. Out: Presets, a value. Only this folder of core reads files;
// everything else takes what it needs as a value.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/claims/claim.h"
#include "core/frameworks/framework.h"
#include "core/frameworks/other_tools.h"
#include "core/presets/glossary.h"
#include "core/scenario/catalogue.h"

namespace shardscope {

struct Presets : Catalogue {
  std::vector<Claim> claims;                // of every file, in the order of the files' names
  std::vector<LaunchFramework> frameworks;  // a dialect behind what it extends
  std::vector<OtherTool> other_tools;
  Glossary glossary;

  bool operator==(const Presets&) const = default;
};

/// Reads directory/{models,gpus,clusters,scenarios,claims,frameworks}/NAME.json and directory/{glossary,
/// other_tools}.json. What is missing is empty; a problem's path begins with the file ("models/gpt4.json:
/// num_experts").
[[nodiscard]] Outcome<Presets> load_presets(const std::filesystem::path& directory);

/// What the presets of a kind are called.
[[nodiscard]] std::vector<std::string> preset_names(const Presets& presets, PresetKind kind);

}  // namespace shardscope
