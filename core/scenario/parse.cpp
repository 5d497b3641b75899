#include "core/scenario/parse.h"

#include <nlohmann/json.hpp>

#include "core/scenario/json_document.h"
#include "core/scenario/reader.h"
#include "core/scenario/write.h"

namespace shardscope {

namespace {

using nlohmann::json;

/// The run's keys, of which one may be "auto".
void read_run(Reader& reader, const json& value, Scenario& scenario) {
  if (!is_object(reader, value, "run")) return;
  Keys keys;
  const auto interval = value.find("checkpoint_interval_seconds");
  if (interval != value.end() && interval->is_string() && interval->get_ref<const std::string&>() == "auto") {
    keys.taken.push_back("checkpoint_interval_seconds");
    scenario.run.checkpoint_interval_seconds.reset();
  }
  read_object(reader, value, "run.", keys, scenario);
}

void read_convention(Reader& reader, const json& value, Scenario& scenario) {
  const auto known = value.is_string() ? choice_named<FlopsConvention>(value.get<std::string>()) : std::nullopt;
  if (known) {
    scenario.flops_convention = *known;
  } else if (value.is_string()) {
    reader.note("flops_convention", words_of(value) + " isn't implemented; FLOPs are counted as megatron does",
                "unknown-flops-convention");
  } else {
    reader.fail("flops_convention", words_of(value) + " isn't a name", "field-value");
  }
}

void read_version(Reader& reader, const json& value) {
  if (value != 1) reader.fail("shardscope", words_of(value) + " isn't a version that is known; it takes 1", "version");
}

void read_scenario(Reader& reader, const json& document, Scenario& scenario) {
  if (!is_object(reader, document, "")) return;
  const auto section = [&](const char* key, auto&& read) {
    if (const auto found = document.find(key); found != document.end()) return read(*found), true;
    return false;
  };
  section("shardscope", [&](const json& value) { read_version(reader, value); });
  if (!section("model", [&](const json& value) { read_model(reader, value, scenario); }))
    reader.fail("model", "is missing", "required-key");
  if (!section("cluster", [&](const json& value) { read_cluster(reader, value, scenario, true); })) {
    reader.fail("cluster.gpu", "is missing", "required-key");
    reader.fail("cluster.gpus", "is missing", "required-key");
  }
  if (!section("plan", [&](const json& value) { read_plan(reader, value, scenario); }))
    read_plan(reader, json::object(), scenario);
  section("run", [&](const json& value) { read_run(reader, value, scenario); });
  section("flops_convention", [&](const json& value) { read_convention(reader, value, scenario); });
  Keys keys;
  keys.taken = {"shardscope", "model", "cluster", "plan", "run", "flops_convention"};
  keys.ignored = {"source", "estimate", "order", "sources"};
  read_object(reader, document, "", keys, scenario);
}

/// A setting's value: JSON where it is some, else a name.
json setting_value(std::string_view text) {
  json value = json::parse(text.begin(), text.end(), nullptr, false);
  return value.is_discarded() ? json(std::string(text)) : value;
}

/// Puts "plan.tp=4" into the document. A preset's name on the way becomes an object that begins with it.
void apply(Reader& reader, json& document, const std::string& setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0)
    return reader.fail("--set", "\"" + shown(setting) + "\" isn't KEY=VALUE, such as plan.tp=4", "setting");
  if (!document.is_object()) return;
  json* at = &document;
  std::string path = setting.substr(0, equals);
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.')) {
    json& child = (*at)[path.substr(0, dot)];
    if (child.is_string()) child = json{{"preset", child}};
    if (!child.is_object()) child = json::object();
    at = &child;
    path.erase(0, dot + 1);
  }
  (*at)[path] = setting_value(std::string_view(setting).substr(equals + 1));
}

template <class T>
Outcome<T> outcome_of(Reader&& reader, T value) {
  if (!reader.problems.empty()) return std::move(reader.problems);
  return value;
}

}  // namespace

Outcome<ParsedScenario> parse_scenario(std::string_view text, const Presets& presets,
                                       std::span<const std::string> settings) {
  Outcome<json> document = parse_document(text);
  if (!succeeded(document)) return problems_of(document);
  json& root = std::get<0>(document);
  Reader reader{presets, {}, {}};
  for (const std::string& setting : settings) apply(reader, root, setting);
  ParsedScenario parsed;
  read_scenario(reader, root, parsed.scenario);
  parsed.notices = std::move(reader.notices);
  return outcome_of(std::move(reader), std::move(parsed));
}

Outcome<ParsedModel> parse_model(std::string_view text, const Presets& presets) {
  const Outcome<json> document = parse_document(text);
  if (!succeeded(document)) return problems_of(document);
  Reader reader{presets, {}, {}};
  Scenario scenario;
  read_model(reader, value_of(document), scenario);
  ParsedModel parsed{scenario.model, std::move(reader.notices)};
  return outcome_of(std::move(reader), std::move(parsed));
}

Outcome<Gpu> parse_gpu(std::string_view text, const Presets& presets) {
  const Outcome<json> document = parse_document(text);
  if (!succeeded(document)) return problems_of(document);
  Reader reader{presets, {}, {}};
  Scenario scenario;
  read_gpu(reader, value_of(document), scenario);
  return outcome_of(std::move(reader), scenario.cluster.gpu);
}

Outcome<Cluster> parse_cluster(std::string_view text, const Presets& presets) {
  const Outcome<json> document = parse_document(text);
  if (!succeeded(document)) return problems_of(document);
  Reader reader{presets, {}, {}};
  Scenario scenario;
  read_cluster(reader, value_of(document), scenario, false);
  return outcome_of(std::move(reader), scenario.cluster);
}

Outcome<Scenario> apply_setting(const Scenario& scenario, std::string_view setting, const Presets& presets) {
  const std::string settings[] = {std::string(setting)};
  Outcome<ParsedScenario> parsed = parse_scenario(write_scenario(scenario, presets), presets, settings);
  if (!succeeded(parsed)) return problems_of(parsed);
  Scenario changed = std::move(std::get<0>(parsed).scenario);
  changed.preset = scenario.preset;
  return changed;
}

}  // namespace shardscope
