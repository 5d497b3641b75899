// Measured runs as what a calibration is made of.
#pragma once

#include <optional>

#include "core/calibration/calibrate.h"
#include "core/measured/measured.h"

namespace shardscope {

/// The step that the run says, by its time, else by its tokens, FLOP/s or MFU; nothing of a run that says none or can't
/// be predicted.
[[nodiscard]] std::optional<double> measured_step_seconds(const MeasuredRun& run);

[[nodiscard]] std::optional<Observation> observed_run(const MeasuredRun& run);

/// The GPU that carries the calibration as a preset of one's own.
[[nodiscard]] Gpu calibrated_gpu(const Gpu& base, const Calibration& calibration, const std::string& preset);

}  // namespace shardscope
