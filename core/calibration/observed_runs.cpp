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

Gpu calibrated_gpu(const Gpu& base, const Calibration& calibration, const std::string& preset) {
  Gpu gpu = base;
  gpu.calibration = calibration;
  gpu.calibration.gpu_title = base.calibration.gpu_title.empty() ? base.title : base.calibration.gpu_title;
  gpu.title = gpu.calibration.gpu_title + " (" + calibration.name + ")";
  gpu.preset = preset;
  return gpu;
}

}  // namespace shardscope
