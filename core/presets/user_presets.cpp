#include "core/presets/user_presets.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/presets/preset_files.h"
#include "core/presets/preset_kinds.h"

namespace shardscope {

namespace {

namespace fs = std::filesystem;

template <class T>
void put(std::vector<T>& all, T value) {
  const auto same =
      std::find_if(all.begin(), all.end(), [&](const T& one) { return name_of_preset(one) == name_of_preset(value); });
  if (same == all.end())
    all.push_back(std::move(value));
  else
    *same = std::move(value);
}

/// How many were taken.
template <class T, class Parse>
std::size_t add_kind(const fs::path& directory, PresetKind kind, std::vector<T>& into, std::vector<Problem>& problems,
                     Parse parse) {
  std::size_t taken = 0;
  for (const PresetFile& file : preset_files(directory, entry_of(kind).name)) {
    Outcome<T> parsed = parse(file.text);
    if (succeeded(parsed)) {
      T value = std::move(std::get<0>(parsed));
      name_of_preset(value) = file.name;
      put(into, std::move(value));
      ++taken;
      continue;
    }
    Problem problem = problems_of(parsed).front();
    problem.path = file.path.string() + (problem.path.empty() ? "" : ": " + problem.path);
    problem.severity = Severity::warning;
    problems.push_back(std::move(problem));
  }
  return taken;
}

}  // namespace

std::vector<Problem> add_user_presets(Presets& presets, const fs::path& directory) {
  std::vector<Problem> problems;
  std::size_t frameworks = 0;
  for_each_preset_kind(presets, [&](PresetKind kind, auto& into, auto parse) {
    const std::size_t taken = add_kind(directory, kind, into, problems, parse);
    if (kind == PresetKind::frameworks) frameworks = taken;
  });
  if (frameworks > 0) share_flags(presets.frameworks);
  return problems;
}

std::string preset_file_name(std::string_view title) {
  std::string name;
  for (const char c : title) {
    const bool kept = is_letter_or_digit(c) || c == '.';
    if (kept && !(c == '.' && name.empty()))
      name += lower(c);
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (!name.empty() && (name.back() == '-' || name.back() == '.')) name.pop_back();
  return name.empty() ? "scenario" : name;
}

}  // namespace shardscope
