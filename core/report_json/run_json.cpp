#include "core/report_json/run_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/inspect/everyday.h"
#include "core/report_json/number.h"
#include "core/run/range.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json power_json(const RunReport& run) {
  Json parts = Json::array();
  for (const PowerPart& part : run.power_parts)
    if (part.what != Spending::none) parts.push_back({{"part", name_of(part.what)}, {"watts", number(part.watts)}});
  return parts.empty() ? Json(nullptr) : parts;
}

Json costs_json(const RunReport& run) {
  Json ways = Json::array();
  for (const std::optional<Cost>& cost : run.costs) {
    if (!cost) continue;
    Json parts = Json::array();
    for (const CostPart& part : cost->parts)
      if (part.what != Spending::none) parts.push_back({{"part", name_of(part.what)}, {"usd", number(part.usd)}});
    ways.push_back({{"way", entry_of(cost->way).name},
                    {"words", entry_of(cost->way).words},
                    {"total_usd", number(cost->total())},
                    {"total_usd_range", range_json(range_of(run, *cost))},
                    {"parts", parts}});
  }
  return ways.empty() ? Json(nullptr) : ways;
}

Json moved_json(const RunReport& run) {
  Json levels = Json::object();
  std::optional<Bytes> total;
  for (std::size_t i = 0; i < run.moved.size(); ++i) {
    levels[std::string(name_of(static_cast<Reach>(i)))] = number(run.moved[i]);
    if (run.moved[i]) total = total.value_or(Bytes{}) + *run.moved[i];
  }
  if (!total) return nullptr;
  levels["total"] = number(total);
  return levels;
}

Json scaling_json(const RunReport& run) {
  if (!run.scaling && !run.critical_batch_tokens) return nullptr;
  const auto of = [&](double ScalingHint::*part) { return run.scaling ? number((*run.scaling).*part) : Json(nullptr); };
  return {{"optimal_tokens", {of(&ScalingHint::tokens_low), of(&ScalingHint::tokens_high)}},
          {"loss", {of(&ScalingHint::loss_low), of(&ScalingHint::loss_high)}},
          {"critical_batch_tokens", number(run.critical_batch_tokens)}};
}

Json everyday_json(const Report& report) {
  Json figures = Json::array();
  for (const EverydayFigure& figure : everyday_figures(report))
    figures.push_back({{"name", name_of(figure.what)},
                       {"value", number(figure.value)},
                       {"words", figure.words},
                       {"arithmetic", figure.arithmetic},
                       {"source", figure.source}});
  return figures.empty() ? Json(nullptr) : figures;
}

Json time_of_run(const RunReport& run) {
  return {{"days", number(run.days)},
          {"days_range", range_json(range_of(run, run.days))},
          {"calendar_days", number(run.calendar_days)},
          {"calendar_days_range", range_json(range_of(run, run.calendar_days))},
          {"gpu_hours", number(run.gpu_hours)},
          {"gpu_hours_range", range_json(range_of(run, run.gpu_hours))},
          {"steps", number(run.steps)},
          {"total_flops", number(run.total_flops)},
          {"goodput", number(run.goodput)},
          {"share_of_peak", number(run.share_of_peak)}};
}

Json failures_of_run(const RunReport& run) {
  return {{"failures", number(run.failures)},
          {"failures_per_day", number(run.failures_per_day)},
          {"planned_stops", number(run.planned_stops)},
          {"checkpoints", number(run.checkpoints)},
          {"checkpoint_days", number(run.checkpoint_days)},
          {"lost_days", number(run.lost_days)},
          {"restart_days", number(run.restart_days)},
          {"planned_days", number(run.planned_days)},
          {"mean_time_to_failure_seconds", number(run.mean_time_to_failure)},
          {"checkpoint_interval_seconds", number(run.checkpoint_interval)},
          {"checkpoint_stall_seconds", number(run.checkpoint_stall)},
          {"checkpoint_lag_seconds", number(run.checkpoint_lag)},
          {"young_interval_seconds", number(run.young_interval)},
          {"daly_interval_seconds", number(run.daly_interval)},
          {"optimal_interval_seconds", number(run.optimal_interval)},
          {"nodes_out", number(run.nodes_out)},
          {"spare_nodes", number(run.spare_nodes)},
          {"spare_nodes_needed", number(run.spare_nodes_needed)}};
}

Json costs_of_run(const RunReport& run) {
  return {{"energy_joules", number(run.energy_joules)},
          {"energy_joules_range", range_json(range_of(run, run.energy_joules))},
          {"power_watts", number(run.power_watts)},
          {"power_parts", power_json(run)},
          {"energy_usd", number(run.energy_usd)},
          {"co2_kg", number(run.co2_kg)},
          {"rental_usd", number(run.rental_usd)},
          {"rental_usd_range", range_json(range_of(run, run.rental_usd))},
          {"capital_usd", number(run.capital_usd)},
          {"amortised_usd", number(run.amortised_usd)},
          {"costs", costs_json(run)},
          {"moved_bytes", moved_json(run)}};
}

}  // namespace

Json run_json(const Report& report) {
  const RunReport& run = report.run;
  Json json = time_of_run(run);
  json.update(failures_of_run(run));
  json.update(costs_of_run(run));
  json["scaling_law"] = scaling_json(run);
  json["everyday"] = everyday_json(report);
  return json;
}

}  // namespace shardscope
