#include <stdexcept>

#include "core/pipeline/timeline.h"

namespace shardscope {

namespace {

// A forward takes its chunk's cost until the pass that ends its backward, a lone one until its own end.
std::vector<std::int32_t> counts_at_peak(std::span<const Pass> order, std::span<const double> cost) {
  std::vector<std::int32_t> held(cost.size()), at_peak(cost.size());
  double amount = 0, peak = 0;
  for (const Pass pass : order) {
    if (takes_activations(pass.kind)) {
      ++held[pass.chunk];
      amount += cost[pass.chunk];
      if (amount > peak) {
        peak = amount;
        at_peak = held;
      }
    }
    if (frees_activations(pass.kind)) {
      --held[pass.chunk];
      amount -= cost[pass.chunk];
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

/// Adds a change to the steps; changes at one moment are one step.
void add_change(std::vector<HeldStep>& steps, double seconds, double value, std::int32_t chunks) {
  const HeldStep last = steps.back();
  if (last.seconds != seconds) steps.push_back(last);
  steps.back() = {seconds, last.value + value, last.chunks + chunks};
}

}  // namespace

std::vector<HeldStep> held_over_time(const Timeline& timeline, std::int32_t rank, std::span<const double> chunk_cost,
                                     double beside_backward) {
  if (chunk_cost.size() != static_cast<std::size_t>(timeline.virtual_stages))
    throw std::logic_error("held_over_time: one cost a chunk of the rank is wanted");
  std::vector<HeldStep> steps(1);
  for (const PassRecord& bar : timeline.lane(rank)) {
    const PassRole role = role_of(bar.pass.kind);
    const double cost = chunk_cost[bar.pass.chunk];
    if (takes_activations(bar.pass.kind)) add_change(steps, bar.start, cost, 1);
    if (role == PassRole::backward && !is_end(bar.pass.kind) && beside_backward != 0) {
      add_change(steps, bar.start, beside_backward, 0);
      add_change(steps, bar.end, -beside_backward, 0);
    }
    if (frees_activations(bar.pass.kind)) add_change(steps, bar.end, -cost, -1);
  }
  return steps;
}

std::vector<std::vector<std::int32_t>> held_at_peak(const Schedule& schedule, std::span<const double> chunk_cost) {
  if (chunk_cost.size() != static_cast<std::size_t>(schedule.stages()))
    throw std::logic_error("held_at_peak: one cost a stage is wanted");
  std::vector<std::vector<std::int32_t>> held;
  for (std::int32_t rank = 0; rank < schedule.ranks; ++rank)
    held.push_back(
        counts_at_peak(schedule.order[static_cast<std::size_t>(rank)], costs_of_rank(schedule, rank, chunk_cost)));
  return held;
}

std::vector<double> peak_held(const Schedule& schedule, std::span<const double> chunk_cost) {
  const std::vector<std::vector<std::int32_t>> held = held_at_peak(schedule, chunk_cost);
  std::vector<double> peak;
  for (std::int32_t rank = 0; rank < schedule.ranks; ++rank) {
    const std::vector<double> cost = costs_of_rank(schedule, rank, chunk_cost);
    double amount = 0;
    for (std::size_t chunk = 0; chunk < cost.size(); ++chunk)
      amount += held[static_cast<std::size_t>(rank)][chunk] * cost[chunk];
    peak.push_back(amount);
  }
  return peak;
}

}  // namespace shardscope
