#include "tests/fit/calibrated.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "core/calibration/calibrate.h"
#include "core/evaluate/evaluate.h"
#include "core/measured/compare.h"

namespace shardscope::fit {

namespace {

constexpr std::size_t runs_least = 12, runs_of_a_calibration = 3;

double measured_seconds(const MeasuredRun& run) {
  return *run.measured[index_of(MeasuredField::step_seconds)];
}

double log_error(const MeasuredRun& run, const Report& report) {
  return report.time ? std::log(report.time->step.value / measured_seconds(run)) : 0;
}

bool is_in_range(const MeasuredRun& run, const Report& report) {
  return report.time && measured_seconds(run) >= report.time->range.low.value &&
         measured_seconds(run) <= report.time->range.high.value;
}

/// By the GPU's preset.
std::map<std::string, Calibration> calibrations_of(const std::vector<MeasuredRun>& runs) {
  std::map<std::string, std::vector<Observation>> by_gpu;
  for (const MeasuredRun& run : runs)
    by_gpu[run.scenario->cluster.gpu.preset].push_back(observed_step(run.id, measured_seconds(run), *run.scenario));
  std::map<std::string, Calibration> calibrations;
  for (const auto& [gpu, observations] : by_gpu) calibrations[gpu] = calibrate(gpu, observations).calibration;
  return calibrations;
}

std::pair<double, double> median_and_p90(std::vector<double> log_errors) {
  for (double& error : log_errors) error = std::exp(error) - 1;
  const std::optional<ErrorSummary> summary = shardscope::summary_of(std::move(log_errors));
  return summary ? std::pair(summary->median_absolute_error, summary->p90_absolute_error) : std::pair(0.0, 0.0);
}

}  // namespace

std::optional<CalibratedSource> calibrated_source(std::vector<MeasuredRun> runs) {
  if (runs.size() < runs_least) return std::nullopt;
  std::sort(runs.begin(), runs.end(), [](const MeasuredRun& a, const MeasuredRun& b) { return a.id < b.id; });
  const auto rest = runs.begin() + runs_of_a_calibration;
  const std::map<std::string, Calibration> calibrations = calibrations_of({runs.begin(), rest});
  CalibratedSource source;
  for (auto run = rest; run != runs.end(); ++run) {
    Scenario scenario = *run->scenario;
    source.before.push_back(log_error(*run, evaluate(scenario)));
    const auto own = calibrations.find(scenario.cluster.gpu.preset);
    if (own != calibrations.end()) scenario.cluster.gpu.calibration = own->second;
    const Report after = evaluate(scenario);
    source.after.push_back(log_error(*run, after));
    source.in_range += is_in_range(*run, after) ? 1 : 0;
  }
  return source;
}

CalibratedErrors summed_up(const RunGroup& group, const CalibratedSource& source) {
  const auto [before, before_p90] = median_and_p90(source.before);
  const auto [after, after_p90] = median_and_p90(source.after);
  return {group,
          source.before.size(),
          before,
          before_p90,
          after,
          after_p90,
          static_cast<double>(source.in_range) / static_cast<double>(std::max<std::size_t>(1, source.before.size()))};
}

}  // namespace shardscope::fit
