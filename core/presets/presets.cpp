#include "core/presets/presets.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/edits.h"
#include "core/base/limits.h"
#include "core/claims/read_claims.h"
#include "core/fields/json_document.h"
#include "core/fields/parse.h"
#include "core/presets/preset_files.h"

namespace shardscope {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

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
  const auto found = std::find_if(all.begin(), all.end(), [&](const T& value) { return value.preset == wanted; });
  return found == all.end() ? nullptr : &*found;
}

void take_problems(std::vector<Problem>& all, const PresetFile& file, const std::vector<Problem>& problems) {
  for (Problem problem : problems) {
    problem.path = file.shown_as + (problem.path.empty() ? "" : ": " + problem.path);
    all.push_back(std::move(problem));
  }
}

/// A scenario's own model and cluster keep their presets' names; the value itself gets the file's.
template <class T, class Parse>
void load_kind(const fs::path& directory, const std::string& kind, std::vector<T>& into, std::vector<Problem>& problems,
               Parse parse) {
  for (const PresetFile& file : preset_files(directory, kind)) {
    Outcome<T> parsed = parse(file.text);
    if (!succeeded(parsed)) {
      take_problems(problems, file, problems_of(parsed));
      continue;
    }
    into.push_back(std::move(std::get<0>(parsed)));
    into.back().preset = file.name;
  }
}

}  // namespace

const Model* Presets::model(std::string_view name) const {
  return find_named(models, name);
}
const Gpu* Presets::gpu(std::string_view name) const {
  return find_named(gpus, name);
}
const Cluster* Presets::cluster(std::string_view name) const {
  return find_named(clusters, name);
}
const Scenario* Presets::scenario(std::string_view name) const {
  return find_named(scenarios, name);
}

Outcome<Presets> load_presets(const fs::path& directory) {
  Presets presets;
  std::vector<Problem> problems;
  load_kind(directory, "models", presets.models, problems, [&](const std::string& text) -> Outcome<Model> {
    Outcome<ParsedModel> parsed = parse_model(text, presets);
    if (!succeeded(parsed)) return problems_of(parsed);
    return std::get<0>(parsed).model;
  });
  load_kind(directory, "gpus", presets.gpus, problems,
            [&](const std::string& text) { return parse_gpu(text, presets); });
  load_kind(directory, "clusters", presets.clusters, problems,
            [&](const std::string& text) { return parse_cluster(text, presets); });
  load_kind(directory, "scenarios", presets.scenarios, problems, [&](const std::string& text) -> Outcome<Scenario> {
    Outcome<ParsedScenario> parsed = parse_scenario(text, presets);
    if (!succeeded(parsed)) return problems_of(parsed);
    return std::get<0>(parsed).scenario;
  });
  load_kind(directory, "frameworks", presets.frameworks, problems,
            [](const std::string& text) { return parse_framework(text); });
  for (const PresetFile& file : preset_files(directory, "claims")) {
    Outcome<std::vector<Claim>> claims = read_claims(file.text);
    if (!succeeded(claims)) take_problems(problems, file, problems_of(claims));
    if (succeeded(claims))
      for (Claim& claim : std::get<0>(claims)) presets.claims.push_back(std::move(claim));
  }
  if (!problems.empty()) return problems;
  return presets;
}

std::string preset_name(std::string_view name_or_alias) {
  std::string name(name_or_alias);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : static_cast<char>(c);
  });
  for (const auto& [alias, meant] : aliases)
    if (name == alias) return std::string(meant);
  return name;
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates, bool however_far) {
  constexpr std::size_t length_max = 64;  // a longer word is no slip of a key
  if (word.size() > length_max) return {};
  std::string best;
  constexpr std::size_t any = 1000;  // beyond the longest name
  // As many edits as a slip may have, and one.
  std::size_t best_edits = however_far ? any : 1 + std::max<std::size_t>(2, word.size() / 3);
  for (const std::string& candidate : candidates) {
    const std::size_t edits = edits_between(word, candidate);
    if (edits < best_edits) best_edits = edits, best = candidate;
  }
  return best;
}

std::vector<std::string> preset_names(const Presets& presets, std::string_view kind) {
  std::vector<std::string> names;
  const auto take = [&](const auto& all) {
    for (const auto& value : all) names.push_back(value.preset);
  };
  if (kind == "models") take(presets.models);
  if (kind == "gpus") take(presets.gpus);
  if (kind == "clusters") take(presets.clusters);
  if (kind == "scenarios") take(presets.scenarios);
  if (kind == "frameworks") take(presets.frameworks);
  return names;
}

}  // namespace shardscope
