#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/pipeline/timeline.h"

namespace shardscope {

namespace {

/// The costs of one rank's chunks.
struct RankCosts {
  std::vector<double> kept, redone;
  double beside = 0, hidden = 0;
};

/// Finds the moment at which it holds most.
struct PeakFinder {
  const RankCosts& cost;
  std::size_t passes = 0, passes_at_peak = 0;  // begun by then
  double amount = 0, peak = 0, asked = 0;      // asked: the most with what is hidden
  std::int32_t count = 0, at_peak_count = 0;
  bool in_backward = false;

  void look(double there, bool backward) {
    const bool equal = there == peak;
    if (there < peak || (equal && count < at_peak_count)) return;
    if (equal && count == at_peak_count && (!backward || cost.beside + cost.hidden <= 0)) return;
    peak = there, at_peak_count = count, passes_at_peak = passes, in_backward = backward;
  }
  void run(Pass pass) {
    ++passes;
    const PassEffect& effect = effect_of(pass.kind);
    if (effect.takes) {
      ++count, look(amount += cost.kept[pass.chunk], false);
      if (!effect.frees) return;  // every second pass of most orders
    }
    if (effect.redoes) look(amount += cost.redone[pass.chunk], false);
    if (effect.beside) {
      look(amount + cost.beside, true);
      asked = std::max(asked, amount + cost.beside + cost.hidden);
    }
    if (!effect.frees) return;
    --count;
    amount -= cost.kept[pass.chunk] + (effect.frees_redone ? cost.redone[pass.chunk] : 0);
  }
};

/// What a rank of so many chunks holds after the passes, the last of them only begun.
HeldAtPeak held_after(std::span<const Pass> passes, std::size_t chunks) {
  HeldAtPeak held;
  held.chunks.resize(chunks), held.redone.resize(chunks);
  for (const Pass pass : passes) {
    const PassEffect& effect = effect_of(pass.kind);
    held.chunks[pass.chunk] += (effect.takes ? 1 : 0) - (effect.frees ? 1 : 0);
    held.redone[pass.chunk] += (effect.redoes ? 1 : 0) - (effect.frees_redone ? 1 : 0);
  }
  if (passes.empty()) return held;
  const PassEffect& begun = effect_of(passes.back().kind);
  held.chunks[passes.back().chunk] += begun.frees ? 1 : 0;
  held.redone[passes.back().chunk] += begun.frees_redone ? 1 : 0;
  return held;
}

HeldAtPeak peak_of(std::span<const Pass> order, const RankCosts& cost) {
  PeakFinder most{cost};
  for (const Pass pass : order) most.run(pass);
  HeldAtPeak held = held_after(order.first(most.passes_at_peak), cost.kept.size());
  held.in_backward = most.in_backward;
  held.freed = std::max(0.0, most.asked - most.peak - (most.in_backward ? cost.hidden : 0));
  return held;
}

/// Nothing each where there are no costs.
void set_costs_of_rank(std::vector<double>& cost, const Schedule& schedule, std::int32_t rank,
                       std::span<const double> chunk_cost) {
  cost.assign(static_cast<std::size_t>(schedule.virtual_stages), 0.0);
  if (chunk_cost.empty()) return;
  for (std::int32_t chunk = 0; chunk < schedule.virtual_stages; ++chunk)
    cost[static_cast<std::size_t>(chunk)] = chunk_cost[static_cast<std::size_t>(schedule.stage_of(rank, chunk))];
}

}  // namespace

std::vector<HeldAtPeak> held_at_peak(const Schedule& schedule, const HoldingCosts& costs) {
  const auto stages = static_cast<std::size_t>(schedule.stages()), ranks = static_cast<std::size_t>(schedule.ranks);
  const auto fits = [](std::span<const double> given, std::size_t wanted) {
    return given.empty() || given.size() == wanted;
  };
  if (costs.kept.size() != stages || !fits(costs.redone, stages) || !fits(costs.beside, ranks) ||
      !fits(costs.hidden, ranks))
    throw std::logic_error("held_at_peak: one cost per stage and what lies beside per rank are wanted");
  std::vector<HeldAtPeak> held;
  held.reserve(ranks);
  RankCosts of_rank;
  for (std::size_t r = 0; r < ranks; ++r) {
    set_costs_of_rank(of_rank.kept, schedule, static_cast<std::int32_t>(r), costs.kept);
    set_costs_of_rank(of_rank.redone, schedule, static_cast<std::int32_t>(r), costs.redone);
    of_rank.beside = costs.beside.empty() ? 0 : costs.beside[r];
    of_rank.hidden = costs.hidden.empty() ? 0 : costs.hidden[r];
    held.push_back(peak_of(schedule.order[r], of_rank));
  }
  return held;
}

std::vector<double> peak_held(const Schedule& schedule, std::span<const double> chunk_cost) {
  const std::vector<HeldAtPeak> held = held_at_peak(schedule, {chunk_cost, {}, {}});
  std::vector<double> peak, cost;
  for (std::int32_t rank = 0; rank < schedule.ranks; ++rank) {
    set_costs_of_rank(cost, schedule, rank, chunk_cost);
    double amount = 0;
    for (std::size_t chunk = 0; chunk < cost.size(); ++chunk)
      amount += held[static_cast<std::size_t>(rank)].chunks[chunk] * cost[chunk];
    peak.push_back(amount);
  }
  return peak;
}

}  // namespace shardscope
