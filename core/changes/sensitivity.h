// How step and spare memory answer to each part of a scenario by itself: a figure of the hardware a share worse and
// better, a degree of the plan at its next smaller and larger value. Each side is the whole plan evaluated anew.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/changes/single_changes.h"
#include "core/changes/what_if.h"
#include "core/report/report.h"

namespace shardscope {

/// One side of a row: its figures less the plan's own.
struct SensitivitySide {
  std::string to;  // "−10 %", "4", "104 on 12,480 GPUs"
  std::optional<Seconds> step;
  Bytes spare;  // of the fullest GPU's memory
  bool fits = false;
  SingleChange change;  // the scenario of that side
};

/// Of a figure of the hardware or a degree of the plan. Absent: no such value, or the plan can't run with it.
struct SensitivityRow {
  std::string name;  // "Network", "TP 8"
  bool hardware = false;
  std::optional<SensitivitySide> less, more;
};

/// The hardware's figures, those degrees that move by themselves, expert tensor parallelism and replicas.
inline constexpr std::size_t sensitivity_rows = hardware_figure_count + count_of<PlanDegree> + 2;

/// One of them, by its place. Hardware moves by that share; replicas are halved and doubled on a cluster that has as
/// many GPUs as they need, everything else leaves as many GPUs at work as now. `before` has a time.
[[nodiscard]] SensitivityRow sensitivity_row(const Report& before, std::size_t place, double share);

}  // namespace shardscope
