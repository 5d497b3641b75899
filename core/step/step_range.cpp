#include "core/step/step_range.h"

#include <algorithm>
#include <cmath>

#include "core/base/elementary.h"

namespace shardscope {

namespace {

double effect_of(const RangePart& part) {
  return part.governs.value * (part.spread.shorter + part.spread.longer);
}

}  // namespace

bool has_fitted_spread(const Cluster& cluster) {
  return cluster.spreads.of(cluster.gpu.family).has_value();
}

ConstantSpreads constant_spreads(const Cluster& cluster, bool experts) {
  const Spreads& all = cluster.spreads;
  if (const std::optional<ProductSpreads>& own = all.of(cluster.gpu.family))
    return {{own->products, own->low_products, all.grouped, all.attention, all.memory_bound, all.waits, all.network},
            experts ? all.experts_software : all.dense_software};
  return {all.unseen, experts ? all.unseen_experts_software : all.unseen_dense_software};
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
    shorter += power(share * part.spread.shorter, 2), longer += power(share * part.spread.longer, 2);
  }
  return {step * exponential(-std::sqrt(shorter)), step * exponential(std::sqrt(longer))};
}

namespace {

/// Of what its kind governs, what the constant does.
double share_of_kind(CalibratedConstant constant, double scale_up_share) {
  if (constant == CalibratedConstant::scale_up) return scale_up_share;
  return constant == CalibratedConstant::scale_out ? 1 - scale_up_share : 1;
}

double squared(const CalibratedValues& values, const CalibratedMatrix& covariance) {
  double sum = 0;
  for (std::size_t i = 0; i < calibrated_count; ++i)
    for (std::size_t j = 0; j < calibrated_count; ++j) sum += values[i] * covariance[i][j] * values[j];
  return std::max(0.0, sum);
}

}  // namespace

double scale_up_share(const std::vector<Communication>& rows) {
  Seconds within, all;
  for (const Communication& row : rows) {
    all += row.exposed;
    if (row.crosses <= Reach::node) within += row.exposed;
  }
  return all.value > 0 ? within / all : 0;
}

RangeParts narrowed(RangeParts parts, const Calibration& calibration, double scale_up_share) {
  if (!calibration.stands()) return parts;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    CalibratedValues alone{};
    for (std::size_t i = 0; i < calibrated_count; ++i) {
      const auto constant = static_cast<CalibratedConstant>(i);
      if (index_of(kind_of(constant)) == k) alone[i] = share_of_kind(constant, scale_up_share);
    }
    const double left = std::sqrt(squared(alone, calibration.left));
    parts[k].spread.shorter *= left, parts[k].spread.longer *= left;
  }
  return parts;
}

SecondsRange step_range(Seconds step, const RangeParts& parts, const Calibration& calibration, double scale_up_share) {
  if (!calibration.stands() || !(step.value > 0)) return step_range(step, parts);
  const auto deviation = [&](double ConstantSpread::*side) {
    CalibratedValues values{};
    for (std::size_t i = 0; i < calibrated_count; ++i) {
      const auto constant = static_cast<CalibratedConstant>(i);
      const RangePart& part = parts[index_of(kind_of(constant))];
      values[i] = share_of_kind(constant, scale_up_share) * (part.governs / step) * part.spread.*side;
    }
    return std::sqrt(squared(values, calibration.left));
  };
  return {step * exponential(-deviation(&ConstantSpread::shorter)),
          step * exponential(deviation(&ConstantSpread::longer))};
}

}  // namespace shardscope
