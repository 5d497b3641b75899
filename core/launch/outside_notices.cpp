#include "core/launch/outside_notices.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/characters.h"
#include "core/base/edits.h"
#include "core/launch/import_notices.h"
#include "core/launchers/launchers.h"

namespace shardscope {

namespace {

bool is_among(const std::vector<std::string>& all, std::string_view name) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

/// What launchers and libraries read by themselves, whether the script asks for it or not.
bool is_of_launchers(std::string_view name) {
  constexpr std::string_view begins[] = {"CUDA_", "NCCL_", "NVTE_", "TORCH_", "PYTORCH_", "OMP_"};
  return find_variable(name) != nullptr || is_of_slurm(name) ||
         std::any_of(std::begin(begins), std::end(begins),
                     [&](std::string_view each) { return name.starts_with(each); });
}

/// "$PP and $TP".
std::string with_dollars(std::vector<std::string> names) {
  for (std::string& name : names) name.insert(0, "$");
  return joined(names, " and ");
}

void say_files(std::vector<Problem>& notices, const LaunchText& launch, const ShellOutside& outside) {
  if (!launch.files.empty())
    hint(notices, TextPlace{},
         joined(launch.files, " and ") + (launch.files.size() == 1 ? " is" : " are") + " read too");
  for (const auto& [name, text] : outside.files)
    if (!is_among(launch.files, name))
      hint(notices, TextPlace{shown(name), 0, {}}, "it was given, and nothing here reads it");
}

void say_unused(std::vector<Problem>& notices, const LaunchText& launch, const ShellOutside& outside) {
  for (const auto& [name, value] : outside.environment) {
    if (is_among(launch.used, name)) continue;
    const auto set = std::find_if(launch.overwritten.begin(), launch.overwritten.end(),
                                  [&own = name](const auto& each) { return each.first == own; });
    if (set != launch.overwritten.end()) {
      hint(notices, TextPlace{{}, 0, "--env " + shown(name)},
           "the script sets it by itself" + (set->second > 0 ? " in line " + std::to_string(set->second) : "") +
               ", whatever is given; change it there");
      continue;
    }
    if (is_of_launchers(name)) continue;
    const std::string near = nearest_name(name, launch.asked);
    hint(notices, TextPlace{{}, 0, "--env " + shown(name)},
         "nothing here takes it from outside" + (near.empty() ? std::string() : "; did you mean " + near + "?"));
  }
  const bool takes = std::any_of(launch.used.begin(), launch.used.end(),
                                 [](const std::string& name) { return name.empty() || !is_name_start(name[0]); });
  const bool python = launch.framework->form == LaunchForm::python;  // the argument names a recipe in it
  if (!outside.arguments.empty() && !takes && !python)
    hint(notices, TextPlace{{}, 0, "-- " + shown(outside.arguments.front())}, "nothing here takes arguments");
}

}  // namespace

void say_outside(std::vector<Problem>& notices, const LaunchText& launch, const ShellOutside& outside) {
  say_files(notices, launch, outside);
  say_unused(notices, launch, outside);
  if (launch.by_default.empty()) return;
  const bool one = launch.by_default.size() == 1;
  std::vector<std::string> ways;
  for (const std::string& name : launch.by_default)
    ways.push_back(is_name_start(name[0]) ? "--env " + name + "=VALUE" : "the script's arguments behind --");
  hint(notices, TextPlace{{}, 0, with_dollars(launch.by_default)},
       std::string("not given, so the script's own ") + (one ? "default counts" : "defaults count"));
  notices.back().remedy = {
      RemedyKind::outside, joined(ways, ", ") + (one ? " says another" : " say others"), {}, launch.by_default};
}

}  // namespace shardscope
