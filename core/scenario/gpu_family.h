// What the program knows of a family of GPUs beside the figures of each.
#pragma once

#include "core/scenario/parts/choices.h"
#include "core/scenario/software_traits.h"

namespace shardscope {

enum class GpuMaker { nvidia, amd, intel, huawei, google, aws };

struct FamilyFacts {
  /// Whose attention kernels a framework's are timed against.
  double Constants::*AttentionRates::*attention = &AttentionRates::others;
  bool bound_by_power = false;        // below its usual power it lowers its clock
  bool experts_were_new = false;      // kernels of mixtures of experts gain by moe_gain_per_year
  bool older_than_blackwell = false;  // among NVIDIA's
  bool switch_reduces = false;        // NVLink SHARP, from the third generation of NVSwitch on
  /// Scales of mxfp8 in hardware. Transformer Engine wants compute capability 10.0 or higher, and below 12.0
  /// (transformer_engine/pytorch/quantization.py, _compute_mxfp8_support). AMD has such scales from CDNA 4 on.
  bool lacks_microscaling = false;
  /// PyTorch's kernels for CUDA run there, or are carried over (ROCm, Gaudi's bridge); else another compiler makes
  /// them.
  bool runs_cuda_code = true;
  GpuMaker maker = GpuMaker::nvidia;
  bool has_cuda = true;  // its context and NCCL's communicators; what isn't told apart counts as NVIDIA's
};

[[nodiscard]] constexpr FamilyFacts facts_of(GpuFamily family) {
  switch (family) {
    case GpuFamily::volta:
    case GpuFamily::ampere:
    case GpuFamily::ada:
      return {.older_than_blackwell = true, .lacks_microscaling = true};
    case GpuFamily::hopper:
      return {.attention = &AttentionRates::hopper,
              .bound_by_power = true,
              .older_than_blackwell = true,
              .switch_reduces = true,
              .lacks_microscaling = true};
    case GpuFamily::blackwell:
    case GpuFamily::blackwell_ultra:
      return {.attention = &AttentionRates::blackwell, .experts_were_new = true, .switch_reduces = true};
    case GpuFamily::blackwell_consumer:
      return {.attention = &AttentionRates::blackwell, .experts_were_new = true, .lacks_microscaling = true};
    case GpuFamily::cdna2:
    case GpuFamily::cdna3:
      return {.lacks_microscaling = true, .maker = GpuMaker::amd, .has_cuda = false};
    case GpuFamily::cdna4:
      return {.maker = GpuMaker::amd, .has_cuda = false};
    case GpuFamily::gaudi:
      return {.maker = GpuMaker::intel, .has_cuda = false};
    case GpuFamily::tpu:
      return {.runs_cuda_code = false, .maker = GpuMaker::google, .has_cuda = false};
    case GpuFamily::trainium:
      return {.runs_cuda_code = false, .maker = GpuMaker::aws, .has_cuda = false};
    case GpuFamily::unknown:
      break;
  }
  return {};
}

}  // namespace shardscope
