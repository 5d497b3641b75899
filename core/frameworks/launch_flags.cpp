#include "core/frameworks/launch_flags.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "core/expressions/json_value.h"
#include "core/fields/fields.h"
#include "core/frameworks/scenario_names.h"
#include "core/frameworks/write_flags.h"

namespace shardscope {

namespace {

using Keys = std::set<std::string, std::less<>>;

/// The names that a flag sets, and those that the framework's defaults derive from them.
Keys keys_of(const LaunchFramework& framework, const FlagSpec& spec) {
  Keys keys = {spec.key};
  for (const auto& [name, expression] : spec.read) keys.insert(name);
  for (const auto& [name, expression] : framework.defaults) {
    const std::vector<std::string> from = names_in(expression);
    if (std::any_of(from.begin(), from.end(), [&](const std::string& each) { return keys.contains(each); }))
      keys.insert(name);
  }
  return keys;
}

bool is_of_launch(const std::string& name) {
  return is_of_plan_or_model(name) || name == "microbatches";
}

/// Whether the flag says something of a plan or model here; what only a default hangs on (a tokenizer, the vocabulary)
/// is no saying of it.
bool is_spelling(const LaunchFramework& framework, const std::string& flag) {
  const FlagSpec* spec = framework.flag(flag);
  if (spec == nullptr) return false;
  return is_of_plan(spec->key) || std::any_of(spec->read.begin(), spec->read.end(),
                                              [](const Assignment& each) { return is_of_plan(each.first); });
}

/// Names of the plan that these flags say otherwise, and the plan's own flags don't. What they don't say is no false
/// word of a model, which a recipe may make, nor of a plan that says as much by saying nothing.
Keys false_names(const Names& wanted, const Names& mixed, const Names& plain, bool says_model) {
  Keys names;
  std::optional<Names> unsaid;
  const bool model = says_model && !value_at(mixed, of_model_width).none();
  for (const auto& [name, value] : wanted) {
    const Value &said = value_at(mixed, name), &own = value_at(plain, name);
    const bool of_model = is_of_model(name);
    if (!is_of_launch(name) || said == value || said == own || !(own == value || own.none())) continue;
    if (of_model && (!model || said.none())) continue;
    if (said.none() && !unsaid) unsaid = names_of(with_defaults(Scenario{}));
    if (!said.none() || !(value_at(*unsaid, name) == value)) names.insert(name);
  }
  return names;
}

/// Whether neither the scenario nor its script says how the layers are cut: it stays the framework's, even where that
/// refuses what is then left over.
bool leaves_stages_out(const LaunchFramework& framework, const LaunchedScenario& filled) {
  if (filled.scenario.plan.stage_layers || filled.scenario.plan.pipeline_layout) return false;
  return std::any_of(filled.launch.left_out.begin(), filled.launch.left_out.end(),
                     [&](const std::string& flag) { return framework.key_of(flag) == "plan.stage_layers"; });
}

/// The launch's spellings that may say one of the names, but for a model that it leaves out.
Keys spellings_of(const LaunchFramework& framework, const Keys& names, const Launch& launch) {
  const bool model = !leaves_model_out(framework, launch);
  Keys flags;
  const auto take = [&](const std::string& flag, bool models_too) {
    const FlagSpec* spec = framework.flag(flag);
    if (spec == nullptr || (is_of_model(spec->key) && !models_too)) return;
    const Keys keys = keys_of(framework, *spec);
    if (std::any_of(keys.begin(), keys.end(), [&](const std::string& key) { return names.contains(key); }))
      flags.insert(flag);
  };
  for (const auto& [flag, value] : launch.flags) take(flag, true);
  for (const std::string& flag : launch.left_out) take(flag, model);
  return flags;
}

Launch without(Launch launch, const Keys& flags) {
  std::erase_if(launch.flags, [&](const auto& flag) { return flags.contains(flag.first); });
  std::erase_if(launch.left_out, [&](const std::string& flag) { return flags.contains(flag); });
  return launch;
}

/// The launch without the spellings that make the names what `mixed` says: those without which one of them is another,
/// all that may say them where no one alone does.
Launch dropped(const LaunchFramework& framework, const Keys& names, const Names& mixed, const Launch& launch,
               const std::vector<GivenFlag>& own, const LaunchWorld& world, const Catalogue& presets) {
  const Keys candidates = spellings_of(framework, names, launch);
  Keys guilty;
  for (const std::string& flag : candidates) {
    const std::vector<GivenFlag> less = with_launch(framework, own, without(launch, {flag}));
    const FlagReading reading = read_flags(framework, less, world, presets);
    if (std::any_of(names.begin(), names.end(),
                    [&](const std::string& name) { return !(value_at(reading.names, name) == value_at(mixed, name)); }))
      guilty.insert(flag);
  }
  return without(launch, guilty.empty() ? candidates : guilty);
}

bool is_of_batch(const FlagSpec& spec) {
  return spec.key == "plan.global_batch" || spec.key == "plan.micro_batch" || spec.key == "microbatches";
}

/// The flags, of which each that the script leaves to its program as "auto" stands there: where neither they nor the
/// script's spellings say it any more, as what it is by itself, which the plan then has. Two of the batch's three
/// numbers fix the third, so that all are the plan's own where one is.
std::vector<GivenFlag> with_automatic(const LaunchFramework& framework, std::vector<GivenFlag> flags,
                                      const std::vector<GivenFlag>& own, const Launch& launch) {
  if (launch.framework != framework.preset) return flags;
  const auto in = [](const std::vector<GivenFlag>& all, const std::string& name) {
    return std::find_if(all.begin(), all.end(), [&](const GivenFlag& each) { return each.flag == name; });
  };
  std::vector<const FlagSpec*> automatic;
  bool batch_said = false;
  for (const auto& [name, text] : launch.flags) {
    const FlagSpec* spec = framework.flag(name);
    if (spec == nullptr || !is_automatic(framework, *spec, flag_kept(name, text).value)) continue;
    automatic.push_back(spec);
    const auto stands = in(flags, name);
    batch_said = batch_said || (is_of_batch(*spec) && stands != flags.end() && !(stands->value == Value("auto")));
  }
  Launch said;
  said.framework = framework.preset;
  for (const FlagSpec* spec : automatic) {
    const auto written = in(own, spec->flag);
    const Value none = spec->type == FlagType::toggle ? Value(false) : Value("auto");
    if (in(flags, spec->flag) == flags.end())
      said.flags.emplace_back(spec->flag, json_text(spec->fallback.none() ? none : spec->fallback));
    else if (batch_said && is_of_batch(*spec) && written != own.end())
      said.flags.emplace_back(spec->flag, json_text(written->value));
  }
  return with_launch(framework, std::move(flags), said);
}

}  // namespace

bool leaves_model_out(const LaunchFramework& framework, const Launch& launch) {
  return launch.framework == framework.preset &&
         std::any_of(launch.left_out.begin(), launch.left_out.end(),
                     [&](const std::string& flag) { return framework.key_of(flag) == of_model_width; });
}

LaunchWorld world_of_plan(const LaunchFramework& framework, const LaunchedScenario& filled) {
  const Names own = names_of(filled.scenario);
  LaunchWorld world;
  world.gpus = value_at(own, "world_size").whole();
  world.gpus_per_node = filled.scenario.cluster.gpus_per_node;
  if (!says_model(framework) || leaves_model_out(framework, filled.launch)) world.model = &filled.scenario.model;
  for (const FlagSpec& spec : framework.flags)
    if (spec.in_code) world.environment[spec.key] = value_at(own, spec.key);
  return world;
}

Launch without_spellings(const LaunchFramework& framework, Launch launch) {
  const bool recipe = leaves_model_out(framework, launch);
  std::erase_if(launch.flags, [&](const auto& flag) { return is_spelling(framework, flag.first); });
  std::erase_if(launch.left_out, [&](const std::string& flag) {
    const FlagSpec* spec = framework.flag(flag);
    return spec != nullptr && !(recipe && is_of_model(spec->key));
  });
  return launch;
}

std::vector<GivenFlag> flags_of_plan_alone(const LaunchFramework& framework, const std::vector<GivenFlag>& own,
                                           const Launch& launch) {
  return with_automatic(framework, with_launch(framework, own, without_spellings(framework, launch)), own, launch);
}

namespace {

/// The plan's flags without the layout of its stages, where the launch's own flags say the same uneven split: a layout
/// beside them is refused.
std::vector<GivenFlag> without_layout(const LaunchFramework& framework, const LaunchedScenario& filled,
                                      std::vector<GivenFlag> own, const LaunchWorld& world, const Catalogue& presets) {
  std::vector<GivenFlag> fewer = own;
  std::erase_if(fewer, [&](const GivenFlag& each) { return framework.key_of(each.flag) == "plan.stage_layers"; });
  if (fewer.size() == own.size()) return own;
  const Names said = read_flags(framework, with_launch(framework, fewer, filled.launch), world, presets).names;
  const Names wanted = names_of(filled.scenario);
  const Value& split = value_at(said, "plan.stage_layers");
  return !split.none() && split == value_at(wanted, "plan.stage_list") ? fewer : own;
}

/// Without the flags that the problems are about: values that stand for others of the script ("${multiply:4,
/// ${.hidden_size}}") can be read in it alone.
Launch without_unreadable(Launch launch, const std::vector<Problem>& problems) {
  std::erase_if(launch.flags, [&](const auto& flag) {
    return std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
      return std::any_of(problem.places.begin(), problem.places.end(),
                         [&](const TextPlace& place) { return place.name == flag.first; });
    });
  });
  return launch;
}

}  // namespace

std::vector<GivenFlag> flags_of_plan(const LaunchFramework& framework, const LaunchedScenario& filled,
                                     const Catalogue& presets) {
  std::vector<GivenFlag> own = write_flags(framework, filled);
  if (filled.launch.framework != framework.preset) return own;
  Launch launch = filled.launch;
  const LaunchWorld world = world_of_plan(framework, filled);
  own = without_layout(framework, filled, std::move(own), world, presets);
  std::vector<GivenFlag> flags = with_launch(framework, own, launch);
  const FlagReading plain = read_flags(framework, own, world, presets);
  Names wanted = names_of(filled.scenario);
  if (leaves_stages_out(framework, filled)) wanted.erase("plan.layout");
  const bool model = !leaves_model_out(framework, launch);
  constexpr int rounds_max = 4;
  for (int round = 0; round < rounds_max; ++round) {
    const FlagReading mixed = read_flags(framework, flags, world, presets);
    const Keys names = false_names(wanted, mixed.names, plain.names, model);
    const bool at_odds = mixed.problems.size() > plain.problems.size();
    if (names.empty() && !at_odds) return with_automatic(framework, std::move(flags), own, filled.launch);
    Launch less = names.empty() ? without_unreadable(launch, mixed.problems)
                                : dropped(framework, names, mixed.names, launch, own, world, presets);
    if (less == launch) break;
    launch = std::move(less);
    flags = with_launch(framework, own, launch);
  }
  return flags_of_plan_alone(framework, own, filled.launch);
}

}  // namespace shardscope
