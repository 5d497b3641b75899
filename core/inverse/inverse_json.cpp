#include "core/inverse/inverse_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/fields/fields.h"
#include "core/plan_search/plan_search_json.h"
#include "core/report_json/number.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// What of a trial's scenario isn't an axis of its plan.
std::vector<Setting> settings_beside_plan(const InverseTrial& trial, const Scenario& asked) {
  const Scenario& base = trial.request.base;
  std::vector<Setting> settings;
  if (base.cluster.gpu.preset != asked.cluster.gpu.preset)
    settings.emplace_back("cluster.gpu", Json(base.cluster.gpu.preset).dump());
  if (base.run.gpu_hour_usd != asked.run.gpu_hour_usd) settings.emplace_back("run.gpu_hour_usd", "null");
  if (base.plan.sequence_length != asked.plan.sequence_length)
    settings.emplace_back("plan.sequence_length", std::to_string(base.plan.sequence_length));
  for (const Field& field : model_fields())
    if (differs(field, asked, base)) settings.emplace_back(std::string(field.path), field_json(field, base).dump());
  return settings;
}

Json trial_json(const InverseAnswer& known, const InverseTrial& trial, const Scenario& asked,
                std::span<const EvidenceRun> evidence) {
  const std::optional<double> figure = figure_of(known.question, trial);
  Json json = {{"figure", figure ? number(*figure) : Json(nullptr)}};
  if (known.question == InverseQuestion::cheapest_gpu) json["gpu"] = trial.request.base.cluster.gpu.preset;
  json["fits"] = trial.found ? Json(true) : trial.tried ? Json(false) : Json(nullptr);
  if (!trial.found) return json;
  Json plan = found_plan_json(trial.request, *trial.found, evidence);
  plan["settings"] = Json::object();
  for (const Setting& setting : settings_of(trial, asked)) plan["settings"][setting.key] = Json::parse(setting.value);
  json.update(plan);
  return json;
}

}  // namespace

std::vector<Setting> settings_of(const InverseTrial& trial, const Scenario& asked) {
  std::vector<Setting> settings = settings_beside_plan(trial, asked);
  if (!trial.found) return settings;
  for (Setting& setting : settings_of(trial.request.base, trial.found->choice, trial.request.space))
    settings.push_back(std::move(setting));
  return settings;
}

Json inverse_json(const InverseAnswer& known, const Scenario& asked, double seconds,
                  std::span<const EvidenceRun> evidence) {
  Json tried = Json::array();
  for (const InverseTrial& trial : known.trials)
    if (trial.tried || trial.found) tried.push_back(trial_json(known, trial, asked, evidence));
  return {{"find", entry_of(known.question).name},
          {"looked_at", known.looked_at},
          {"seconds", number(seconds)},
          {"proved", known.done},
          {"answer", known.answer() ? trial_json(known, *known.answer(), asked, evidence) : Json(nullptr)},
          {"tried", std::move(tried)}};
}

}  // namespace shardscope
