// What it would take to relieve the network: single changes of plan or hardware, each evaluated whole.
#pragma once

#include <vector>

#include "core/changes/single_changes.h"
#include "core/report/report.h"

namespace shardscope {

struct NetworkIdea : SingleChange {
  bool hardware = false;  // "Network 200 → 400 Gb/s per GPU" has to be bought; the others are the plan's
};

/// What this scenario leaves open: faster network, scale-up links over more GPUs, no oversubscription, switches that
/// add up, more fibre; tensor, context and expert groups, stages and micro-batches of the next smaller or larger valid
/// size, replicas following; the order of ranks, overlap that is off, smaller gradients, and between sites compression
/// and local steps.
[[nodiscard]] std::vector<NetworkIdea> network_ideas(const Scenario& present, const Report& report);

/// An idea that was evaluated and helps.
struct NetworkChange {
  NetworkIdea idea;
  double faster = 0;  // share by which tokens per second grow
  LevelKind hottest = LevelKind::gpu;
  double load = 0;  // of that level's links, after the change
  bool fits = false;
};

/// Nothing where the plan is impossible then, or less than 0.1 % faster.
[[nodiscard]] std::optional<NetworkChange> tried(const Report& before, const NetworkIdea& idea);

/// Those that fit before the others; of each the one that gains most first.
void order_changes(std::vector<NetworkChange>& changes);

}  // namespace shardscope
