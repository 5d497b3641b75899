// What one's own runs say of a GPU's constants: by how much longer than the public fit has it each kind takes there,
// and how much of the public spread is left. A GPU carries it; core/calibration makes it of runs.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/choice.h"
#include "core/constants/constant_kinds.h"

namespace shardscope {

// clang-format off
#define SHARDSCOPE_CALIBRATED(choice) \
  choice(products, "products", "Products in 16 bits", "Matrix products in 16 bits or more.") \
  choice(low_products, "low_products", "Products in 8 or 4 bits", "Matrix products in 8 or 4 bits.") \
  choice(grouped, "grouped", "Experts' products", "Grouped products of local experts.") \
  choice(attention, "attention", "Attention", "Attention, fused or not.") \
  choice(memory_bound, "memory_bound", "Memory-bound kernels", "Norms, activations, casts, the optimizer.") \
  choice(waits, "waits", "Launches and waits", "Host time of a launch, and waits for the host.") \
  choice(scale_up, "scale_up", "Network within the node", "Traffic within the scale-up domain.") \
  choice(scale_out, "scale_out", "Network between nodes", "Traffic that leaves the scale-up domain.") \
  choice(software, "software", "Software", "All kernels, by the framework's release.")
// clang-format on
SHARDSCOPE_CHOICES(CalibratedConstant, SHARDSCOPE_CALIBRATED)
inline constexpr std::size_t calibrated_count = count_of<CalibratedConstant>;

/// The kind whose spread it has.
[[nodiscard]] constexpr ConstantKind kind_of(CalibratedConstant constant) {
  switch (constant) {
    case CalibratedConstant::products:
      return ConstantKind::products;
    case CalibratedConstant::low_products:
      return ConstantKind::low_products;
    case CalibratedConstant::grouped:
      return ConstantKind::grouped;
    case CalibratedConstant::attention:
      return ConstantKind::attention;
    case CalibratedConstant::memory_bound:
      return ConstantKind::memory_bound;
    case CalibratedConstant::waits:
      return ConstantKind::waits;
    case CalibratedConstant::scale_up:
    case CalibratedConstant::scale_out:
      return ConstantKind::network;
    case CalibratedConstant::software:
      break;
  }
  return ConstantKind::software;
}

/// Indexed by CalibratedConstant.
using CalibratedValues = std::array<double, calibrated_count>;

/// A symmetric matrix over the calibrated constants.
using CalibratedMatrix = std::array<CalibratedValues, calibrated_count>;

[[nodiscard]] constexpr CalibratedMatrix identity_of_calibrated() {
  CalibratedMatrix identity{};
  for (std::size_t i = 0; i < calibrated_count; ++i) identity[i][i] = 1;
  return identity;
}

struct Calibration {
  std::string name;               // what it was kept as
  std::string gpu_title;          // of the GPU that it calibrates, as it is called without
  std::vector<std::string> runs;  // that it was made of; none: there is no calibration
  /// By how much longer than the public fit has it what each governs takes.
  CalibratedValues factors = [] {
    CalibratedValues ones{};
    ones.fill(1);
    return ones;
  }();
  /// Covariance of how far off they may still be in another run, each in its public spread.
  CalibratedMatrix left = identity_of_calibrated();

  [[nodiscard]] bool stands() const { return !runs.empty(); }
  [[nodiscard]] double factor(CalibratedConstant constant) const { return factors[index_of(constant)]; }

  bool operator==(const Calibration&) const = default;
};

}  // namespace shardscope
