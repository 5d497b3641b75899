#include "core/launch/import_launch.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/limits.h"
#include "core/base/rule_names.h"
#include "core/base/saturating.h"
#include "core/expressions/json_value.h"
#include "core/fields/fields.h"
#include "core/fields/fields_plan_parts.h"
#include "core/fields/whole_parts.h"
#include "core/frameworks/derived/derived_functions.h"
#include "core/frameworks/write_flags.h"
#include "core/launch/assumed_gpus.h"
#include "core/launch/checkpoint_notices.h"
#include "core/launch/idle_flags.h"
#include "core/launch/import_notices.h"
#include "core/launch/known_gpu.h"
#include "core/launch/left_unsaid.h"
#include "core/launch/notices/unknown_flags.h"
#include "core/launch/open_nodes.h"
#include "core/launch/outside_notices.h"
#include "core/launchers/launchers.h"
#include "core/scenario_json/write.h"
#include "core/schedules/schedules.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json dp_json(const Names& names) {
  const Value &world = value_at(names, "world_size"), &dp = value_at(names, "plan.dp");
  std::int64_t replica = 1;
  for (const std::string_view degree : degrees_of_replica)
    replica *= std::clamp<std::int64_t>(value_at(names, degree).whole().value_or(1), 1, limits::gpus_max);
  const bool whole = world.whole() && dp.whole() && *dp.whole() > 0 && *dp.whole() == *world.whole() / replica &&
                     *world.whole() % replica == 0;
  return whole ? Json(*dp.whole()) : Json("auto");
}

/// Whether the shards lie on all ranks of a data-parallel group, which then follows the degrees.
bool shards_over_all(const Names& names) {
  const auto degree = [&](const char* name) { return value_at(names, name).whole().value_or(1); };
  const std::int64_t dp = degree("plan.dp"), cp = degree("plan.cp");
  const bool small = dp > 0 && cp > 0 && dp <= limits::gpus_max && cp <= limits::gpus_max;
  return small && value_at(names, "plan.shard_group").whole() == dp * cp;
}

/// Whether the schedule is what the chunks per rank say by themselves, which it then follows.
bool follows_chunks(const Names& names) {
  const std::string* schedule = value_at(names, "plan.schedule").text();
  const std::int64_t chunks = value_at(names, "plan.virtual_stages").whole().value_or(1);
  return schedule != nullptr && *schedule == json_name(default_schedule(chunks));
}

/// A layer of experts that is recomputed has the shared ones in it (Megatron-LM's moe_layer.py, forward()).
void leave_to_whole_layer(Json& modules) {
  const auto stands = [&](const char* name) { return std::find(modules.begin(), modules.end(), name); };
  if (modules.is_array() && stands("moe") != modules.end())
    if (const auto shared = stands("shared_experts"); shared != modules.end()) modules.erase(shared);
}

/// A field's parts as an object, where its own value is among them, under its own key or as the part called so; without
/// a key of its own the first part makes it an object.
void put_parts(Json& plan, const Field& field, const Names& names) {
  const std::string own_key(field.own_key);
  const Value& own = value_at(names, std::string(field.path) + (own_key.empty() ? "" : "." + own_key));
  if (own_key.empty() ? value_at(names, field.parts.front().path).none() : own.none()) return;
  const auto mode = value_named<RecomputeMode>(words_of(value_at(names, "plan.recompute.mode")));
  const bool says_layers = !value_at(names, "plan.recompute.layers").none();
  Json object = Json::object();
  if (!own_key.empty()) object[own_key] = json_from_value(own);
  for (const Field& part : field.parts) {
    const std::string name(part.path.substr(field.path.size() + 1));
    const Value& value = value_at(names, part.path);
    if (own == Value(name))
      object[name] = true;
    else if ((part.kind != FieldKind::toggle || !own_key.empty()) && !value.none() &&
             counts_in(part, mode.value_or(RecomputeMode::none), says_layers))
      object[name] = json_from_value(value);
  }
  if (object.contains("modules")) leave_to_whole_layer(object["modules"]);
  plan[std::string(field.path.substr(field.path.find('.') + 1))] = std::move(object);
}

/// The object of the names below model.rope_scaling, where its kind is among them.
void put_rope_scaling(Json& model, const Names& names) {
  constexpr std::string_view below = "model.rope_scaling.";
  if (value_at(names, "model.rope_scaling.rope_type").none()) return;
  Json object = Json::object();
  for (auto entry = names.lower_bound(below); entry != names.end() && entry->first.starts_with(below); ++entry)
    if (!entry->second.none()) object[entry->first.substr(below.size())] = json_from_value(entry->second);
  model["rope_scaling"] = std::move(object);
}

/// Of the text's comments and GPU, and of the command line, which goes before both.
std::vector<Setting> settings_of(LaunchText& launch, std::string_view text, const Presets& presets,
                                 std::span<const Setting> settings, const ShellOutside& outside) {
  std::vector<Setting> all = launch.settings;
  know_gpu(launch, all, presets);
  all.insert(all.end(), settings.begin(), settings.end());
  take_gpu_clues(launch, all, text, presets, outside);
  return all;
}

/// What the command line says of GPUs goes before what the text says.
void override_world(LaunchWorld& world, std::span<const Setting> settings) {
  if (const Setting* per_node = find_setting(settings, "cluster.gpus_per_node");
      per_node != nullptr && world.open_nodes)
    if (const auto count = value_from_json_text(per_node->value).whole();
        count && *count > 0 && *count <= limits::gpus_max) {
      world.gpus_per_node = count;
      world.gpus = std::min(*world.open_nodes * *count, limits::gpus_max);
    }
  if (const Setting* gpus = find_setting(settings, "cluster.gpus"))
    if (const std::optional<std::int64_t> count = value_from_json_text(gpus->value).whole(); count && *count > 0)
      world.gpus = count;
}

FieldPlaces places_of(const LaunchText& launch, const std::vector<GivenFlag>& flags) {
  const LaunchFramework& framework = *launch.framework;
  FieldPlaces places;
  for (const OpenValue& each : launch.open) places.emplace_back(each.name, each.place);
  for (const GivenFlag& given : flags)
    if (const FlagSpec* spec = framework.flag(given.flag))
      for (const auto& [name, expression] : spec->read) places.emplace_back(name, place_of(given));
  for (const FlagSpec& spec : framework.flags)
    places.emplace_back(spec.key, TextPlace{{}, 0, framework.own_name(spec)});  // where it would be said
  return places;
}

/// What a setting of the command line says is no longer said where the text says it.
void place_settings(FieldPlaces& places, std::span<const Setting> settings) {
  for (const auto& [path, value] : settings) {
    if (path.empty()) continue;
    const TextPlace setting{{}, 0, "--set " + path};
    for (auto& [name, place] : places)
      if (name == path || name.starts_with(path + ".")) place = setting;
    places.insert(places.begin(), {path, setting});
  }
}

/// A launcher's option, which an export writes by itself, is no part of the program's flags. Behind the program it is
/// one, but for the ranks and where they meet, which the export's torchrun says.
bool belongs_to_launcher(std::string_view flag, bool has_program) {
  const LauncherName* option = find_option(flag);
  if (option == nullptr || option->whose == Starter::none) return false;
  return !has_program || (option->whose == Starter::torchrun && option->said != Said::start);
}

/// What the launch says beside the scenario's fields.
Launch launch_beside(const LaunchText& launch, const FlagReading& reading, const Scenario& scenario) {
  Launch beside =
      launch_of(*launch.framework, write_flags(*launch.framework, {with_defaults(scenario), {}}), reading.typed);
  // What changes nothing here, such as data and learning rate, belongs to the launch all the same.
  const bool python = launch.framework->form == LaunchForm::python;  // a value that isn't understood is none there
  const auto is_no_word = [&](const GivenFlag& given) {              // a key of a test case's own file: TEST_TYPE
    return launch.framework->form == LaunchForm::flags && !given.run_time && !given.flag.starts_with('-');
  };
  for (const GivenFlag& given : launch.flags)
    if ((given.run_time || launch.framework->flag(given.flag) == nullptr) && !(python && given.value.none()) &&
        !is_no_word(given) && !belongs_to_launcher(given.flag, launch.has_program))
      beside.flags.emplace_back(given.flag, kept_value(given));
  beside.leaves_gpus_out = !launch.world.gpus;
  Names environment = launch.world.environment;
  for (const std::string& name : reading.open) environment[open_name(name)] = true;
  for (const auto& [name, value] : environment) beside.environment.emplace_back(name, json_text(value));
  beside.script = launch.script;
  return beside;
}

/// More ranks than GPUs: said of the degrees, before anything is derived from there being none left for dp.
void check_degrees(FlagReading& reading, const LaunchWorld& world) {
  std::int64_t product = 1;
  std::string degrees, key = "plan.tp";
  std::int64_t largest = 0;
  for (const std::string_view name : degrees_of_replica) {
    const std::int64_t degree = value_at(reading.names, name).whole().value_or(1);
    degrees += (degrees.empty() ? "" : " x ") + std::to_string(degree);
    if (degree < 1 || degree > limits::gpus_max) return void(reading.names.erase("plan.shard_group"));
    if (degree > largest) largest = degree, key = name;
    product *= degree;
  }
  if (!world.gpus || product <= *world.gpus) return;
  reading.problems.push_back({Severity::error, key,
                              "TP x PP x CP = " + degrees + " = " + std::to_string(product) + " is above the " +
                                  std::to_string(*world.gpus) + " GPUs of the launch",
                              "degrees-fit-gpus"});
  reading.problems.back().remedy = {
      RemedyKind::setting, "--set cluster.gpus=" + std::to_string(product) + " takes as many", {}, {}};
}

/// How many GPUs a configuration says that has its machines among its keys.
std::optional<std::int64_t> gpus_of_keys(const LaunchFramework& framework, const Names& said) {
  const std::vector<std::string> names = framework.world ? names_in(*framework.world) : std::vector<std::string>{};
  const bool machines = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return name.starts_with("launch.") && !value_at(said, name).none();
  });
  if (!machines || names.empty()) return std::nullopt;
  return computed_or_none(*framework.world, said, derived_functions()).whole();
}

/// GPUs of a machine, where the flags say how many machines there are. Whether they do.
bool take_machines(LaunchWorld& world, const Names& said) {
  const std::int64_t machines = value_at(said, "launch.machines").whole().value_or(0);
  if (!world.gpus || machines < 1 || *world.gpus % machines != 0) return false;
  world.gpus_per_node = *world.gpus / machines;
  return true;
}

/// What the script itself said: without the settings of a command line, as far as it can be read without them.
Launch without_settings(const ImportedLaunch& imported, std::string_view text, std::string_view file,
                        const Presets& presets, std::span<const Setting> settings, const Scenario* present,
                        const ShellOutside& outside) {
  Launch launch = imported.parsed.said.launch;
  std::vector<Setting> places;  // settings that say what the script leaves to others: model, GPUs
  for (const Setting& setting : settings)
    if (!is_of_plan(setting.key)) places.push_back(setting);
  for (const std::vector<Setting>& fewer : {std::vector<Setting>{}, places}) {
    if (fewer.size() == settings.size()) continue;
    Outcome<ImportedLaunch> own = import_launch(text, file, presets, fewer, present, outside);
    if (!succeeded(own)) continue;
    const bool open = launch.leaves_gpus_out;
    launch = std::move(std::get<0>(own).parsed.said.launch);
    launch.leaves_gpus_out = open;
    return launch;
  }
  return launch;
}

/// The scenario as it is in the text's own degrees, where settings say others.
std::optional<LaunchedScenario> without_degrees(const LaunchText& text, const FlagReading& reading,
                                                std::vector<Setting> settings, const Launch& launch,
                                                const Presets& presets) {
  if (!std::erase_if(settings, [](const Setting& each) { return holds_path(degrees_at_work, each.key); }))
    return std::nullopt;
  Outcome<ParsedScenario> parsed =
      parse_scenario(scenario_json(*text.framework, reading.names, text.world.gpus.has_value(), {}), presets, settings);
  if (!succeeded(parsed)) return std::nullopt;
  return LaunchedScenario{std::move(std::get<0>(parsed).said.scenario), launch};
}

/// A launch's text as far as its flags say it, with what command line and present scenario say beside it.
struct ReadLaunch {
  LaunchText launch;
  std::vector<Setting> settings = {};  // the text's own, then the command line's
  FlagReading reading = {};
  std::optional<Model> own_model = {};  // that the text leaves out, or only names, and a setting says
  bool lacks_model = false;
  bool gpus_beside_flags = false;  // the machines are said, and not by flags alone
  std::string of_doublings = {};   // they aren't: words of whether more than its degrees ask for hold it
};

/// Reads the flags, and again with each thing that they leave to others: machines, then the model.
void read_with_world(ReadLaunch& read, const Scenario* present, const Presets& presets) {
  LaunchText& launch = read.launch;
  const LaunchFramework& framework = *launch.framework;
  const auto read_again = [&] { read.reading = read_flags(framework, launch.flags, launch.world, presets); };
  override_world(launch.world, read.settings);
  read_again();
  read.gpus_beside_flags = launch.world.gpus.has_value();
  if (!launch.world.gpus) launch.world.gpus = gpus_of_keys(framework, read.reading.names);
  if (take_told_gpus(launch, read.reading.names) || take_machines(launch.world, read.reading.names)) read_again();
  if (fit_open_nodes(launch, presets)) read_again();
  read.lacks_model = lacks_model(launch, read.reading, read.settings);
  if (!says_model(framework) || leaves_sizes(read.reading)) read.own_model = model_of_settings(read.settings, presets);
  if (read.own_model) launch.world.model = &*read.own_model, launch.world.model_chosen = true, read_again();
  if (!read.lacks_model || present == nullptr) return;
  launch.world.model = &present->model;
  read_again();
  take_present(*present, presets, read.reading, read.settings);
}

/// What the launch has to say itself, its model where there is no other, and then its degrees.
void check_said(ReadLaunch& read, bool alone) {
  const LaunchText& launch = read.launch;
  FlagReading& reading = read.reading;
  if (read.lacks_model && alone && launch.wrong_recipe.empty()) reading.problems.push_back(no_model(launch, reading));
  for (const auto& lacks : {lacks_of_recipe(launch, reading, read.settings), unread_degrees(launch, read.settings)})
    if (lacks) reading.problems.push_back(*lacks);
  if (reading.problems.empty()) check_degrees(reading, launch.world);
}

/// Before what comments say, and before what a plan can hold.
void put_flags_first(ReadLaunch& read) {
  flag_before_comment(read.launch, read.reading, read.settings);
  recipe_before_comment(read.launch, read.reading, read.settings);
  say_partial_offload(read.launch, read.reading);
}

/// What a person should know of how it was read.
void say_what_was_taken(std::vector<Problem>& notices, const ReadLaunch& read, std::span<const Setting> settings,
                        const Scenario& scenario, const Presets& presets, const ShellOutside& outside) {
  const LaunchText& launch = read.launch;
  const LaunchFramework& framework = *launch.framework;
  const FlagReading& reading = read.reading;
  notices = say_counted_otherwise(framework, reading);  // first what matters most
  const std::vector<GivenFlag> unknown = unknown_flags(launch, reading);
  say_unknown(notices, framework, unknown);
  if (!read.own_model && !read.lacks_model) say_family(notices, launch, reading);
  say_other_training(notices, launch);
  say_assumptions(notices, launch, reading, read.settings, scenario, read.of_doublings);
  say_checkpoint(notices, launch, reading, read.settings, scenario);
  if (read.lacks_model) hint(notices, whole_model, "the configuration doesn't say the model; the present one stays");
  if (std::optional<Problem> notice = say_automatic(framework, reading, settings, scenario)) notices.push_back(*notice);
  notices.insert(notices.end(), launch.notices.begin(), launch.notices.end());
  notices.insert(notices.end(), reading.notices.begin(), reading.notices.end());
  LaunchWorld world = launch.world;  // GPUs that flags say, alone or too, are no idle numbers
  if (!read.gpus_beside_flags || gpus_of_keys(framework, reading.names) == world.gpus) world.gpus.reset();
  say_idle(notices, with_uncounted(idle_flags(framework, reading, world, presets), framework, reading));
  say_without_effect(notices, framework, unknown, launch.configuration);
  say_outside(notices, launch, outside);
  put_first_what_matters(notices);
  std::stable_partition(notices.begin(), notices.end(),  // there may be many, and all else matters more
                        [](const Problem& notice) { return notice.rule != rule_name::assumed_branch; });
}

}  // namespace

std::string scenario_json(const LaunchFramework& framework, const Names& names, bool gpus_known, const Launch& launch) {
  Json document = {{"shardscope", 1}, {"model", Json::object()}, {"plan", Json::object()}};
  const auto is_among = [&](const char* list, const std::string& name) {
    const Value::List* all = value_at(names, "model.preset").none() ? nullptr : value_at(names, list).list();
    return all != nullptr && std::find(all->begin(), all->end(), Value(name)) != all->end();
  };
  for (const auto& [name, value] : names)
    if ((!value.none() || is_among("taken_back", name)) && is_scenario_key(name) && !is_among("of_model", name) &&
        field_with_part(name) == nullptr && !(name == "plan.shard_group" && shards_over_all(names)) &&
        !(name == "plan.schedule" && follows_chunks(names)))
      put_at(document, name, json_from_value(value));
  put_rope_scaling(document["model"], names);
  Json& plan = document["plan"];
  if (plan.contains("pipeline_layout")) plan.erase("stage_layers");
  plan["dp"] = gpus_known ? dp_json(names) : Json("auto");
  for (const Field& field : plan_fields())
    if (!field.parts.empty()) put_parts(plan, field, names);
  const Value &world = value_at(names, "world_size"), &per_node = value_at(names, "gpus_per_node");
  document["cluster"] = {{"gpu", assumed_gpu},
                         {"gpus", world.whole() ? json_from_value(world) : Json(usual_gpus_per_node)},
                         {"gpus_per_node", per_node.none() ? Json(usual_gpus_per_node) : json_from_value(per_node)}};
  document["software"] = {{"framework", json_name(framework.software.framework)}, {"year", framework.software.year}};
  if (launch != Launch{}) document["launch"] = {{"framework", launch.framework}};
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<Problem> at_their_flags(std::vector<Problem> problems, const FieldPlaces& places) {
  for (Problem& problem : problems) {
    const auto found =
        std::find_if(places.begin(), places.end(), [&](const auto& place) { return place.first == problem.path; });
    if (found != places.end()) problem.places = {found->second};
  }
  return problems;
}

Outcome<ImportedLaunch> import_launch(std::string_view text, std::string_view file, const Presets& presets,
                                      std::span<const Setting> settings, const Scenario* present,
                                      const ShellOutside& outside) {
  Outcome<LaunchText> found = read_launch_text(text, file, presets.frameworks, presets.other_tools, outside);
  if (!succeeded(found)) return problems_of(found);
  ReadLaunch read{std::move(std::get<0>(found))};
  LaunchText& launch = read.launch;
  FlagReading& reading = read.reading;
  read.settings = settings_of(launch, text, presets, settings, outside);
  read_with_world(read, present, presets);
  put_flags_first(read);
  auto places = places_of(launch, reading.typed);
  check_said(read, present == nullptr);
  if (!reading.problems.empty()) return at_their_flags(of_which_launch(std::move(reading.problems), launch), places);
  place_settings(places, settings);
  const auto parse = [&](const Names& names) {
    const std::string json = scenario_json(*launch.framework, names, launch.world.gpus.has_value(), {});
    return parse_scenario(json, presets, read.settings);
  };
  Outcome<ParsedScenario> parsed = parse(reading.names);
  if (succeeded(parsed) && drops_guess(launch, read.settings, value_of(parsed).said.scenario))
    parsed = parse(reading.names);
  if (succeeded(parsed) && !launch.world.gpus && find_setting(read.settings, "cluster") == nullptr)
    if (auto tried = on_gpus_that_hold(launch, value_of(parsed), presets, parse); tried.most > 0) {
      read.of_doublings = words_of(tried);
      if (tried.held) reading = std::move(tried.held->reading), parsed = std::move(tried.held->parsed);
    }
  if (!succeeded(parsed)) return at_their_flags(with_ways_to_say(problems_of(parsed), launch), places);
  ImportedLaunch imported{std::move(std::get<0>(parsed)), launch.framework->preset, reading.typed, launch.asked,
                          launch.files};
  imported.parsed.places = places;
  LaunchedScenario& said = imported.parsed.said;
  said.launch = launch_beside(launch, reading, said.scenario);
  if (!settings.empty()) said.launch = without_settings(imported, text, file, presets, settings, present, outside);
  if (const auto before = without_degrees(launch, reading, read.settings, said.launch, presets))
    said = following_launch(said, *before, presets, settings);
  say_what_was_taken(imported.parsed.notices, read, settings, said.scenario, presets, outside);
  return imported;
}

}  // namespace shardscope
