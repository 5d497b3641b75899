#include "app/session/document/take_in.h"

#include "app/files/bare_model.h"
#include "app/files/scenario_source.h"
#include "core/base/rule_names.h"
#include "core/base/trimmed.h"
#include "core/changes/follow_edit.h"
#include "core/launch/import_launch.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/short_code.h"

namespace shardscope {

namespace {

/// Another model in the present plan, which follows it.
Scenario with_model(const Scenario& present, Model model, const std::string& name) {
  const std::string title = model.title.empty() ? name.substr(name.find_last_of('/') + 1) : model.title;
  Scenario scenario = present;
  scenario.name = title + " on " + std::to_string(scenario.cluster.gpus) + " GPUs";
  scenario.preset.clear();
  scenario.note.clear();
  scenario.model = std::move(model);
  return follow_edit(present, scenario, {});
}

/// What has no name of its own has that of the file, or of the clipboard.
ParsedScenario named(ParsedScenario parsed, const std::string& name) {
  if (parsed.said.scenario.name.empty()) parsed.said.scenario.name = name.substr(name.find_last_of('/') + 1);
  return parsed;
}

TakenScenario taken(ParsedScenario parsed, TakenIn from) {
  from.notices = at_their_flags(std::move(parsed.notices), parsed.places);
  return {std::move(parsed.said), std::move(from), false};
}

Outcome<TakenScenario> take_launch(std::string_view text, const std::string& name, const Scenario& present,
                                   const Presets& presets, std::span<const Setting> settings,
                                   const ShellOutside& outside, TakenIn& from) {
  from.kind = "a launch";
  from.source = SharedValue(LaunchSource{name, std::string(text), outside});
  Outcome<ImportedLaunch> launch = import_launch(text, name, presets, settings, &present, outside);
  if (!succeeded(launch)) return problems_of(launch);
  ImportedLaunch& read = std::get<0>(launch);
  const LaunchFramework* framework = find_framework(presets.frameworks, read.framework);
  from.framework = read.framework;
  if (framework != nullptr) from.kind += " of " + framework->title;
  return taken(named(std::move(read.parsed), name), from);
}

Outcome<TakenScenario> take_model(std::string_view text, const std::string& name, const Scenario& present,
                                  const Presets& presets, TakenIn& from) {
  from.kind = "a model's configuration";
  Outcome<ParsedModel> model = model_of_config(text, presets);
  if (!succeeded(model)) return problems_of(model);
  ParsedModel& read = std::get<0>(model);
  from.notices = std::move(read.notices);
  from.notices.push_back({Severity::hint, "", "it says a model alone; cluster, run and the split stay as they were",
                          std::string(rule_name::taken_for_granted)});
  return TakenScenario{{with_model(present, std::move(read.model), name), {}}, from, false};
}

/// A scenario of a newer version. It is no file of its own: saving it doesn't take away what only that one knows.
std::optional<TakenScenario> take_newer(std::string_view text, const std::string& name, const Presets& presets) {
  Outcome<ParsedScenario> newer = parse_newer_scenario(text, presets);
  if (!succeeded(newer)) return std::nullopt;
  ParsedScenario read = named(std::move(std::get<0>(newer)), name);
  return TakenScenario{
      std::move(read.said), {name, "a scenario of a newer version", {}, {}, std::move(read.notices), {}}, false};
}

}  // namespace

Outcome<TakenScenario> take_in(std::string_view text, const std::string& name, const Scenario& present,
                               const Presets& presets, TakenIn& refusal, std::span<const Setting> settings,
                               const ShellOutside& outside) {
  refusal = {name, "text", {}, {}, {}};
  const auto of_parsed = [&](Outcome<ParsedScenario> parsed, const char* kind) -> Outcome<TakenScenario> {
    refusal.kind = kind;
    if (!succeeded(parsed)) return problems_of(parsed);
    return taken(std::move(std::get<0>(parsed)), refusal);
  };
  switch (kind_of(text, name, presets)) {
    case TextKind::empty:
      return std::vector<Problem>{{Severity::error, "", "it is empty", "readable-file"}};
    case TextKind::code: {
      Outcome<ParsedScenario> code = parse_scenario_code(text, presets);
      if (auto* read = std::get_if<ParsedScenario>(&code)) *read = named(std::move(*read), name);
      return of_parsed(std::move(code), "a scenario's code");
    }
    case TextKind::preset:
      return TakenScenario{*presets.launched(trimmed(text)), {name, "a preset's name", {}, {}, {}}, false};
    case TextKind::launch:
      return take_launch(text, name, present, presets, settings, outside, refusal);
    case TextKind::model:
      return take_model(text, name, present, presets, refusal);
    case TextKind::scenario:
      break;
    case TextKind::other:
      return std::vector<Problem>{{Severity::error, "",
                                   "it is neither a scenario or its code, nor a config.json, nor a launch of " +
                                       framework_titles(presets.frameworks),
                                   "readable-file"}};
  }
  if (const std::optional<TakenScenario> newer = take_newer(text, name, presets)) return *newer;
  Outcome<TakenScenario> scenario = of_parsed(parse_scenario(text, presets), "a scenario");
  if (auto* read = std::get_if<TakenScenario>(&scenario)) read->is_scenario_file = true;
  return scenario;
}

}  // namespace shardscope
