#include <stdexcept>

#include "core/pipeline/timeline.h"

namespace shardscope {

namespace {

/// The costs of one rank's chunks.
struct RankCosts {
  std::vector<double> kept, redone;
  double beside = 0;
};

HeldAtPeak peak_of(std::span<const Pass> order, const RankCosts& cost) {
  HeldAtPeak now{std::vector<std::int32_t>(cost.kept.size()), std::vector<std::int32_t>(cost.kept.size()), false};
  HeldAtPeak at_peak = now;
  double amount = 0, peak = 0;
  const auto look = [&](double there, bool in_backward) {
    if (there <= peak) return;
    peak = there;
    at_peak = now;
    at_peak.in_backward = in_backward;
  };
  const auto let_go = [&](std::size_t chunk, bool split) {
    --now.chunks[chunk];
    if (split) --now.redone[chunk];
    amount -= cost.kept[chunk] + (split ? cost.redone[chunk] : 0);
  };
  for (const Pass pass : order) {
    if (is_end(pass.kind)) continue;  // what it holds is in its stage's
    const bool frees = frees_activations(pass.kind);
    switch (role_of(pass.kind)) {
      case PassRole::forward:
        ++now.chunks[pass.chunk];
        look(amount += cost.kept[pass.chunk], false);
        if (frees) let_go(pass.chunk, false);  // no backward comes
        break;
      case PassRole::backward:
        if (frees) {
          look(amount + cost.beside, true);
          let_go(pass.chunk, false);
        } else {
          ++now.redone[pass.chunk];
          look(amount += cost.redone[pass.chunk], false);
        }
        break;
      case PassRole::weight:
        let_go(pass.chunk, true);
        break;
    }
  }
  return at_peak;
}

std::vector<double> costs_of_rank(const Schedule& schedule, std::int32_t rank, std::span<const double> chunk_cost) {
  std::vector<double> cost;
  for (std::int32_t chunk = 0; chunk < schedule.virtual_stages; ++chunk)
    cost.push_back(chunk_cost[static_cast<std::size_t>(schedule.stage_of(rank, chunk))]);
  return cost;
}

}  // namespace

std::vector<HeldAtPeak> held_at_peak(const Schedule& schedule, const HoldingCosts& costs) {
  const auto stages = static_cast<std::size_t>(schedule.stages()), ranks = static_cast<std::size_t>(schedule.ranks);
  const auto fits = [](std::span<const double> given, std::size_t wanted) {
    return given.empty() || given.size() == wanted;
  };
  if (costs.kept.size() != stages || !fits(costs.redone, stages) || !fits(costs.beside, ranks))
    throw std::logic_error("held_at_peak: one cost a stage, and one beside a rank, are wanted");
  std::vector<HeldAtPeak> held;
  for (std::size_t r = 0; r < ranks; ++r) {
    const auto rank = static_cast<std::int32_t>(r);
    RankCosts of_rank{costs_of_rank(schedule, rank, costs.kept), {}, costs.beside.empty() ? 0 : costs.beside[r]};
    of_rank.redone = costs.redone.empty() ? std::vector<double>(of_rank.kept.size(), 0.0)
                                          : costs_of_rank(schedule, rank, costs.redone);
    held.push_back(peak_of(schedule.order[r], of_rank));
  }
  return held;
}

std::vector<double> peak_held(const Schedule& schedule, std::span<const double> chunk_cost) {
  const std::vector<HeldAtPeak> held = held_at_peak(schedule, {chunk_cost, {}, {}});
  std::vector<double> peak;
  for (std::int32_t rank = 0; rank < schedule.ranks; ++rank) {
    const std::vector<double> cost = costs_of_rank(schedule, rank, chunk_cost);
    double amount = 0;
    for (std::size_t chunk = 0; chunk < cost.size(); ++chunk)
      amount += held[static_cast<std::size_t>(rank)].chunks[chunk] * cost[chunk];
    peak.push_back(amount);
  }
  return peak;
}

}  // namespace shardscope
