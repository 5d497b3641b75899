#include "core/presets/presets.h"

#include <algorithm>

#include "core/claims/read_claims.h"
#include "core/presets/preset_files.h"
#include "core/presets/preset_kinds.h"

namespace shardscope {

namespace {

namespace fs = std::filesystem;

void take_problems(std::vector<Problem>& all, const PresetFile& file, const std::vector<Problem>& problems) {
  for (Problem problem : problems) {
    problem.path = file.shown_as + (problem.path.empty() ? "" : ": " + problem.path);
    all.push_back(std::move(problem));
  }
}

/// A scenario's own model and cluster keep their presets' names; the value itself gets the file's.
template <class T, class Parse>
void load_kind(const fs::path& directory, PresetKind kind, std::vector<T>& into, std::vector<Problem>& problems,
               Parse parse) {
  for (const PresetFile& file : preset_files(directory, entry_of(kind).name)) {
    Outcome<T> parsed = parse(file.text);
    if (!succeeded(parsed)) {
      take_problems(problems, file, problems_of(parsed));
      continue;
    }
    into.push_back(std::move(std::get<0>(parsed)));
    name_of_preset(into.back()) = file.name;
  }
}

}  // namespace

Outcome<Presets> load_presets(const fs::path& directory) {
  Presets presets;
  std::vector<Problem> problems;
  for_each_preset_kind(
      presets, [&](PresetKind kind, auto& into, auto parse) { load_kind(directory, kind, into, problems, parse); });
  share_flags(presets.frameworks);
  for (const PresetFile& file : preset_files(directory, "claims")) {
    Outcome<std::vector<Claim>> claims = read_claims(file.text);
    if (!succeeded(claims)) take_problems(problems, file, problems_of(claims));
    if (succeeded(claims))
      for (Claim& claim : std::get<0>(claims)) presets.claims.push_back(std::move(claim));
  }
  const auto take = [&](const PresetFile& file, auto read, auto& into) {
    if (!succeeded(read)) return take_problems(problems, file, problems_of(read));
    into = std::move(std::get<0>(read));
  };
  for (const PresetFile& file : preset_files(directory, ".")) {
    if (file.name == "glossary") take(file, read_glossary(file.text), presets.glossary);
    if (file.name == "other_tools") take(file, read_other_tools(file.text), presets.other_tools);
  }
  if (!problems.empty()) return problems;
  return presets;
}

std::vector<std::string> preset_names(const Presets& presets, PresetKind kind) {
  switch (kind) {
    case PresetKind::models:
      return names_of_presets(presets.models);
    case PresetKind::gpus:
      return names_of_presets(presets.gpus);
    case PresetKind::clusters:
      return names_of_presets(presets.clusters);
    case PresetKind::scenarios:
      return names_of_presets(presets.scenarios);
    case PresetKind::frameworks:
      return names_of_presets(presets.frameworks);
  }
  return {};
}

}  // namespace shardscope
