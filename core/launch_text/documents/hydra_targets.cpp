#include "core/launch_text/documents/hydra_targets.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/base/rule_names.h"

namespace shardscope {

namespace {

constexpr std::string_view target_key = "._target_", of_models = "Provider";

const FrameworkRecipe* recipe_of_class(const LaunchFramework& framework, const std::string& name) {
  const auto own = std::find_if(framework.recipes.begin(), framework.recipes.end(), [&](const FrameworkRecipe& each) {
    return std::find(each.names.begin(), each.names.end(), name) != each.names.end();
  });
  return own == framework.recipes.end() ? nullptr : &*own;
}

/// Whether the keys say the flag, or the sequence in another's words.
bool is_said(const std::vector<GivenFlag>& flags, const LaunchFramework& framework, const std::string& name) {
  const bool sequence = framework.key_of(name) == of_sequence;
  return std::any_of(flags.begin(), flags.end(), [&](const GivenFlag& each) {
    const FlagSpec* spec = framework.flag(each.flag);
    if (spec == nullptr || each.value.none()) return false;
    return framework.plain_name(each.flag) == framework.plain_name(name) ||
           (sequence && std::any_of(spec->read.begin(), spec->read.end(),
                                    [](const Assignment& read) { return read.first == of_sequence; }));
  });
}

/// Whether what the class sets stands where the key does, and no class around that says it: a teacher's sizes are none
/// of the model's.
bool counts_there(const FrameworkRecipe& recipe, const std::string& key, const std::vector<GivenFlag>& flags) {
  const std::string first = key.substr(0, key.find('.') + 1), section = key.substr(0, key.rfind('.'));
  const bool around = std::any_of(flags.begin(), flags.end(), [&](const GivenFlag& each) {
    return each.flag.ends_with(target_key) && section.starts_with(each.flag.substr(0, each.flag.rfind('.')) + ".");
  });
  return !around && std::all_of(recipe.sets.begin(), recipe.sets.end(),
                                [&](const auto& set) { return set.first.starts_with(first); });
}

}  // namespace

void add_targets(std::vector<GivenFlag>& flags, const LaunchFramework& framework, std::vector<Problem>& notices) {
  if (framework.recipes.empty()) return;
  std::vector<GivenFlag> added;
  for (const GivenFlag& each : flags) {
    const std::string* path = each.flag.ends_with(target_key) ? each.value.text() : nullptr;
    if (path == nullptr) continue;
    const std::string name = path->substr(path->rfind('.') + 1);
    const FrameworkRecipe* recipe = recipe_of_class(framework, name);
    if (recipe != nullptr && !counts_there(*recipe, each.flag, flags)) continue;
    std::string sets;
    if (recipe != nullptr)
      for (const auto& [flag, value] : recipe->sets)
        if (!is_said(flags, framework, flag)) {
          sets += (sets.empty() ? "" : ", ") + flag + " " + shown(words_of(value));
          added.push_back({flag, value, 0});
        }
    if (recipe == nullptr && name.find(of_models) == std::string::npos) continue;
    if (recipe == nullptr)
      sets = "what " + shown(name) + "() sets, which stands elsewhere, isn't known";
    else if (!sets.empty())
      sets = shown(name) + "() sets " + sets;
    if (!sets.empty())
      notices.push_back({Severity::hint, place_of(each), std::move(sets), std::string(rule_name::taken_for_granted)});
  }
  flags.insert(flags.begin(), added.begin(), added.end());
}

}  // namespace shardscope
