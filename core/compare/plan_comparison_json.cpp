#include "core/compare/plan_comparison_json.h"

#include <nlohmann/json.hpp>

#include "core/inspect/headline.h"
#include "core/report_json/number.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json beside(const Value& a, const Value& b) {
  return {{"a", number(a)}, {"b", number(b)}, {"difference", number(b - a)}};
}

Json beside(const std::optional<Seconds>& a, const std::optional<Seconds>& b) {
  if (a && b) return beside(*a, *b);
  return {{"a", number(a)}, {"b", number(b)}, {"difference", nullptr}};
}

Json headline_json(const Report& report) {
  Json json = {{"name", report.scenario.name}, {"fits", report.fits}};
  for (std::size_t i = 0; i < count_of<Headline>; ++i)
    json[std::string(entry_of(static_cast<Headline>(i)).key)] =
        number(headline_figure(static_cast<Headline>(i), report));
  json["capacity_bytes"] = number(report.memory.capacity);
  json["peak_stage"] = report.memory.peak_stage;
  return json;
}

Json breakdown_json(const Report& a, const Report& b) {
  if (!a.time || !b.time) return nullptr;
  const StepBreakdown &of_a = a.time->breakdown, &of_b = b.time->breakdown;
  Json json = {{"compute", beside(of_a.compute(), of_b.compute())}};
  for (const auto& [name, part] : breakdown_parts) json[std::string(name)] = beside(of_a.*part, of_b.*part);
  return json;
}

Json lost_json(const PlanFigures& a, const PlanFigures& b) {
  if (!a.step || !b.step) return nullptr;
  Json json = Json::object();
  for (std::size_t i = 0; i < time_lost_count; ++i)
    json[std::string(name_of(static_cast<TimeLost>(i)))] = beside(a.lost[i], b.lost[i]);
  return json;
}

Json memory_json(const PlanFigures& a, const PlanFigures& b) {
  Json json = Json::object();
  for (std::size_t i = 0; i < a.components.size(); ++i)
    json[std::string(name_of(static_cast<MemoryComponent>(i)))] = beside(a.components[i], b.components[i]);
  return json;
}

Json value_after(const PathSetting& setting, const Scenario& after) {
  switch (setting.kind) {
    case PathSetting::Kind::model:
      return after.model.preset.empty() ? Json(after.model.title) : Json(after.model.preset);
    case PathSetting::Kind::gpu:
      return after.cluster.gpu.preset.empty() ? Json(after.cluster.gpu.title) : Json(after.cluster.gpu.preset);
    case PathSetting::Kind::field:
      break;
  }
  return field_json(*setting.field, after);
}

Json step_json(const PathStep& step) {
  Json settings = Json::object();
  for (const PathSetting& setting : step.settings) settings[path_of(setting)] = value_after(setting, step.after);
  if (step.replicas_follow) settings["plan.dp"] = number(static_cast<double>(replicas_of(step.after.plan)));
  Json lost = Json::object(), bytes = Json::object();
  for (std::size_t i = 0; step.change.step && i < time_lost_count; ++i)
    if (step.change.lost[i] != Seconds{})
      lost[std::string(name_of(static_cast<TimeLost>(i)))] = number(step.change.lost[i]);
  for (std::size_t i = 0; i < step.change.components.size(); ++i)
    bytes[std::string(name_of(static_cast<MemoryComponent>(i)))] = number(step.change.components[i]);
  return {{"settings", std::move(settings)},
          {"replicas_follow", step.replicas_follow},
          {"step_seconds", number(step.figures.step)},
          {"peak_memory_bytes", number(step.figures.peak)},
          {"fits", step.figures.fits},
          {"step_seconds_difference", number(step.change.step)},
          {"peak_memory_bytes_difference", number(step.change.peak)},
          {"time_lost_seconds_difference", std::move(lost)},
          {"memory_bytes_difference", std::move(bytes)}};
}

}  // namespace

std::string path_of(const PathSetting& setting) {
  switch (setting.kind) {
    case PathSetting::Kind::model:
      return "model";
    case PathSetting::Kind::gpu:
      return "cluster.gpu";
    case PathSetting::Kind::field:
      break;
  }
  return std::string(setting.field->path);
}

Json plan_comparison_json(const Report& a, const Report& b, std::span<const FieldDifference> differences,
                          std::span<const PathStep> path) {
  const PlanFigures of_a = plan_figures(a), of_b = plan_figures(b);
  Json fields = Json::array(), steps = Json::array();
  for (const FieldDifference& each : differences)
    fields.push_back({{"path", std::string(each.field->path)},
                      {"a", field_json(*each.field, a.scenario)},
                      {"b", field_json(*each.field, b.scenario)},
                      {"said", each.said}});
  for (const PathStep& step : path) steps.push_back(step_json(step));
  return {{"a", headline_json(a)},
          {"b", headline_json(b)},
          {"differences", std::move(fields)},
          {"step_seconds", beside(of_a.step, of_b.step)},
          {"breakdown_seconds", breakdown_json(a, b)},
          {"time_lost_seconds", lost_json(of_a, of_b)},
          {"peak_memory_bytes", beside(of_a.peak, of_b.peak)},
          {"memory_bytes", memory_json(of_a, of_b)},
          {"path", std::move(steps)}};
}

}  // namespace shardscope
