// The kernels of one block's pass in the order in which they run, what each takes up of the pass, and the traffic that
// travels beside it or that it waits for.
#pragma once

#include <optional>
#include <vector>

#include "core/lanes/layer_lanes.h"
#include "core/traffic/tensor_branches.h"

namespace shardscope {

/// Traffic at a kernel. A part of the kernel runs beside it, the first or the last; with none all waits for it.
struct KernelTraffic {
  LaneKind lane = LaneKind::tensor;
  LaneWork work = LaneWork::gather;
  Seconds seconds;
  Seconds elsewhere;
  Bytes bytes;
  double share = 1;   // of a collective that is laid over several kernels
  double beside = 0;  // share of the kernel
  bool before = true;
};

struct PassKernel {
  std::size_t operation = 0;
  OperationPhase phase = OperationPhase::forward;
  double share = 1;  // of the operation that runs
  Seconds alone, taken_up;
  std::vector<KernelTraffic> before, after;  // in their order
};

struct PassKernels {
  std::vector<PassKernel> kernels;
  Seconds copies;          // FSDP's, at the pass's start
  Seconds without_kernel;  // launches of a pass that has no kernel
  /// What waits for the host before experts run, and the kernel that it is before.
  Seconds host;
  std::optional<std::size_t> host_before;
  std::vector<KernelTraffic> traffic;  // of a pass without kernels
};

[[nodiscard]] PassKernels pass_kernels(const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                                       bool redone, LanePass pass);

}  // namespace shardscope
