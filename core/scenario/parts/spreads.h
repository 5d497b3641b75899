// How far off the constants of the kernel and network model may be, as a value that a cluster carries beside them: what
// tests/fit finds is put here. What each governs of a step: core/step/step_range.h.
//
// All are the least pinball loss of the 10th and 90th percentiles over 784 of the 786 public runs that the constants
// rest on (those whose family has products' spreads), each predicted by constants that were fitted without its
// configuration; of a family that no run is known of over the same runs by constants fitted without its family, its own
// at their priors. presets/measured/cross_validation.json has them anew.
#pragma once

#include <array>
#include <optional>

#include "core/constants/constant_kinds.h"
#include "core/scenario/parts/choices.h"

namespace shardscope {

/// Of matrix products, in 16 bits and in fewer.
struct ProductSpreads {
  ConstantSpread products, low_products;

  bool operator==(const ProductSpreads&) const = default;
};

/// Nothing: fitted on no run of the family. Ampere has none in 8 bits: the wider of its 16 bits' and of unseen
/// families'.
[[nodiscard]] constexpr std::optional<ProductSpreads> shipped_spreads_of(GpuFamily family) {
  switch (family) {
    case GpuFamily::ampere:
      return {{{0.055, 0.141}, {0.063, 0.141}}};
    case GpuFamily::hopper:
      return {{{0.041, 0.052}, {0.104, 0.069}}};
    case GpuFamily::blackwell:
      return {{{0.067, 0.189}, {0.108, 0.065}}};
    case GpuFamily::blackwell_ultra:
      return {{{0.080, 0.080}, {0.165, 0.145}}};
    case GpuFamily::volta:
    case GpuFamily::ada:
    case GpuFamily::blackwell_consumer:
    case GpuFamily::cdna2:
    case GpuFamily::cdna3:
    case GpuFamily::cdna4:
    case GpuFamily::gaudi:
    case GpuFamily::tpu:
    case GpuFamily::trainium:
    case GpuFamily::unknown:
      break;
  }
  return std::nullopt;
}

struct Spreads {
  /// By GpuFamily.
  std::array<std::optional<ProductSpreads>, count_of<GpuFamily>> of_family = [] {
    std::array<std::optional<ProductSpreads>, count_of<GpuFamily>> shipped;
    for (std::size_t i = 0; i < shipped.size(); ++i) shipped[i] = shipped_spreads_of(static_cast<GpuFamily>(i));
    return shipped;
  }();
  ConstantSpread grouped = {0.077, 0.065}, attention = {0.114, 0.092}, memory_bound = {0.075, 0.080},
                 waits = {0.125, 0.178}, network = {0.104, 0.107};
  ConstantSpread dense_software = {0.047, 0.065}, experts_software = {0.147, 0.171};
  /// Of the other families, by ConstantKind.
  std::array<ConstantSpread, constant_kind_count> unseen = {
      {{0.061, 0.140}, {0.063, 0.089}, {0.069, 0.069}, {0.076, 0.096}, {0.077, 0.077}, {0.071, 0.318}, {0.123, 0.078}}};
  ConstantSpread unseen_dense_software = {0.080, 0.173}, unseen_experts_software = {0.199, 0.260};

  [[nodiscard]] const std::optional<ProductSpreads>& of(GpuFamily family) const { return of_family[index_of(family)]; }

  bool operator==(const Spreads&) const = default;
};

}  // namespace shardscope
