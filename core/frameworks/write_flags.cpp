#include "core/frameworks/write_flags.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/expressions/json_value.h"
#include "core/frameworks/derived/derived_functions.h"
#include "core/frameworks/fsdp_snippet.h"
#include "core/frameworks/scenario_names.h"

namespace shardscope {

using Json = nlohmann::ordered_json;

namespace {

std::size_t place_in_table(const LaunchFramework& framework, const std::string& flag) {
  const FlagSpec* spec = framework.flag(flag);
  return spec == nullptr ? framework.flags.size() : static_cast<std::size_t>(spec - framework.flags.data());
}

const GivenFlag* find(const std::vector<GivenFlag>& flags, const std::string& name) {
  const auto found = std::find_if(flags.begin(), flags.end(), [&](const GivenFlag& each) { return each.flag == name; });
  return found == flags.end() ? nullptr : &*found;
}

/// Iterations, samples or steps: how long it trains, which is a script's own to say.
bool says_run(const FlagSpec& spec) {
  return spec.key.starts_with("run.");
}

bool in_launch(const Launch& launch, const LaunchFramework& framework, const std::string& flag) {
  return launch.framework == framework.preset &&
         std::any_of(launch.flags.begin(), launch.flags.end(), [&](const auto& each) { return each.first == flag; });
}

bool holds_object(const Json& json) {
  return json.is_object() || (json.is_array() && std::any_of(json.begin(), json.end(), holds_object));
}

/// "llama3 405B": the framework's own name of a preset, as the names model.registry_name and model.registry_flavor.
void add_registry_names(Names& names, const LaunchFramework& framework, const std::string& preset) {
  for (const auto& [name, stands_for] : framework.models) {
    const std::size_t space = name.find(' ');
    if (stands_for != preset || space == std::string::npos) continue;
    names["model.registry_name"] = name.substr(0, space);
    names["model.registry_flavor"] = name.substr(space + 1);
    return;
  }
}

}  // namespace

std::vector<GivenFlag> write_flags(const LaunchFramework& framework, const LaunchedScenario& filled) {
  if (framework.form == LaunchForm::snippet) return read_fsdp_snippet(fsdp_snippet(filled.scenario));
  Names names = names_of(filled.scenario);
  add_registry_names(names, framework, filled.scenario.model.preset);
  std::vector<GivenFlag> flags;
  for (const FlagSpec& spec : framework.flags) {
    if (!spec.write || spec.in_code || (says_run(spec) && !in_launch(filled.launch, framework, spec.flag))) continue;
    Value value = computed_or_none(*spec.write, names, derived_functions());
    if (spec.type == FlagType::toggle && !value.none()) value = is_true(value);
    const bool off = value.toggle() != nullptr && !*value.toggle() && spec.fallback.none();
    const bool plain_switch = off && framework.form == LaunchForm::flags;
    if (!value.none() && !(value == spec.fallback) && !plain_switch) flags.push_back({spec.flag, std::move(value), 0});
  }
  return flags;
}

std::vector<std::string> write_code(const LaunchFramework& framework, const Scenario& filled) {
  const Names names = names_of(filled);
  std::vector<std::string> calls;
  for (const FlagSpec& spec : framework.flags) {
    const Value value =
        spec.write && spec.in_code ? computed_or_none(*spec.write, names, derived_functions()) : Value();
    if (value.none() || value == spec.fallback) continue;
    std::string call = spec.flag;
    const std::size_t dots = call.find("...");
    const std::string words = value.text() != nullptr ? "'" + *value.text() + "'" : words_of(value);
    calls.push_back(dots == std::string::npos ? call + " = " + words : call.replace(dots, 3, words));
  }
  return calls;
}

std::string kept_value(const GivenFlag& given) {
  if (!given.run_time && given.json.empty()) return json_text(given.said.none() ? given.value : given.said);
  if (!given.run_time) return given.json;
  return Json({{"shell", words_of(given.value)}}).dump(-1, ' ', false, Json::error_handler_t::replace);
}

GivenFlag flag_of_json(const std::string& flag, const Json& value, int line) {
  const bool tables = holds_object(value);
  return {flag, value_from_json(value), line, false,
          tables ? value.dump(-1, ' ', false, Json::error_handler_t::replace) : std::string()};
}

GivenFlag flag_kept(const std::string& flag, const std::string& value) {
  const Json json = Json::parse(value, nullptr, false);
  const auto code = json.is_object() ? json.find("shell") : json.end();
  if (json.is_discarded()) return {flag, {}, 0};
  if (!json.is_object() || code == json.end() || !code->is_string()) return flag_of_json(flag, json, 0);
  return {flag, code->get<std::string>(), 0, true};
}

std::vector<GivenFlag> with_launch(const LaunchFramework& framework, std::vector<GivenFlag> written,
                                   const Launch& launch) {
  if (launch.framework != framework.preset) return written;
  std::erase_if(written, [&](const GivenFlag& each) {
    return std::find(launch.left_out.begin(), launch.left_out.end(), each.flag) != launch.left_out.end();
  });
  for (const auto& [flag, text] : launch.flags) {
    const FlagSpec* spec = framework.flag(flag);
    if (spec != nullptr && says_run(*spec) && find(written, flag) != nullptr) continue;  // it follows from the plan
    std::erase_if(written, [&, name = flag](const GivenFlag& each) { return each.flag == name; });
    GivenFlag kept = flag_kept(flag, text);
    if (!kept.run_time || framework.form == LaunchForm::flags) written.push_back(std::move(kept));
  }
  std::stable_sort(written.begin(), written.end(), [&](const GivenFlag& a, const GivenFlag& b) {
    return place_in_table(framework, a.flag) < place_in_table(framework, b.flag);
  });
  return written;
}

Launch launch_of(const LaunchFramework& framework, const std::vector<GivenFlag>& written,
                 const std::vector<GivenFlag>& given) {
  Launch launch;
  launch.framework = framework.preset;
  for (const GivenFlag& each : given) {
    const FlagSpec* spec = framework.flag(each.flag);
    // The program's own, for which the configuration has no key; or its launcher's, which the plan's flags say too.
    const bool elsewhere = framework.form == LaunchForm::json || framework.form == LaunchForm::flags;
    if (spec != nullptr && spec->in_code && elsewhere) continue;
    const GivenFlag* same = find(written, each.flag);
    if (same == nullptr || !(same->value == each.value) || !each.said.none())
      launch.flags.emplace_back(each.flag, kept_value(each));
  }
  for (const GivenFlag& each : written)
    if (find(given, each.flag) == nullptr) launch.left_out.push_back(each.flag);
  return launch;
}

}  // namespace shardscope
