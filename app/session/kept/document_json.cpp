#include "app/session/kept/document_json.h"

#include <filesystem>
#include <string>
#include <utility>

#include "core/fields/json_document.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

std::optional<LaunchedScenario> scenario_at(const Json& entry, const char* key, const Presets& presets) {
  const auto found = entry.find(key);
  if (found == entry.end() || !found->is_object()) return std::nullopt;
  Outcome<ParsedScenario> parsed = parse_scenario(found->dump(-1, ' ', false, Json::error_handler_t::replace), presets);
  if (!succeeded(parsed)) return std::nullopt;
  return std::move(std::get<0>(parsed).said);
}

/// The program may be started in another folder next time.
std::string kept_path(const std::string& file) {
  std::error_code failure;
  const std::filesystem::path path = std::filesystem::absolute(file, failure);
  return failure || file.empty() ? file : path.string();
}

Json json_of(const LaunchSource& source) {
  return {{"name", source.name},
          {"text", source.text},
          {"environment", source.outside.environment},
          {"arguments", source.outside.arguments},
          {"files", source.outside.files}};
}

/// The texts of an object by their names.
template <class Texts>
void add_texts(Texts& all, const Json& entry, const char* key) {
  const auto found = entry.find(key);
  if (found == entry.end() || !found->is_object()) return;
  for (const auto& [name, text] : found->items())
    if (text.is_string()) all[name] = text.template get<std::string>();
}

SharedValue<LaunchSource> source_of(const Json& entry) {
  const auto found = entry.find("launch");
  if (found == entry.end() || !found->is_object()) return {};
  LaunchSource source{text_at(*found, "name"), text_at(*found, "text"), {}};
  add_texts(source.outside.environment, *found, "environment");
  add_texts(source.outside.files, *found, "files");
  if (const auto words = found->find("arguments"); words != found->end() && words->is_array())
    for (const Json& word : *words)
      source.outside.arguments.push_back(word.is_string() ? word.get<std::string>() : std::string());
  return source.text.empty() ? SharedValue<LaunchSource>() : SharedValue(std::move(source));
}

Json json_of(const SetByHand& by_hand, const Presets& presets) {
  Json all = Json::object();
  for (std::size_t i = 0; i < follower_count; ++i)
    if (by_hand.at[i])
      all[std::string(name_of(static_cast<Follower>(i)))] = {
          {"preset", by_hand.at[i]->preset},
          {"scenario", Json::parse(write_scenario({*by_hand.at[i], {}}, presets), nullptr, false)}};
  return all;
}

SetByHand by_hand_of(const Json& entry, const Presets& presets) {
  SetByHand by_hand;
  const auto found = entry.find("by_hand");
  if (found == entry.end() || !found->is_object()) return by_hand;
  for (std::size_t i = 0; i < follower_count; ++i)
    if (const auto each = found->find(name_of(static_cast<Follower>(i))); each != found->end() && each->is_object())
      if (std::optional<LaunchedScenario> said = scenario_at(*each, "scenario", presets)) {
        said->scenario.preset = text_at(*each, "preset");
        by_hand.at[i] = SharedValue(std::move(said->scenario));
      }
  return by_hand;
}

}  // namespace

Json json_of(const Document& document, const Presets& presets, bool with_script) {
  const auto scenario_json_of = [&](const LaunchedScenario& said) {
    return Json::parse(write_scenario(said, presets), nullptr, false);
  };
  Json json = {{"file", kept_path(document.file)},
               {"scenario_preset", document.said.scenario.preset},
               {"baseline_preset", document.baseline.scenario.preset},
               {"scenario", scenario_json_of(document.said)},
               {"baseline", scenario_json_of(document.baseline)}};
  if (document.by_hand != SetByHand()) json["by_hand"] = json_of(document.by_hand, presets);
  if (document.source && with_script) json["launch"] = json_of(*document.source);
  return json;
}

/// "preset" isn't part of a scenario's own JSON: it tells which line of the list a scenario came from.
std::optional<Document> document_of(const Json& entry, const Presets& presets) {
  if (!entry.is_object()) return std::nullopt;
  std::optional<LaunchedScenario> scenario = scenario_at(entry, "scenario", presets);
  std::optional<LaunchedScenario> baseline = scenario_at(entry, "baseline", presets);
  if (!scenario) return std::nullopt;
  if (!baseline) baseline = scenario;
  scenario->scenario.preset = text_at(entry, "scenario_preset");
  baseline->scenario.preset = text_at(entry, "baseline_preset");
  return Document{std::move(*scenario), std::move(*baseline), text_at(entry, "file"), source_of(entry),
                  by_hand_of(entry, presets)};
}

}  // namespace shardscope
