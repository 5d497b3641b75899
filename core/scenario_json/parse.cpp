#include "core/scenario_json/parse.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/base/rule_names.h"
#include "core/base/units.h"
#include "core/fields/json_document.h"
#include "core/fields/reader.h"
#include "core/fields/typed_number.h"
#include "core/fields/whole_parts.h"
#include "core/huggingface/huggingface.h"
#include "core/scenario_json/sections.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using GivenJson = nlohmann::json;

void read_plan(Reader& reader, const GivenJson& value, Scenario& scenario) {
  scenario.plan.dp = 1;  // absent means 1; "auto" follows the GPUs
  if (!is_object(reader, value, "plan")) return;
  read_object(reader, value, "plan.", {}, scenario);
  for (const char* required : {"sequence_length", "micro_batch", "global_batch"})
    if (!value.contains(required)) fail_missing(reader, std::string("plan.") + required);
}

void read_run(Reader& reader, const GivenJson& value, Scenario& scenario) {
  if (is_object(reader, value, "run")) read_object(reader, value, "run.", {}, scenario);
}

void read_convention(Reader& reader, const GivenJson& value, Scenario& scenario) {
  if (value.is_null()) return;
  const auto known = value.is_string() ? flops_convention_named(value.get<std::string>()) : std::nullopt;
  if (known) {
    scenario.flops_convention = *known;
  } else if (value.is_string()) {
    reader.note("flops_convention", words_of(value) + " isn't implemented; FLOPs are counted as megatron does",
                std::string(rule_name::unknown_flops_convention));
  } else {
    reader.fail("flops_convention", words_of(value) + " isn't a name", "field-value");
  }
}

constexpr std::string_view launch_keys[] = {"framework", "flags", "left_out", "environment", "script"};

/// What a launch script said, as write.cpp writes it.
void read_launch(Reader& reader, const GivenJson& value, Launch& launch) {
  if (value.is_null() || !is_object(reader, value, "launch")) return;
  const auto pairs = [&](const char* key, auto& into) {
    const auto found = value.find(key);
    if (found == value.end()) return;
    if (!found->is_array()) return reader.fail(std::string("launch.") + key, "isn't a list", "field-value");
    for (const GivenJson& pair : *found)
      if (pair.is_array() && pair.size() == 2 && pair[0].is_string())
        into.emplace_back(pair[0].get<std::string>(),
                          pair[1].dump(-1, ' ', false, GivenJson::error_handler_t::replace));
  };
  for (const auto& [key, entry] : value.items())
    if (std::find(std::begin(launch_keys), std::end(launch_keys), key) == std::end(launch_keys))
      reader.fail("launch." + shown(key), "there is no such key of a launch", std::string(rule_name::unknown_key));
  pairs("flags", launch.flags);
  pairs("environment", launch.environment);
  pairs("script", launch.script);
  if (const auto name = value.find("framework"); name != value.end() && name->is_string())
    launch.framework = name->get<std::string>();
  if (const auto list = value.find("left_out"); list != value.end() && list->is_array())
    for (const GivenJson& flag : *list)
      if (flag.is_string()) launch.left_out.push_back(flag.get<std::string>());
  launch.leaves_gpus_out = std::erase(launch.left_out, gpus_left_out) > 0;
}

constexpr std::ptrdiff_t path_dots_max = 8;  // the deepest field has 3

void read_version(Reader& reader, const GivenJson& value) {
  if (value != scenario_version)
    reader.fail("shardscope",
                words_of(value) + " isn't a version that is known; it takes " + std::to_string(scenario_version),
                "version");
}

void read_scenario(Reader& reader, const GivenJson& document, LaunchedScenario& said) {
  Scenario& scenario = said.scenario;
  if (!is_object(reader, document, "")) return;
  const auto section = [&](const char* key, auto&& read) {
    if (const auto found = document.find(key); found != document.end()) return read(*found), true;
    return false;
  };
  section("shardscope", [&](const GivenJson& value) { read_version(reader, value); });
  if (!section("model", [&](const GivenJson& value) { read_model(reader, value, scenario); }))
    fail_missing(reader, "model", name_or_object);
  if (!section("cluster", [&](const GivenJson& value) { read_cluster(reader, value, scenario, true); })) {
    fail_missing(reader, "cluster.gpu", name_or_object);
    fail_missing(reader, "cluster.gpus");
  }
  if (!section("plan", [&](const GivenJson& value) { read_plan(reader, value, scenario); }))
    read_plan(reader, GivenJson::object(), scenario);
  section("run", [&](const GivenJson& value) { read_run(reader, value, scenario); });
  section("launch", [&](const GivenJson& value) { read_launch(reader, value, said.launch); });
  section("flops_convention", [&](const GivenJson& value) { read_convention(reader, value, scenario); });
  Keys keys;
  keys.taken = {"shardscope", "model", "cluster", "plan", "run", "launch", "flops_convention"};
  keys.ignored = {"$schema", "source", "estimate", "order", "sources"};
  read_object(reader, document, "", keys, scenario);
}

/// Whether a path takes a name, so that "4090" is one and no number, and "true" no truth.
bool takes_name(std::string_view path) {
  const Field* field = find_field(path);
  return takes_preset(path) || (field != nullptr && field->kind == FieldKind::text);
}

/// "13T" where a number is wanted.
std::optional<GivenJson> number_given(std::string_view path, std::string_view text) {
  const Field* field = find_field(path);
  if (field == nullptr || (field->kind != FieldKind::count && field->kind != FieldKind::real)) return std::nullopt;
  const std::optional<double> number = typed_number(*field, text);
  if (!number) return std::nullopt;
  const bool whole = std::floor(*number) == *number && std::abs(*number) < whole_below;
  return whole ? GivenJson(static_cast<std::int64_t>(*number)) : GivenJson(*number);
}

/// A setting's value: JSON where it is some (within the limits of a document), else a number with a unit's letter, else
/// a name.
GivenJson setting_value(std::string_view path, std::string_view text) {
  Outcome<GivenJson> value = parse_document(text);
  const bool is_json =
      succeeded(value) && (!takes_name(path) || (!value_of(value).is_number() && !value_of(value).is_boolean()));
  if (is_json) return std::move(std::get<0>(value));
  return number_given(path, text).value_or(GivenJson(std::string(text)));
}

/// Another GPU comes with its own scale-up domain, rent and server, as in the window.
void follow_gpu(GivenJson& document, const GivenJson& gpu, const Catalogue& presets) {
  const Gpu* preset = gpu.is_string() ? presets.gpu(gpu.get_ref<const std::string&>()) : nullptr;
  if (preset == nullptr) return;
  GivenJson& cluster = document["cluster"];
  const auto per_node = cluster.find("gpus_per_node");
  const bool said = per_node != cluster.end() && per_node->is_number_integer();
  cluster["scale_up_domain"] = scale_up_domain_on(*preset, said ? per_node->get<std::int64_t>() : usual_gpus_per_node);
  document["cluster"]["watts_per_gpu_all_in"] = nullptr;
  if (document.contains("run") && document["run"].is_object()) document["run"]["gpu_hour_usd"] = nullptr;
}

/// The object under a key on the way to a setting. A preset's name becomes an object that begins with it, and so does
/// a field's value that has a key of its own there; another gives way to the parts that are set instead.
GivenJson* enter(GivenJson& parent, const std::string& key, const std::string& path) {
  GivenJson& child = parent[key];
  const Field* field = find_field(path);
  const bool has_parts = field != nullptr && !field->parts.empty();
  if (child.is_string() && has_parts && field->own_key.empty()) child = nullptr;
  if (child.is_string()) child = GivenJson{{has_parts ? std::string(field->own_key) : "preset", child}};
  if (child.is_null()) child = GivenJson::object();
  return child.is_object() ? &child : nullptr;
}

/// Puts a setting into the document.
void apply(Reader& reader, GivenJson& document, const Setting& setting) {
  const std::string& path = setting.key;
  if (path.empty())
    return reader.fail("--set", "\"" + shown(setting.value) + "\" isn't KEY=VALUE, such as plan.tp=4", "setting");
  if (!document.is_object()) return;
  if (std::count(path.begin(), path.end(), '.') >= path_dots_max)
    return reader.fail("--set", "there is no key \"" + shown(path) + "\"", "setting");
  GivenJson* at = &document;
  std::size_t begin = 0;
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', begin)) {
    at = enter(*at, path.substr(begin, dot - begin), path.substr(0, dot));
    if (at == nullptr)
      return reader.fail(path.substr(0, dot), "holds no keys, so \"" + shown(path) + "\" can't be set", "setting");
    begin = dot + 1;
  }
  GivenJson& value = (*at)[path.substr(begin)];
  value = setting_value(path, setting.value);
  if (path == whole_gpu) follow_gpu(document, GivenJson(value), reader.presets);
}

template <class T>
Outcome<T> outcome_of(Reader&& reader, T value) {
  if (!reader.problems.empty()) return std::move(reader.problems);
  return value;
}

}  // namespace

Outcome<ParsedScenario> parse_scenario(std::string_view text, const Catalogue& presets,
                                       std::span<const Setting> settings) {
  Outcome<GivenJson> document = parse_document(text);
  if (!succeeded(document)) return problems_of(document);
  GivenJson& root = std::get<0>(document);
  Reader reader{presets, {}, {}};
  for (const Setting& setting : settings) apply(reader, root, setting);
  ParsedScenario parsed;
  read_scenario(reader, root, parsed.said);
  parsed.notices = std::move(reader.notices);
  return outcome_of(std::move(reader), std::move(parsed));
}

namespace {

/// The version that a document says, where that is newer than the one known here.
std::optional<std::int64_t> newer_version(const GivenJson& document) {
  if (!document.is_object()) return std::nullopt;
  const auto found = document.find("shardscope");
  if (found == document.end() || !found->is_number_integer() || *found <= scenario_version) return std::nullopt;
  return found->get<std::int64_t>();
}

}  // namespace

Outcome<ParsedScenario> parse_newer_scenario(std::string_view text, const Catalogue& presets) {
  Outcome<GivenJson> document = parse_document(text);
  if (!succeeded(document)) return problems_of(document);
  GivenJson& root = std::get<0>(document);
  const std::optional<std::int64_t> version = newer_version(root);
  if (!version) return std::vector<Problem>{{Severity::error, "shardscope", "isn't of a newer version", "version"}};
  root["shardscope"] = scenario_version;
  Reader reader{presets, {}, {}};
  ParsedScenario parsed;
  read_scenario(reader, root, parsed.said);
  parsed.notices.push_back(
      {Severity::warning, "shardscope",
       "it is of version " + std::to_string(*version) +
           ", newer than this program: what isn't known here is left out, and it isn't written over",
       "version"});
  std::vector<Problem> problems;
  for (Problem& problem : reader.problems)
    (problem.rule == rule_name::unknown_key ? parsed.notices : problems).push_back(std::move(problem));
  for (Problem& notice : parsed.notices) notice.severity = Severity::warning;
  std::move(reader.notices.begin(), reader.notices.end(), std::back_inserter(parsed.notices));
  if (!problems.empty()) return problems;
  return parsed;
}

Outcome<ParsedModel> parse_model(std::string_view text, const Catalogue& presets) {
  const Outcome<GivenJson> document = parse_document(text);
  if (!succeeded(document)) return problems_of(document);
  Reader reader{presets, {}, {}};
  Scenario scenario;
  read_model(reader, value_of(document), scenario);
  ParsedModel parsed{scenario.model, std::move(reader.notices)};
  return outcome_of(std::move(reader), std::move(parsed));
}

Outcome<ParsedModel> parse_huggingface(std::string_view text, const Catalogue& presets) {
  const Outcome<GivenJson> document = parse_document(text);
  if (!succeeded(document)) return problems_of(document);
  Reader reader{presets, {}, {}};
  ParsedModel parsed;
  if (value_of(document).is_object())
    read_huggingface(reader, value_of(document), parsed.model);
  else
    reader.fail("", words_of(value_of(document)) + " isn't a Hugging Face config.json, an object", "field-value");
  const auto from_file = [](std::vector<Problem>& problems) {
    constexpr std::string_view prefix = "model.";
    for (Problem& problem : problems)
      if (problem.path.starts_with(prefix)) problem.path.erase(0, prefix.size());
  };
  from_file(reader.problems);
  from_file(reader.notices);
  parsed.notices = std::move(reader.notices);
  return outcome_of(std::move(reader), std::move(parsed));
}

Outcome<Gpu> parse_gpu(std::string_view text, const Catalogue& presets) {
  const Outcome<GivenJson> document = parse_document(text);
  if (!succeeded(document)) return problems_of(document);
  Reader reader{presets, {}, {}};
  Scenario scenario;
  read_gpu(reader, value_of(document), scenario);
  return outcome_of(std::move(reader), scenario.cluster.gpu);
}

Outcome<Cluster> parse_cluster(std::string_view text, const Catalogue& presets) {
  const Outcome<GivenJson> document = parse_document(text);
  if (!succeeded(document)) return problems_of(document);
  Reader reader{presets, {}, {}};
  Scenario scenario;
  read_cluster(reader, value_of(document), scenario, false);
  return outcome_of(std::move(reader), scenario.cluster);
}

Outcome<Scenario> apply_setting(const Scenario& scenario, const Setting& setting, const Catalogue& presets) {
  Outcome<ParsedScenario> parsed = parse_scenario(write_scenario(scenario, presets), presets, {&setting, 1});
  if (!succeeded(parsed)) return problems_of(parsed);
  Scenario changed = std::move(std::get<0>(parsed).said.scenario);
  changed.preset = scenario.preset;
  return changed;
}

}  // namespace shardscope
