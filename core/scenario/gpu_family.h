// What the program knows of a family of GPUs beside the figures of each.
#pragma once

#include "core/scenario/choices.h"

namespace shardscope {

struct FamilyFacts {
  bool is_hopper = false, is_blackwell = false;  // whose kernels and clocks were timed apart
  bool older_than_blackwell = false;             // among NVIDIA's
  bool switch_reduces = false;                   // NVLink SHARP, from the third generation of NVSwitch on
  /// Scales of mxfp8 in hardware. Transformer Engine wants compute capability 10.0 or higher, and below 12.0
  /// (transformer_engine/pytorch/quantization.py, _compute_mxfp8_support). AMD has such scales from CDNA 4 on.
  bool lacks_microscaling = false;
};

[[nodiscard]] constexpr FamilyFacts facts_of(GpuFamily family) {
  switch (family) {
    case GpuFamily::volta:
    case GpuFamily::ampere:
    case GpuFamily::ada:
      return {.older_than_blackwell = true, .lacks_microscaling = true};
    case GpuFamily::hopper:
      return {.is_hopper = true, .older_than_blackwell = true, .switch_reduces = true, .lacks_microscaling = true};
    case GpuFamily::blackwell:
    case GpuFamily::blackwell_ultra:
      return {.is_blackwell = true, .switch_reduces = true};
    case GpuFamily::blackwell_consumer:
      return {.is_blackwell = true, .lacks_microscaling = true};
    case GpuFamily::cdna2:
    case GpuFamily::cdna3:
      return {.lacks_microscaling = true};
    case GpuFamily::cdna4:
    case GpuFamily::gaudi:
    case GpuFamily::tpu:
    case GpuFamily::trainium:
    case GpuFamily::unknown:
      break;
  }
  return {};
}

}  // namespace shardscope
