#include "core/measured/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/evaluate/evaluate.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

constexpr std::size_t flops_fields[] = {index_of(MeasuredField::model_flops_per_gpu_per_second),
                                        index_of(MeasuredField::hardware_flops_per_gpu_per_second),
                                        index_of(MeasuredField::mfu), index_of(MeasuredField::hfu)};

/// The largest of the stages' peaks in the books that `kind` means.
std::optional<double> peak_of(const MemoryReport& memory, MemoryKind kind) {
  Bytes peak;
  for (const StageMemory& stage : memory.stages)
    peak = max(peak, kind == MemoryKind::device     ? stage.total
                     : kind == MemoryKind::reserved ? stage.reserved
                                                    : stage.allocated);
  return peak.value > 0 ? std::optional(peak.value) : std::nullopt;
}

/// The value at a share of the way through a sorted list, between neighbours in proportion.
double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - static_cast<double>(below));
}

GroupSummary summarise(const RunGroup& of, const std::vector<std::size_t>& members, const Comparison& comparison,
                       std::span<const MeasuredRun> measured) {
  GroupSummary group{of, members.size(), 0, {}};
  for (const std::size_t i : members) group.invalid += comparison.runs[i].valid ? 0 : 1;
  for (std::size_t field = 0; field < measured_field_count; ++field) {
    std::vector<double> errors;
    std::size_t with_range = 0, within = 0;
    for (const std::size_t i : members) {
      const RunComparison& run = comparison.runs[i];
      if (!run.error[field]) continue;
      errors.push_back(*run.error[field]);
      if (!run.range[field]) continue;
      ++with_range;
      within += *measured[i].measured[field] >= run.range[field]->low &&
                        *measured[i].measured[field] <= run.range[field]->high
                    ? 1
                    : 0;
    }
    group.fields[field] = summary_of(std::move(errors));
    if (with_range > 0) group.fields[field]->in_range = static_cast<double>(within) / static_cast<double>(with_range);
  }
  return group;
}

}  // namespace

MeasuredFigures figures_of(const Report& report, MemoryKind memory_kind) {
  MeasuredFigures figures;
  const auto set = [&](MeasuredField field, std::optional<double> value) {
    if (value && std::isfinite(*value) && *value > 0) figures[index_of(field)] = value;
  };
  if (report.time) set(MeasuredField::step_seconds, report.time->step.value);
  if (report.throughput) {
    const Throughput& throughput = *report.throughput;
    set(MeasuredField::tokens_per_second_per_gpu, throughput.tokens_per_second_per_gpu);
    set(MeasuredField::model_flops_per_gpu_per_second, throughput.model_flops_per_gpu.value);
    set(MeasuredField::hardware_flops_per_gpu_per_second, throughput.hardware_flops_per_gpu.value);
    set(MeasuredField::mfu, throughput.mfu);
    set(MeasuredField::hfu, throughput.hfu);
  }
  set(MeasuredField::peak_memory_bytes, peak_of(report.memory, memory_kind));
  return figures;
}

namespace {

/// As peak_of() takes it.
MemorySeen seen_as(MemoryKind kind) {
  if (kind == MemoryKind::device) return MemorySeen::device;
  return kind == MemoryKind::reserved ? MemorySeen::reserved : MemorySeen::allocated;
}

/// Times lie in the step's own range, rates in its reciprocal; memory in that of who said it.
void set_ranges(RunComparison& compared, const Report& report, MemoryKind kind) {
  if (const auto& peak = compared.predicted[index_of(MeasuredField::peak_memory_bytes)]) {
    const BytesRange range = memory_range(Bytes{*peak}, seen_as(kind));
    compared.range[index_of(MeasuredField::peak_memory_bytes)] = FigureRange{range.low.value, range.high.value};
  }
  if (!report.time || !(report.time->step.value > 0)) return;
  const double low = report.time->range.low / report.time->step, high = report.time->range.high / report.time->step;
  const auto set = [&](MeasuredField field, double least, double most) {
    const auto& figure = compared.predicted[index_of(field)];
    if (figure) compared.range[index_of(field)] = FigureRange{*figure * least, *figure * most};
  };
  set(MeasuredField::step_seconds, low, high);
  for (const MeasuredField rate :
       {MeasuredField::tokens_per_second_per_gpu, MeasuredField::model_flops_per_gpu_per_second,
        MeasuredField::hardware_flops_per_gpu_per_second, MeasuredField::mfu, MeasuredField::hfu})
    set(rate, 1 / high, 1 / low);
}

}  // namespace

RunComparison compare_run(const MeasuredRun& run) {
  RunComparison compared;
  compared.problems = run.problems;
  if (!run.scenario || has_errors(run.problems)) return compared;
  const Report report = evaluate(*run.scenario);
  compared.valid = report.valid;
  if (!report.valid) {
    std::copy_if(report.problems.begin(), report.problems.end(), std::back_inserter(compared.problems),
                 [](const Problem& problem) { return problem.severity == Severity::error; });
    return compared;
  }
  compared.predicted = figures_of(report, run.memory_kind);
  if (!run.convention_known)
    for (const std::size_t field : flops_fields) compared.predicted[field].reset();
  for (std::size_t field = 0; field < measured_field_count; ++field)
    if (compared.predicted[field] && run.measured[field])
      compared.error[field] = *compared.predicted[field] / *run.measured[field] - 1;
  set_ranges(compared, report, run.memory_kind);
  return compared;
}

std::optional<ErrorSummary> summary_of(std::vector<double> errors) {
  if (errors.empty()) return std::nullopt;
  ErrorSummary summary;
  summary.count = errors.size();
  summary.mean_error = std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
  for (double& error : errors) error = std::abs(error);
  std::sort(errors.begin(), errors.end());
  summary.median_absolute_error = quantile(errors, 0.5);
  summary.p90_absolute_error = quantile(errors, 0.9);
  summary.max_absolute_error = errors.back();
  return summary;
}

Comparison compare_runs(std::span<const MeasuredRun> runs) {
  std::vector<RunComparison> compared;
  compared.reserve(runs.size());
  for (const MeasuredRun& run : runs) compared.push_back(compare_run(run));
  return in_groups(runs, std::move(compared));
}

Comparison in_groups(std::span<const MeasuredRun> runs, std::vector<RunComparison> compared) {
  Comparison comparison{std::move(compared), {}};
  std::map<RunGroup, std::vector<std::size_t>> members;
  members[{}];
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (RunGroup& group : groups_of(runs[i])) members[std::move(group)].push_back(i);
  const auto none_low = [&](const RunGroup& group, std::size_t kept) {
    return kept == members.at({group.by, group.name, false}).size();
  };
  for (const auto& [group, indices] : members)
    if (!group.but_low || !none_low(group, indices.size()))
      comparison.groups.push_back(summarise(group, indices, comparison, runs));
  return comparison;
}

const GroupSummary& headline(const Comparison& comparison) {
  return comparison.groups.front();
}

const GroupSummary* summary_of(const Comparison& comparison, const RunGroup& group) {
  const auto found = std::find_if(comparison.groups.begin(), comparison.groups.end(),
                                  [&](const GroupSummary& summary) { return summary.group == group; });
  return found != comparison.groups.end() ? &*found : nullptr;
}

}  // namespace shardscope
