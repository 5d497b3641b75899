#include "core/calibration/observed_runs.h"

#include "core/measured/compare.h"

namespace shardscope {

std::optional<double> measured_step_seconds(const MeasuredRun& run) {
  const auto step = index_of(MeasuredField::step_seconds);
  if (!run.scenario) return std::nullopt;
  if (run.measured[step]) return run.measured[step];
  const RunComparison compared = compare_run(run);
  if (!compared.valid || !compared.predicted[step]) return std::nullopt;
  for (const MeasuredField field :
       {MeasuredField::tokens_per_second_per_gpu, MeasuredField::model_flops_per_gpu_per_second,
        MeasuredField::hardware_flops_per_gpu_per_second, MeasuredField::mfu, MeasuredField::hfu}) {
    const auto &rate = run.measured[index_of(field)], &predicted = compared.predicted[index_of(field)];
    if (rate && predicted && *rate > 0) return *compared.predicted[step] * *predicted / *rate;
  }
  return std::nullopt;
}

std::optional<Observation> observed_run(const MeasuredRun& run) {
  const std::optional<double> seconds = measured_step_seconds(run);
  if (!seconds) return std::nullopt;
  return observed_step(run.id, *seconds, *run.scenario);
}

namespace {

/// Without what a calibration put behind it; of GPUs that were calibrated before the calibration kept it, cut off.
std::string own_title(const Gpu& gpu) {
  if (!gpu.calibration.gpu_title.empty()) return gpu.calibration.gpu_title;
  const std::string behind = " (" + gpu.calibration.name + ")";
  const bool calibrated = gpu.calibration.stands() && gpu.title.ends_with(behind);
  return calibrated ? gpu.title.substr(0, gpu.title.size() - behind.size()) : gpu.title;
}

}  // namespace

Gpu calibrated_gpu(const Gpu& base, const Calibration& calibration, const std::string& preset) {
  Gpu gpu = base;
  gpu.calibration = calibration;
  gpu.calibration.gpu_title = own_title(base);
  gpu.title = gpu.calibration.gpu_title + " (" + calibration.name + ")";
  gpu.preset = preset;
  return gpu;
}

}  // namespace shardscope
