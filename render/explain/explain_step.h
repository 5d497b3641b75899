// The words of a row of the step: what it is, how it comes about with this plan's numbers, where the formula is from.
#pragma once

#include <string>
#include <string_view>

#include "core/report/report.h"
#include "render/chart/card.h"
#include "render/step/waterfall.h"

namespace shardscope {

/// "in one node", "across racks".
[[nodiscard]] std::string_view place_of(Reach reach);

/// Of a row that is drawn with so many seconds: `other` may hold smaller rows. Empty where the report has no times.
[[nodiscard]] Explanation explain_step_row(const Report& report, const LostSeconds& lost, TimeLost row, Seconds drawn);

/// "equal stages alone would idle (p−1) / (v·m + p−1) = 14 / (1 × 35 + 14) = 28.6 %". Empty where its schedule doesn't
/// fill and drain once, forward and backward, or has no ranks to wait for.
[[nodiscard]] std::string equal_stages_equation(const Plan& plan);

/// "FLOP per token × tokens per step / step / GPUs at work / peak = 2.11 TFLOP × 59.6 M / 39.8 s / …": how MFU comes
/// about. Empty where the step's time is unknown.
[[nodiscard]] std::string mfu_equation(const Report& report);

}  // namespace shardscope
