// A stage's pass as lanes: its layers one after another, each kind of layer simulated once and repeated, with ZeRO-3's
// gathers and scatters beside them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/lanes/layer_lanes.h"

namespace shardscope {

/// One layer, embedding or head of a pass.
struct LayerSpan {
  std::size_t lanes = 0;      // into PassLanes::layers
  std::int64_t layer = -1;    // of the model; -1 where it is none
  double start = 0, end = 0;  // seconds from the pass's start; what it waits for its gather lies before
  double slowed = 0;          // of its own seconds, from its first, those that gathers and scatters slow down
  double slack = 0;           // seconds by which it could end later, and the pass as it does
};

/// A gather of a layer's weights or a scatter of its gradients.
struct UnitTraffic {
  LaneKind lane = LaneKind::data_in;
  std::size_t span = 0;  // into PassLanes::spans: whose it is
  double start = 0, end = 0;
  Seconds alone;
  Bytes bytes;       // sent by the GPU
  double slack = 0;  // as a layer's
};

struct PassLanes {
  LanePass pass = LanePass::forward;
  std::vector<LayerLanes> layers;  // one of each kind
  std::vector<LayerSpan> spans;    // in the order in which the pass comes to them
  std::vector<UnitTraffic> traffic;
  double slowdown = 1;  // of what gathers slow down
  double length = 0;

  /// When a moment of a layer's own comes, in seconds from the pass's start.
  [[nodiscard]] double moment(const LayerSpan& span, double of_layer) const;

  /// Whether that much slack is none: the pass ends later as soon as what has it does.
  [[nodiscard]] bool is_critical(double slack) const { return slack <= 1e-9 * length; }
};

/// Of one stage; a pass of what the stage has.
[[nodiscard]] PassLanes pass_lanes(const StageContent& stage, const Scenario& scenario, const MachineSpeed& speed,
                                   LanePass pass);

/// Kernel seconds of the pass that gathers and scatters add to.
[[nodiscard]] Seconds exposed_gathers(const PassLanes& lanes);

}  // namespace shardscope
