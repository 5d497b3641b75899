// What three runs of a source say of its others: predicted as a fit without the source has it, and calibrated on them.
#pragma once

#include <optional>
#include <vector>

#include "core/measured/cross_validation.h"
#include "core/measured/measured.h"

namespace shardscope::fit {

/// log(predicted / measured) of the runs of a source that took no part in its calibration.
struct CalibratedSource {
  std::vector<double> before, after;
  std::size_t in_range = 0;  // of the measured steps in the calibrated range
};

/// The runs of one source, with the constants that they carry; the first three by id calibrate. A calibration is of a
/// GPU: of those three each counts for the runs on its own. Nothing of fewer than twelve runs.
[[nodiscard]] std::optional<CalibratedSource> calibrated_source(std::vector<MeasuredRun> runs);

[[nodiscard]] CalibratedErrors summed_up(const RunGroup& group, const CalibratedSource& source);

}  // namespace shardscope::fit
