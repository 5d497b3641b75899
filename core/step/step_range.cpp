#include "core/step/step_range.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

struct FamilySpreads {
  GpuFamily family;
  ConstantSpread products, low_products;
};

// Of a family that no run is known of: the same for errors of runs whose family the fit never saw, its own constants at
// their priors (cross_validation.json, "family unknown"). In ConstantKind's order.
constexpr ConstantSpreads unseen_family = {
    {{{0.077, 0.116}, {0.054, 0.077}, {0.068, 0.070}, {0.069, 0.094}, {0.078, 0.078}, {0.070, 0.352}, {0.212, 0.073}}},
    {0.069, 0.185}};
constexpr ConstantSpread unseen_experts_software = {0.202, 0.299};

// All as tests/fit finds them (spreads.h there): the least pinball loss of the 10th and 90th percentiles over 784
// public runs, each predicted by constants that were fitted without its configuration. cross_validation.json has them
// anew. Ampere has no runs in 8 bits: the wider of its 16 bits' and of unseen families'.
constexpr std::array<FamilySpreads, 4> families = {{{GpuFamily::ampere, {0.052, 0.136}, {0.054, 0.136}},
                                                    {GpuFamily::hopper, {0.041, 0.047}, {0.098, 0.055}},
                                                    {GpuFamily::blackwell, {0.067, 0.189}, {0.096, 0.070}},
                                                    {GpuFamily::blackwell_ultra, {0.080, 0.080}, {0.133, 0.151}}}};
constexpr ConstantSpread grouped = {0.076, 0.069}, attention = {0.114, 0.086}, memory_bound = {0.074, 0.082},
                         waits = {0.123, 0.103}, network = {0.210, 0.074};
constexpr ConstantSpread dense_software = {0.048, 0.070}, experts_software = {0.159, 0.232};

double effect_of(const RangePart& part) {
  return part.governs.value * (part.spread.shorter + part.spread.longer);
}

}  // namespace

bool has_fitted_spread(const Gpu& gpu) {
  return std::any_of(families.begin(), families.end(),
                     [&](const FamilySpreads& each) { return each.family == gpu.family; });
}

ConstantSpreads constant_spreads(const Gpu& gpu, bool experts) {
  for (const FamilySpreads& family : families)
    if (gpu.family == family.family)
      return {{family.products, family.low_products, grouped, attention, memory_bound, waits, network},
              experts ? experts_software : dense_software};
  return {unseen_family.of_kind, experts ? unseen_experts_software : unseen_family.software};
}

GovernedSeconds governed_seconds(const StepBreakdown& step, const GovernedSeconds& kernels) {
  Seconds parts;
  for (const Seconds part : kernels) parts += part;
  GovernedSeconds governed{};
  const Seconds run = step.compute() + step.recompute, shown = step.tp_comm + step.cp_comm + step.ep_comm;
  if (parts.value > 0)
    for (std::size_t i = 0; i < kernels.size(); ++i) governed[i] = run * (kernels[i] / parts);
  governed[index_of(ConstantKind::network)] += shown;
  if ((run + shown).value > 0)
    for (Seconds& part : governed) part = part * (1 + step.bubble / (run + shown));
  governed[index_of(ConstantKind::network)] += step.pp_comm + step.dp_comm;
  governed[index_of(ConstantKind::memory_bound)] += step.optimizer;
  governed[index_of(ConstantKind::waits)] += step.other;
  return governed;
}

RangeParts range_parts_of(const GovernedSeconds& governed, const ConstantSpreads& spreads) {
  RangeParts parts;
  Seconds kernels;
  for (std::size_t i = 0; i < governed.size(); ++i) {
    const auto kind = static_cast<ConstantKind>(i);
    parts[i] = {name_of(kind), governed[i], spreads.of_kind[i]};
    if (kind != ConstantKind::network) kernels += governed[i];
  }
  parts.back() = {name_of(ConstantKind::software), kernels, spreads.software};
  return parts;
}

std::vector<RangePart> by_effect(const RangeParts& all) {
  std::vector<RangePart> parts;
  for (const RangePart& part : all)
    if (part.governs.value > 0) parts.push_back(part);
  std::stable_sort(parts.begin(), parts.end(),
                   [](const RangePart& a, const RangePart& b) { return effect_of(a) > effect_of(b); });
  return parts;
}

std::vector<RangePart> largest_of(const RangeParts& all) {
  std::vector<RangePart> parts = by_effect(all);
  std::erase_if(parts, [least = parts.empty() ? 0 : effect_of(parts.front()) / 3](const RangePart& part) {
    return effect_of(part) < least;
  });
  return parts;
}

SecondsRange step_range(Seconds step, const RangeParts& parts) {
  if (!(step.value > 0)) return {step, step};
  double shorter = 0, longer = 0;
  for (const RangePart& part : parts) {
    const double share = part.governs / step;
    shorter += std::pow(share * part.spread.shorter, 2), longer += std::pow(share * part.spread.longer, 2);
  }
  return {step * std::exp(-std::sqrt(shorter)), step * std::exp(std::sqrt(longer))};
}

}  // namespace shardscope
