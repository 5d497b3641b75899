#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/expressions/json_value.h"
#include "core/fields/fields.h"
#include "core/frameworks/scenario_names.h"
#include "core/launch/differing_fields.h"
#include "core/launch/export_launch.h"
#include "core/launch/import_launch.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Setting setting_of_json(const std::string& path, const Json& value) {
  return {path, value.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

/// Everything of the scenario as said that isn't model, plan or launch.
std::vector<Setting> beside_the_plan(const Json& said) {
  std::vector<Setting> settings;
  for (const char* whole : {"name", "note", "cluster", "flops_convention"})
    if (said.contains(whole)) settings.push_back(setting_of_json(whole, said[whole]));
  if (said.contains("run"))
    for (const auto& entry : said["run"].items())
      settings.push_back(setting_of_json("run." + entry.key(), entry.value()));
  return settings;
}

/// What a model is called and whence it is: no launch takes it.
bool is_caption(std::string_view path) {
  const Field* field = find_field(path);
  return field != nullptr && field->caption;
}

/// "plan.schedule=\"zb-h1\"".
Setting setting_of(const Field& field, const Scenario& scenario) {
  if (!field.parts.empty()) return setting_of_json(std::string(field.path), field_json(field, scenario));
  const Value value = field_value(field, scenario);
  const bool object = holds_object(field) && value.text() != nullptr;
  return {std::string(field.path), object ? *value.text() : json_text(value)};
}

/// What closes the gaps between what was wanted and what a text says: "plan.schedule=\"zb-h1\"".
std::vector<Setting> differences(const Scenario& wanted, const Scenario& got) {
  std::vector<Setting> gaps;
  for (const Field* field : differing_fields(wanted, got)) gaps.push_back(setting_of(*field, wanted));
  return gaps;
}

/// Reads flags back and gathers what they leave open.
class Remains {
 public:
  Remains(const Scenario& scenario, const LaunchFramework& framework, const std::vector<GivenFlag>& flags,
          const Presets& presets)
      : scenario_(scenario),
        framework_(framework),
        flags_(flags),
        presets_(presets),
        filled_(with_defaults(scenario)),
        said_(Json::parse(write_scenario(scenario, presets), nullptr, false)) {}

  LaunchRemainder gather() {
    remainder_.rest = beside_the_plan(said_);
    remainder_.rest.push_back(setting_of_json("software.framework", json_name(scenario_.software.framework)));
    remainder_.rest.push_back(setting_of_json("software.year", scenario_.software.year));
    world_.gpus = value_at(names_of(filled_), "world_size").whole();
    world_.gpus_per_node = filled_.cluster.gpus_per_node;
    FlagReading reading = read_flags(framework_, flags_, world_, presets_);
    const bool names_model = !value_at(reading.names, "model.preset").none();
    const bool recipe = says_model(framework_) && value_at(reading.names, of_model_width).none();
    if (recipe || (!says_model(framework_) && !names_model)) {
      add(setting_of_json("model", said_["model"]),
          recipe ? "the script leaves it to a recipe or a checkpoint" : "the program's own code makes the model");
      world_.model = &filled_.model;
      reading = read_flags(framework_, flags_, world_, presets_);
    }
    // Tokens that a flag says to the last stand in no comment, which a later hand at the flag would contradict.
    if (scenario_.run.tokens && value_at(reading.names, "run.tokens").number() == scenario_.run.tokens)
      std::erase_if(remainder_.rest, [](const Setting& each) { return each.key == "run.tokens"; });
    // First without the model's preset, so that it hides nothing which the framework isn't told.
    if (!close(reading)) return std::move(remainder_);
    if (says_model(framework_) && !recipe && !scenario_.model.preset.empty()) {
      remainder_.rest.push_back(setting_of_json("model.preset", scenario_.model.preset));
      if (!close(reading)) return std::move(remainder_);
    }
    if ((says_model(framework_) && !recipe) || names_model) keep_captions();
    // The flags say the recipe by another of its names.
    if (last_.plan.precision != filled_.plan.precision)
      remainder_.rest.push_back(setting_of_json("plan.precision", json_name(filled_.plan.precision)));
    return std::move(remainder_);
  }

 private:
  void add(const Setting& gap, std::string note) {
    if (std::find(remainder_.plan.begin(), remainder_.plan.end(), gap) != remainder_.plan.end()) return;
    remainder_.plan.push_back(gap);
    remainder_.notes.push_back(std::move(note));
  }

  /// Why the setting stands there: what says it elsewhere, what the framework takes instead.
  std::string note_of(const Setting& gap, const FlagReading& reading) const {
    std::string note;
    const Field* field = find_field(gap.key);
    if (field != nullptr && !field->when_absent.empty() && gap.value == "null") note = field->when_absent;
    const bool by_several = gap.key == "plan.precision";  // flags: the first isn't the one that fails
    for (const FlagSpec& spec : framework_.flags)
      if (spec.key == gap.key && spec.write && !spec.in_code && note.empty() && !by_several)
        note = spec.flag + " exists, but can't say it beside the rest of this plan";
    const Value& takes = value_at(reading.names, gap.key);
    if (!takes.none() && gap.value != json_text(takes))
      note += (note.empty() ? "" : "; ") + framework_.title + " takes " + shown(words_of(takes));
    return note;
  }

  Outcome<ParsedScenario> parsed(const FlagReading& reading) const {
    std::vector<Setting> settings = remainder_.rest;
    settings.insert(settings.end(), remainder_.plan.begin(), remainder_.plan.end());
    return parse_scenario(scenario_json(framework_, reading.names, true, {}), presets_, settings);
  }

  /// Adds what the reading lacks, until nothing is lacking: a setting may change what follows from others. False where
  /// no settings mend it, and model and plan stand there whole.
  bool close(const FlagReading& reading) {
    for (int round = 0; round < rounds_max; ++round) {
      const std::size_t before = remainder_.plan.size();
      Outcome<ParsedScenario> got = parsed(reading);
      if (succeeded(got)) {
        for (const Setting& gap : differences(filled_, with_defaults(value_of(got).said.scenario)))
          if (!is_caption(gap.key)) add(gap, note_of(gap, reading));
        last_ = std::move(std::get<0>(got).said.scenario);
        if (remainder_.plan.size() == before) return true;
        continue;
      }
      for (const Problem& problem : problems_of(got))
        if (const Field* field = find_field(problem.path); field != nullptr)
          if (is_of_plan_or_model(problem.path)) add({problem.path, json_text(field_value(*field, filled_))}, {});
      if (remainder_.plan.size() == before) break;
    }
    return state_whole(), false;
  }

  void state_whole() {
    remainder_.plan.clear();
    remainder_.notes.clear();
    add(setting_of_json("model", said_["model"]), {});
    for (const auto& entry : said_["plan"].items()) add(setting_of_json("plan." + entry.key(), entry.value()), {});
  }

  void keep_captions() {
    for (const Setting& gap : differences(filled_, with_defaults(last_)))
      if (is_caption(gap.key)) remainder_.rest.push_back(gap);
  }

  static constexpr int rounds_max = 8;  // three are the most that any preset takes
  const Scenario& scenario_;
  const LaunchFramework& framework_;
  const std::vector<GivenFlag>& flags_;
  const Presets& presets_;
  Scenario filled_, last_;
  Json said_;
  LaunchWorld world_;
  LaunchRemainder remainder_;
};

}  // namespace

LaunchRemainder remainder_of(const Scenario& scenario, const LaunchFramework& framework,
                             const std::vector<GivenFlag>& flags, const Presets& presets) {
  return Remains(scenario, framework, flags, presets).gather();
}

}  // namespace shardscope
