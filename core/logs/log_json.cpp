#include "core/logs/log_json.h"

#include <nlohmann/json.hpp>

#include "core/report_json/number.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json whole_bytes(const std::optional<double>& bytes) {
  return bytes ? number(Bytes{std::round(*bytes)}) : Json(nullptr);
}

Json skipped_json(const MeasuredLog& log) {
  Json why = Json::object();
  for (std::size_t i = 0; i < log.skipped.size(); ++i)
    if (static_cast<Skipped>(i) != Skipped::counted)
      why[std::string(entry_of(static_cast<Skipped>(i)).name)] = log.skipped[i];
  return why;
}

std::uint64_t skipped_count(const MeasuredLog& log) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < log.skipped.size(); ++i)
    if (static_cast<Skipped>(i) != Skipped::counted) count += log.skipped[i];
  return count;
}

Json memory_json(const MeasuredLog& log) {
  Json ranks = Json::array();
  for (const auto& [rank, memory] : log.memory)
    ranks.push_back({{"rank", rank < 0 ? Json(nullptr) : Json(rank)},
                     {"allocated_bytes", whole_bytes(memory.allocated_bytes)},
                     {"reserved_bytes", whole_bytes(memory.reserved_bytes)}});
  return ranks;
}

Json timers_json(const MeasuredLog& log) {
  Json timers = Json::object();
  for (const auto& [name, span] : log.timers)
    timers[name] = {{"least_seconds", number(span.least)}, {"most_seconds", number(span.most)}};
  return timers;
}

/// The log's own plan whole, which every command reads back as the same; null where the log says none.
Json scenario_json(const LogPlan& plan) {
  if (!plan.parsed) return nullptr;
  return evaluated_json(with_defaults(plan.parsed->said.scenario), plan.parsed->said.launch);
}

/// Of a whole scenario its section; else the counts below that name; null where nothing is said.
Json section_json(const LogPlan& plan, const std::string& section) {
  if (plan.parsed) return scenario_json(plan)[section];
  Json said = Json::object();
  for (const auto& [path, count] : plan.said)
    if (path.starts_with(section + ".")) said[path.substr(section.size() + 1)] = count;
  return said.empty() ? Json(nullptr) : said;
}

Json differing_json(const std::vector<DifferingCount>& differing) {
  Json array = Json::array();
  for (const DifferingCount& each : differing)
    array.push_back({{"path", each.path}, {"log", each.log}, {"scenario", each.scenario}});
  return array;
}

Json gpus_json(const LogPlan& plan) {
  for (const auto& [path, count] : plan.said)
    if (path == "cluster.gpus") return count;
  return nullptr;
}

Json predicted_json(const std::optional<BesidePrediction>& beside) {
  if (!beside) return nullptr;
  Json predicted = Json::object(), range = Json::object(), difference = Json::object();
  for (const BesideRow& row : beside->rows) {
    const std::string name(name_of(row.figure));
    predicted[name] = number(row.predicted);
    range[name] = row.range ? Json::array({row.range->low, row.range->high}) : Json(nullptr);
    difference[name] = number(row.difference);
  }
  predicted["fits"] = beside->fits;
  predicted["flops_convention"] = json_name(beside->convention);
  predicted["range"] = std::move(range);
  predicted["difference"] = std::move(difference);
  return predicted;
}

/// What the plan takes for granted: {"path", "message"} each.
Json assumed_json(const LogPlan& plan) {
  Json list = Json::array();
  for (const Problem& each : assumptions_of(plan))
    list.push_back({{"path", each.path.empty() ? Json(nullptr) : Json(each.path)}, {"message", words_of(each)}});
  return list;
}

/// What a GPU held, the plan as the log says it, and what is predicted of it.
void add_memory_and_plan(Json& json, const MeasuredLog& log, const LogPlan& plan,
                         const std::optional<BesidePrediction>& beside) {
  json.update(Json{{"allocated_bytes", whole_bytes(log.allocated_bytes)},
                   {"reserved_bytes", whole_bytes(log.reserved_bytes)},
                   {"memory_by_rank", memory_json(log)},
                   {"timers", timers_json(log)},
                   {"megatron_report",
                    {{"weight_and_optimizer_bytes", whole_bytes(log.theoretical_state_bytes)},
                     {"activation_bytes", whole_bytes(log.theoretical_activation_bytes)}}},
                   {"plan", section_json(plan, "plan")},
                   {"model", section_json(plan, "model")},
                   {"scenario", scenario_json(plan)},
                   {"gpus", gpus_json(plan)},
                   {"assumed", assumed_json(plan)},
                   {"differs_from_scenario", differing_json(plan.differing)},
                   {"predicted", predicted_json(beside)}});
}

}  // namespace

nlohmann::ordered_json log_json(const std::string& file, const MeasuredLog& log, const LogPlan& plan,
                                const std::optional<BesidePrediction>& beside,
                                const nlohmann::ordered_json& explanations) {
  const auto step = [&](double TypicalFigure::*member) {
    return log.step_seconds ? number((*log.step_seconds).*member) : Json(nullptr);
  };
  const bool timed = log.step_source != StepSource::none;
  Json json = {{"file", file},
               {"framework", log.framework.empty() ? Json(nullptr) : Json(log.framework)},
               {"iterations", log.iterations},
               {"first_iteration", number(log.first_iteration)},
               {"last_iteration", number(log.last_iteration)},
               {"skipped", skipped_count(log)},
               {"skipped_by_reason", skipped_json(log)},
               {"restarts", log.restarts},
               {"cut_lines", log.cut_lines},
               {"times_unread", log.times_unread},
               {"step_seconds", step(&TypicalFigure::median)},
               {"step_seconds_p10", step(&TypicalFigure::p10)},
               {"step_seconds_p90", step(&TypicalFigure::p90)},
               {"step_seconds_mean", number(log.step_seconds_mean)},
               {"step_growth", number(log.step_growth)},
               {"stalled_share", number(log.stalled_share)},
               {"step_seconds_from", timed ? Json(name_of(log.step_source)) : Json(nullptr)},
               {"tokens_per_second_per_gpu", number(log.tokens_rate_per_gpu)},
               {"samples_per_second", number(log.samples_rate)},
               {"model_flops_per_gpu_per_second", number(log.flops_rate_per_gpu)},
               {"flops_convention", log.convention ? Json(json_name(*log.convention)) : Json(nullptr)}};
  add_memory_and_plan(json, log, plan, beside);
  json["explanations"] = explanations;
  return json;
}

}  // namespace shardscope
