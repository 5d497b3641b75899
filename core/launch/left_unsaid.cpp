#include "core/launch/left_unsaid.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/fields/whole_parts.h"
#include "core/frameworks/size_words.h"
#include "core/launch/checkpoint_notices.h"
#include "core/launch/import_notices.h"
#include "core/launch_text/configuration_file.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

bool sets_model(const Setting& setting) {
  return sets_within(setting, whole_model);
}

const GivenFlag* given_for(const LaunchFramework& framework, const FlagReading& reading, std::string_view key) {
  for (const GivenFlag& each : reading.typed)
    if (framework.flag(each.flag)->key == key && !each.value.none()) return &each;
  return nullptr;
}

/// The framework's names of models that are known here: their first words, or what stands behind one of those.
std::vector<std::string> known_names(const LaunchFramework& framework, const std::string& first) {
  std::vector<std::string> names;
  const bool hub = framework.flag_for(of_model_size) == nullptr;  // else they are the framework's own, with sizes
  const auto add = [&](const std::string& name) {
    if (!hub && name.find('/') != std::string::npos) return;
    const std::size_t space = name.find(' ');
    const std::string own = name.substr(0, space);
    if (!first.empty() && (own != first || space == std::string::npos)) return;
    std::string part = first.empty() ? own : name.substr(space + 1);
    if (std::find(names.begin(), names.end(), part) == names.end()) names.push_back(std::move(part));
  };
  for (const auto& [name, preset] : framework.models) add(name);
  for (const auto& [name, sizes] : framework.model_sizes) add(name);
  return names;
}

constexpr std::size_t names_said_max = 40;  // more help nobody

/// Of a framework that names its models: that this name or size isn't known, or isn't given, and which are.
std::optional<Problem> unknown_name(const LaunchFramework& framework, const FlagReading& reading) {
  const FlagSpec *name_spec = framework.flag_for(of_model_name), *flavor_spec = framework.flag_for(of_model_size);
  if (name_spec == nullptr || framework.models.empty()) return std::nullopt;
  const GivenFlag* name = given_for(framework, reading, of_model_name);
  const GivenFlag* flavor = given_for(framework, reading, of_model_size);
  const std::string called = name == nullptr ? std::string() : words_of(name->value);
  const std::vector<std::string> sizes =
      flavor_spec != nullptr ? known_names(framework, called) : std::vector<std::string>{};
  const bool known = name != nullptr && !sizes.empty();
  if (name == nullptr && flavor == nullptr) return std::nullopt;
  const GivenFlag* guilty = known ? flavor : name;
  const FlagSpec& missing = known ? *flavor_spec : *name_spec;
  const std::vector<std::string> all = known ? sizes : known_names(framework, {});
  const std::string of_known = known ? "; of " + called + " there are " : "; those known here are ";
  Problem problem{Severity::error, guilty != nullptr ? place_of(*guilty) : TextPlace{{}, 0, missing.flag},
                  (guilty != nullptr ? shown(words_of(guilty->value)) + " isn't known here" : "it isn't given") +
                      (all.size() <= names_said_max ? of_known + joined(all) : ""),
                  "required"};
  problem.remedy = {RemedyKind::setting, "--set model=NAME says the model (shardscope list models)", {}, {}};
  return problem;
}

}  // namespace

bool leaves_sizes(const FlagReading& reading) {
  return value_at(reading.names, "model.preset").none() && value_at(reading.names, of_model_depth).none() &&
         value_at(reading.names, of_model_width).none();
}

bool lacks_model(const LaunchText& launch, const FlagReading& reading, std::span<const Setting> settings) {
  return launch.world.model == nullptr && std::none_of(settings.begin(), settings.end(), sets_model) &&
         leaves_sizes(reading);
}

namespace {

/// Of names of the plan: by which it splits the model or the step over ranks.
bool degree_among_ranks(std::string_view name) {
  constexpr std::string_view degrees[] = {"plan.tp", "plan.pp", "plan.dp", "plan.cp", "plan.ep"};
  return std::find(std::begin(degrees), std::end(degrees), name) != std::end(degrees);
}

/// That the file has no recipe of the name that was asked for, and which it has.
Problem no_such_recipe(const LaunchText& launch) {
  const std::string known = joined(launch.recipes);
  return {Severity::error, TextPlace{{}, 0, shown(launch.wrong_recipe)},
          "no function of the file that makes a configuration is called so; " +
              (known.empty() ? "it has none" : "those that do are " + known),
          "no-such-recipe"};
}

}  // namespace

std::optional<Problem> lacks_of_recipe(const LaunchText& launch, const FlagReading& reading,
                                       std::span<const Setting> settings) {
  if (!launch.wrong_recipe.empty()) return no_such_recipe(launch);
  const LaunchFramework& framework = *launch.framework;
  Problem problem{Severity::error, "", "its recipe says what the flags don't, and isn't here", "required"};
  std::vector<std::string> ways;
  for (const std::string& name : reading.lacks) {
    if (find_setting(settings, name) != nullptr) continue;
    const FlagSpec* spec = framework.flag_for(name);
    problem.places.push_back({{}, 0, spec == nullptr ? name : framework.own_name(*spec)});
    ways.push_back("--set " + name + "=N");
  }
  if (ways.empty()) return std::nullopt;
  problem.remedy = {RemedyKind::setting, joined(ways) + (ways.size() == 1 ? " says it" : " say it"), {}, {}};
  return problem;
}

std::optional<Problem> unread_degrees(const LaunchText& launch, std::span<const Setting> settings) {
  std::vector<GivenFlag> degrees;
  std::string ways;
  for (const GivenFlag& each : launch.unknown_beside) {
    const std::string name(plan_name_of(each.flag));
    if (!degree_among_ranks(name) || each.run_time || !is_size_like(each)) continue;
    if (launch.framework->ignores(each.flag) || find_setting(settings, name) != nullptr) continue;
    degrees.push_back(each);
    ways += (ways.empty() ? "--set " : ", --set ") + name + "=" + words_of(each.value);
  }
  if (degrees.empty()) return std::nullopt;
  Problem problem = unknown_sizes(launch.framework->title, degrees);
  problem.remedy = {RemedyKind::setting, ways + " says what it means", {}, {}};
  return problem;
}

std::optional<Model> model_of_settings(std::span<const Setting> settings, const Presets& presets) {
  std::vector<Setting> of_model;
  std::copy_if(settings.begin(), settings.end(), std::back_inserter(of_model), sets_model);
  if (of_model.empty() || presets.gpus.empty()) return std::nullopt;
  const Json bare = {{"shardscope", 1},
                     {"model", Json::object()},
                     {"plan", {{"sequence_length", 1}, {"micro_batch", 1}, {"global_batch", 1}}},
                     {"cluster", {{"gpu", presets.gpus.front().preset}, {"gpus", 1}}}};
  Outcome<ParsedScenario> parsed = parse_scenario(bare.dump(), presets, of_model);
  if (!succeeded(parsed)) return std::nullopt;
  return std::move(std::get<0>(parsed).said.scenario.model);
}

namespace {

/// Of a file's several recipes which one is read, as another may say its model.
std::string of_several(const LaunchText& launch) {
  if (launch.recipes.size() < 2) return {};
  return "; of " + joined(launch.recipes) + " " + launch.recipe + " is read, and a name behind -- takes another";
}

}  // namespace

Problem no_model(const LaunchText& launch, const FlagReading& reading) {
  if (std::optional<Problem> unknown = unknown_name(*launch.framework, reading)) {
    unknown->message += of_several(launch);
    return *std::move(unknown);
  }
  if (!launch.unknown_recipe.empty() && !launch.near_recipes.empty())
    return {Severity::error, std::string(whole_model),
            "the recipe " + shown(launch.unknown_recipe) +
                " isn't known here, and it says the model; those like it are " + joined(launch.near_recipes) +
                "; --set model=NAME says the model (shardscope list models)",
            "required"};
  if (const GivenFlag* given = flag_of_checkpoint(launch))
    return {Severity::error, std::string(whole_model),
            shown(given->flag) + " leaves the model to a checkpoint; --set model=NAME says it (shardscope list models)",
            "required"};
  const std::string scripts = shown(joined(scripts_of_launch(launch.wanted), " and "));
  const auto unread = std::find_if(launch.notices.begin(), launch.notices.end(),
                                   [](const Problem& notice) { return notice.rule == rule_name::unknown_words; });
  return {Severity::error, std::string(whole_model),
          (launch.framework->form == LaunchForm::flags ? "a script for " : "a configuration of ") +
              launch.framework->title + " doesn't say the model; --set model=NAME does (shardscope list models)" +
              (scripts.empty() ? "" : "; or name " + scripts + " behind the script, which reads it") +
              (launch.unknown_recipe.empty()
                   ? ""
                   : "; the recipe " + shown(launch.unknown_recipe) + ", which says it, isn't known here") +
              of_several(launch) +
              (unread == launch.notices.end() ? "" : "; what may have said it, in " + line_of(*unread, "")),
          "required"};
}

void take_present(const Scenario& present, const Presets& presets, const FlagReading& reading,
                  std::vector<Setting>& settings) {
  const Json said = Json::parse(write_scenario(present, presets), nullptr, false);
  if (!said.contains("model")) return;
  std::vector<Setting> below = {{"model", said["model"].dump(-1, ' ', false, Json::error_handler_t::replace)}};
  if (value_at(reading.names, "plan.sequence_length").none())
    below.emplace_back("plan.sequence_length", std::to_string(present.plan.sequence_length));
  settings.insert(settings.begin(), below.begin(), below.end());
}

std::optional<Problem> say_automatic(const LaunchFramework& framework, const FlagReading& reading,
                                     std::span<const Setting> settings, const Scenario& scenario) {
  if (reading.automatic.empty()) return std::nullopt;
  const auto any_says = [&](const std::vector<std::string>& flags, std::string_view key) {
    return std::any_of(flags.begin(), flags.end(),
                       [&](const std::string& flag) { return framework.flag(flag)->key == key; });
  };
  std::string taken;
  const auto take = [&](std::string_view path, std::initializer_list<std::string_view> keys, const std::string& words) {
    const bool open =
        std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return any_says(reading.automatic, key); });
    if (open && find_setting(settings, path) == nullptr) taken += (taken.empty() ? "" : ", ") + words;
  };
  take("plan.micro_batch", {"plan.micro_batch"},
       "a micro-batch of " + std::to_string(scenario.plan.micro_batch) +
           (any_says(reading.filled, "plan.micro_batch") ? " (the Trainer's own default)" : ""));
  take("plan.global_batch", {"plan.global_batch", "plan.micro_batch", "microbatches"},
       "a global batch of " + std::to_string(scenario.plan.global_batch));
  take("plan.precision", {"plan.precision"}, std::string(json_name(scenario.plan.precision)));
  Problem notice{Severity::hint, TextPlace{{}, 0, joined(reading.automatic)},
                 "\"auto\" is for the program to fill in" +
                     (taken.empty() ? std::string(", so it counts as not said") : "; taken here: " + taken),
                 "automatic-value"};
  notice.remedy = {RemedyKind::setting, "--set plan.KEY=VALUE says it here", {}, {}};
  return notice;
}

}  // namespace shardscope
