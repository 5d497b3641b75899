#include "core/report_json/report_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/base/elementary.h"
#include "core/inspect/bubble.h"
#include "core/inspect/time_lost.h"
#include "core/memory/whole_bytes.h"
#include "core/pipeline/idle.h"
#include "core/report_json/critical_path_json.h"
#include "core/report_json/memory_json.h"
#include "core/report_json/number.h"
#include "core/report_json/parameters_json.h"
#include "core/report_json/report_network_json.h"
#include "core/report_json/run_json.h"
#include "core/scenario_json/write.h"
#include "core/step/flops/flop_conventions.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json layout_json(const std::vector<StageContent>& layout) {
  Json stages = Json::array();
  for (const StageContent& stage : layout)
    stages.push_back({{"first_layer", stage.first_layer},
                      {"dense_layers", stage.dense_layers},
                      {"moe_layers", stage.moe_layers},
                      {"mtp_layers", stage.mtp_layers},
                      {"embedding", stage.embedding},
                      {"head", stage.head}});
  return stages;
}

/// Where the step's seconds go from its ideal, all products at peak: the parts sum to the step.
Json time_lost_json(const Report& report) {
  const LostSeconds lost = time_lost(report);
  Json json = Json::object();
  for (std::size_t i = 0; i < lost.size(); ++i)
    json[std::string(name_of(static_cast<TimeLost>(i)))] = report.time ? number(lost[i]) : Json(nullptr);
  return json;
}

/// What makes the step's range: the factors by which what each kind of constant governs may take shorter and longer.
Json range_parts_json(const Report& report) {
  if (!report.time) return nullptr;
  Json parts = Json::array();
  for (const RangePart& part : report.time->range_parts)
    if (part.governs.value > 0)
      parts.push_back(
          {{"constant", part.name},
           {"governs_seconds", number(part.governs)},
           {"factors", {number(exponential(-part.spread.shorter)), number(exponential(part.spread.longer))}}});
  return parts;
}

/// The calibration that stands behind the times, and its runs; null where it is the public fit alone.
Json calibrated_json(const Report& report) {
  const Calibration& own = report.scenario.cluster.gpu.calibration;
  return own.stands() ? Json{{"name", own.name}, {"runs", own.runs}} : Json(nullptr);
}

Json step_json(const PlanReport& report) {
  return report.time ? number(report.time->step) : Json(nullptr);
}

/// What of the traffic nothing hides, all kinds together.
Json exposed_json(const Report& report) {
  if (!report.time) return nullptr;
  const StepBreakdown& parts = report.time->breakdown;
  return number(parts.tp_comm + parts.cp_comm + parts.ep_comm + parts.pp_comm + parts.dp_comm);
}

/// What is known at once: without the stages, and what takes the operations apart.
Json time_totals_json(const Report& report) {
  const std::optional<TimeReport>& time = report.time;
  const auto of = [&](auto StepBreakdown::*part) { return time ? number(time->breakdown.*part) : Json(nullptr); };
  Json breakdown = {{"compute", time ? number(time->breakdown.compute()) : Json(nullptr)}};
  for (const auto& [name, part] : breakdown_parts) breakdown[std::string(name)] = of(part);
  return {{"step_seconds", step_json(report)},
          {"step_seconds_range", time ? range_json(time->range) : Json(nullptr)},
          {"calibration", calibrated_json(report)},
          {"breakdown_seconds", std::move(breakdown)},
          {"exposed_communication_seconds", exposed_json(report)},
          {"compute_split_seconds",
           {{"at_peak", of(&StepBreakdown::compute_at_peak)}, {"below_peak", of(&StepBreakdown::compute_below_peak)}}},
          {"critical_stage", time ? Json(time->critical_rank) : Json(nullptr)}};
}

Json time_json(const Report& report) {
  const std::optional<TimeReport>& time = report.time;
  Json stages = Json::array();
  if (time)
    for (const StageTime& stage : time->stages)
      stages.push_back({{"forward_seconds", number(stage.forward)},
                        {"recompute_seconds", number(stage.recompute)},
                        {"backward_input_seconds", number(stage.backward_input)},
                        {"backward_weight_seconds", number(stage.backward_weight)},
                        {"idle_seconds", number(stage.idle)}});
  Json totals = time_totals_json(report);
  return {{"step_seconds", std::move(totals["step_seconds"])},
          {"step_seconds_range", std::move(totals["step_seconds_range"])},
          {"step_range_from", range_parts_json(report)},
          {"calibration", std::move(totals["calibration"])},
          {"breakdown_seconds", std::move(totals["breakdown_seconds"])},
          {"exposed_communication_seconds", std::move(totals["exposed_communication_seconds"])},
          {"time_lost_seconds", time_lost_json(report)},
          {"compute_split_seconds", std::move(totals["compute_split_seconds"])},
          {"critical_stage", std::move(totals["critical_stage"])},
          {"stages", std::move(stages)}};
}

/// Where each rank's idle time in the makespan lies; the parts sum to its idle_seconds.
Json idle_json(const Timeline& timeline) {
  Json ranks = Json::array();
  for (const IdleSplit& idle : idle_split(timeline))
    ranks.push_back({{"warm_up_seconds", number(idle.warm_up)},
                     {"waiting_seconds", number(idle.waiting)},
                     {"steady_seconds", number(idle.steady)},
                     {"cool_down_seconds", number(idle.cool_down)}});
  return ranks;
}

/// Each rank's buckets of gradients and parameters, hidden or not.
Json exchange_json(const TimeReport& time) {
  Json ranks = Json::array();
  for (const std::vector<ExchangeRecord>& records : time.exchange) {
    Json& rank = ranks.emplace_back(Json::array());
    for (const ExchangeRecord& record : records)
      rank.push_back({{"kind", record.kind == ExchangeKind::gradients ? "gradients" : "parameters"},
                      {"chunk", record.chunk},
                      {"bucket", record.bucket},
                      {"start_seconds", record.start},
                      {"end_seconds", record.end}});
  }
  return ranks;
}

/// The pipeline's own figures, without lists. bubble_fraction is the ranks' idle share of the makespan alone;
/// bubble_share_of_step is the bubble as every view says it (core/inspect/bubble.h).
Json pipeline_totals_json(const Report& report) {
  const auto& timeline = report.timeline;
  const auto& schedule = report.scenario.plan.schedule;
  return {{"bubble_fraction", timeline ? number(timeline->bubble_fraction()) : Json(nullptr)},
          {"bubble_share_of_step", number(bubble_share_of(report))},
          {"makespan_seconds", timeline ? number(timeline->makespan) : Json(nullptr)},
          {"passes", timeline ? Json(timeline->records.size()) : Json(nullptr)},
          {"schedule", schedule ? Json(json_name(*schedule)) : Json(nullptr)},
          {"ranks", timeline ? Json(timeline->ranks) : Json(nullptr)},
          {"virtual_stages", timeline ? Json(timeline->virtual_stages) : Json(nullptr)},
          {"micro_batches", timeline ? Json(timeline->micro_batches) : Json(nullptr)}};
}

Json pipeline_json(const Report& report, TensorLists tensors) {
  Json json = pipeline_totals_json(report);
  json["idle_per_rank"] = report.timeline ? idle_json(*report.timeline) : Json(nullptr);
  if (tensors == TensorLists::every_stage && report.time) json["exchange"] = exchange_json(*report.time);
  if (tensors != TensorLists::none) json["critical_path"] = critical_path_json(report);
  return json;
}

template <class Part>
Json throughput_part(const PlanReport& report, Part Throughput::*part) {
  return report.throughput ? number((*report.throughput).*part) : Json(nullptr);
}

/// What is known at once: without what every convention makes of it.
Json throughput_totals_json(const Report& report) {
  const auto of = [&](auto Throughput::*part) { return throughput_part(report, part); };
  return {{"tokens_per_second", of(&Throughput::tokens_per_second)},
          {"tokens_per_second_per_gpu", of(&Throughput::tokens_per_second_per_gpu)},
          {"model_flops_per_gpu_per_second", of(&Throughput::model_flops_per_gpu)},
          {"hardware_flops_per_gpu_per_second", of(&Throughput::hardware_flops_per_gpu)},
          {"mfu", of(&Throughput::mfu)},
          {"hfu", of(&Throughput::hfu)},
          {"peak_flops_per_second", of(&Throughput::peak_flops)},
          {"peak_precision", json_name(report.scenario.plan.precision)},
          {"flops_convention", json_name(report.scenario.flops_convention)}};
}

Json throughput_json(const Report& report) {
  const auto& throughput = report.throughput;
  Json by_convention = Json::object();
  for (std::size_t i = 0; i < choices<FlopsConvention>().size(); ++i) {
    Json& entry = by_convention[std::string(choices<FlopsConvention>()[i].json)];
    const auto* counted = throughput ? &throughput->by_convention[i] : nullptr;
    entry["model_flops_per_gpu_per_second"] = counted ? number(counted->model_flops_per_gpu) : Json(nullptr);
    entry["mfu"] = counted ? number(counted->mfu) : Json(nullptr);
    const std::string_view caution = assumes_otherwise(report.scenario.model, static_cast<FlopsConvention>(i));
    if (!caution.empty()) entry["caution"] = caution;
  }
  Json json = throughput_totals_json(report);
  json["by_convention"] = std::move(by_convention);
  return json;
}

Json communication_json(const std::vector<Communication>& communication) {
  Json groups = Json::array();
  for (const Communication& group : communication)
    groups.push_back({{"kind", kind_name(group)},
                      {"collective", entry_of(group.collective).name},
                      {"algorithm", name_of(group.way)},
                      {"group_size", group.group_size},
                      {"crosses", name_of(group.crosses)},
                      {"bytes_per_gpu_per_step", number(Bytes{std::round(group.bytes_per_gpu_per_step.value)})},
                      {"seconds", number(group.time)},
                      {"exposed_seconds", number(group.exposed)},
                      {"hidden_share", number(hidden_share(group))},
                      {"algorithm_bandwidth", rate_json(group.algorithm_bandwidth)},
                      {"bus_bandwidth", rate_json(group.bus_bandwidth)},
                      {"levels", levels_json(group.levels)}});
  return groups;
}

}  // namespace

Json problems_json(const std::vector<Problem>& problems) {
  Json list = Json::array();
  for (const Problem& problem : problems)
    list.push_back({{"severity", name_of(problem.severity)},
                    {"path", where_words(problem)},
                    {"message", words_of(problem)},
                    {"rule", full_rule(problem)}});
  return list;
}

std::span<const ReportSection> report_sections() {
  using R = const Report&;
  using T = TensorLists;
  using L = const Launch&;
  static constexpr ReportSection sections[] = {
      {"scenario", [](R report, T, L launch) { return evaluated_json(report.scenario, launch); }},
      {"problems", [](R report, T, L) { return problems_json(report.problems); }},
      {"valid", [](R report, T, L) { return Json(report.valid); }},
      {"fits", [](R report, T, L) { return Json(report.fits); }},
      {"parameters", [](R report, T, L) { return parameters_json(report.parameters); }},
      {"layout", [](R report, T, L) { return layout_json(report.layout); }},
      {"memory", [](R report, T tensors, L) { return memory_json(report, tensors); },
       [](R report) { return memory_totals_json(in_whole_bytes(report.memory)); }},
      {"time", [](R report, T, L) { return time_json(report); }, time_totals_json},
      {"pipeline", [](R report, T tensors, L) { return pipeline_json(report, tensors); }, pipeline_totals_json},
      {"throughput", [](R report, T, L) { return throughput_json(report); }, throughput_totals_json},
      {"communication", [](R report, T, L) { return communication_json(report.communication); }},
      {"network", [](R report, T, L) { return network_json(report.network); }},
      {"sites", [](R report, T, L) { return sites_json(report.sites); }},
      {"pools", [](R report, T, L) { return pools_json(report.pools); }},
      {"run", [](R report, T, L) { return run_json(report); }}};
  return sections;
}

std::span<const ReportFigure> report_figures() {
  using R = const PlanReport&;
  static constexpr ReportFigure figures[] = {
      {"fits", [](R report) { return Json(report.memory.fits()); }},
      {"memory.peak_bytes", [](R report) { return peak_json(report.memory); }},
      {"time.step_seconds", step_json},
      {"throughput.tokens_per_second",
       [](R report) { return throughput_part(report, &Throughput::tokens_per_second); }},
      {"throughput.mfu", [](R report) { return throughput_part(report, &Throughput::mfu); }}};
  return figures;
}

Json report_json(const Report& report, TensorLists tensors, const Launch& launch) {
  Json json = Json::object();
  for (const ReportSection& section : report_sections())
    json[std::string(section.key)] = section.make(report, tensors, launch);
  return json;
}

}  // namespace shardscope
