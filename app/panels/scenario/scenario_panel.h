// app/panels/scenario: the panel of the scenario, and its groups of rows, some of which other views have too. In: the
// scenario, the report, and the frame of whoever shows them. Out: the scenario edited. What a row is made of stands in
// app/panels.
//
// The left panel: model, cluster, split, batch, memory and precision, run; and the rarer fields on request.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "app/panels/view.h"
#include "core/changes/follow_edit.h"

namespace shardscope {

using OpenSections = std::set<std::string, std::less<>>;

/// What the panel remembers beside the scenario.
struct PanelState {
  Holds& holds;
  bool& more;          // whether the rarer fields are shown
  OpenSections& open;  // those of their sections that are unfolded, by name
  PanelFields fields =
      PanelFields::none;  // of the view that is looked at: they stand there also without being asked for
};

/// The scenario as edited in this frame, equal to the argument when nothing was touched. What follows an edit (data
/// parallelism, the batch) is the caller's.
[[nodiscard]] Scenario scenario_panel(Scenario scenario, const Frame& frame, const PanelState& state);

/// Values that a slider over many decades stops at: 1, 1.5, 2, 3, 5, 7 times powers of ten, and `present`.
[[nodiscard]] std::vector<double> decade_stops(double first, double last, double present);

/// Numbers of GPUs that fill whole nodes, some ten per doubling, and `present`.
[[nodiscard]] std::vector<double> gpu_stops(std::int64_t gpus_per_node, std::int64_t present);

}  // namespace shardscope
