#include "core/measured/comparison_json.h"

#include <nlohmann/json.hpp>

#include "core/measured/rivals.h"
#include "core/report_json/number.h"
#include "core/report_json/report_json.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// Another program's figures of the run and their errors; null where there is none.
Json rival_json(const MeasuredRun& run) {
  if (!run.rival) return nullptr;
  Json predicted = Json::object(), error = Json::object();
  const MeasuredFigures errors = rival_errors(run);
  for (std::size_t field = 0; field < measured_field_count; ++field) {
    const std::string name(measured_field_names[field]);
    if (run.rival->figures[field]) predicted[name] = *run.rival->figures[field];
    if (errors[field]) error[name] = *errors[field];
  }
  return {{"name", run.rival->name}, {"predicted", std::move(predicted)}, {"error", std::move(error)}};
}

Json run_json(const MeasuredRun& run, const RunComparison& compared) {
  Json measured = Json::object(), predicted = Json::object(), error = Json::object(), range = Json::object();
  for (std::size_t field = 0; field < measured_field_count; ++field) {
    const std::string name(measured_field_names[field]);
    predicted[name] = number(compared.predicted[field]);
    if (!run.measured[field]) continue;
    measured[name] = *run.measured[field];
    error[name] = number(compared.error[field]);
    const auto& bounds = compared.range[field];
    range[name] = bounds ? Json::array({bounds->low, bounds->high}) : Json(nullptr);
  }
  if (run.measured[index_of(MeasuredField::peak_memory_bytes)])
    measured["memory_kind"] = memory_kind_names[index_of(run.memory_kind)];
  return {{"id", run.id},
          {"source", run.source},
          {"framework", run.framework},
          {"kind", name_of(run.kind)},
          {"gpu", run.gpu},
          {"quality", name_of(run.quality)},
          {"scale_out", run.scale_out},
          {"notes", run.notes},
          {"valid", compared.valid},
          {"problems", problems_json(compared.problems)},
          {"measured", std::move(measured)},
          {"predicted", std::move(predicted)},
          {"error", std::move(error)},
          {"range", std::move(range)},
          {"rival", rival_json(run)}};
}

Json summary_json(const ErrorSummary& summary) {
  return {{"count", summary.count},
          {"median_absolute_error", summary.median_absolute_error},
          {"p90_absolute_error", summary.p90_absolute_error},
          {"max_absolute_error", summary.max_absolute_error},
          {"mean_error", summary.mean_error},
          {"in_range", number(summary.in_range)}};
}

/// {rival: {field: {"ours": summary, "theirs": summary}}}, both over the same runs.
Json rivals_json(std::span<const MeasuredRun> runs, const Comparison& comparison) {
  Json rivals = Json::object();
  const std::vector<RivalSummary> summaries = rival_summaries(runs, comparison);
  for (const RivalSummary& each : summaries)
    rivals[each.rival][std::string(measured_field_names[index_of(each.field)])] = {
        {"ours", summary_json(each.ours)}, {"theirs", summary_json(each.theirs)}};
  return rivals;
}

}  // namespace

Json comparison_json(std::span<const MeasuredRun> runs, const Comparison& comparison,
                     const CrossValidation* cross_validated) {
  Json rows = Json::array(), summary = Json::object();
  for (std::size_t i = 0; i < runs.size() && i < comparison.runs.size(); ++i)
    rows.push_back(run_json(runs[i], comparison.runs[i]));
  for (std::size_t field = 0; field < measured_field_count; ++field) {
    Json& groups = summary[std::string(measured_field_names[field])] = Json::object();
    for (const GroupSummary& group : comparison.groups)
      if (group.fields[field]) groups[group_name(group.group)] = summary_json(*group.fields[field]);
  }
  const GroupSummary* all = summary_of(comparison, RunGroup{});
  return {{"runs", std::move(rows)},
          {"summary", std::move(summary)},
          {"headline", group_name(headline(comparison).group)},
          {"rivals", rivals_json(runs, comparison)},
          {"cross_validated", cross_validated != nullptr ? cross_validation_json(*cross_validated) : Json(nullptr)},
          {"counts", {{"runs", runs.size()}, {"invalid", all != nullptr ? all->invalid : 0}}}};
}

}  // namespace shardscope
