// Failures and checkpoints of a run: how long training stands, what is lost, and the interval that loses least.
#pragma once

#include "core/base/units.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// What decides how much of the time is training.
struct FailureModel {
  Seconds mean_time = {};    // between unexpected interruptions of the whole cluster
  Seconds stall = {};        // C: training stands for a checkpoint
  Seconds lag = {};          // W: after that, until a failure can't lose it
  Seconds restart = {};      // R: from a failure until training goes on, its detection included
  double planned_stops = 0;  // for each unexpected one; each takes a restart and loses no work
};

/// The cluster's rate is the sum of its GPUs' and its nodes'. A synchronous checkpoint stalls for size / storage
/// bandwidth. An asynchronous or in-memory one stalls for each GPU's even share of the size over its link to the host;
/// the lag is size / storage bandwidth, or that share over the GPU's network (one copy in another node: Wang et al.
/// 2023, "GEMINI"). `checkpoint_seconds` goes before the computed stall.
[[nodiscard]] FailureModel failure_model(const Run& run, const Cluster& cluster, Bytes checkpoint);
/// The same model on a cluster of `gpus`.
[[nodiscard]] FailureModel failure_model(const Run& run, const Cluster& cluster, Bytes checkpoint, double gpus);

/// Expected time from one safe checkpoint to the next, t of training apart: with failures at rate 1/M, also during
/// checkpoints and restarts, and work since the last safe checkpoint lost,
///   M · e^((R+W)/M) · (e^((t+C)/M) - 1).
/// Daly 2006, eq. 13, for W = 0. With a lag the first attempt needs t + C, each later one t + C + W without a failure,
/// which makes a restart longer by W. t is at least W - C: a checkpoint waits for the one before.
[[nodiscard]] Seconds expected_segment(const FailureModel& model, Seconds interval);

/// Planned stops' time over that of all else: they come while training runs, which is e^(-R/M) of it, at planned_stops
/// / M, and take R each.
[[nodiscard]] double planned_share(const FailureModel& model);

/// Share of the time that is training: t over the above and the planned stops.
[[nodiscard]] double goodput(const FailureModel& model, Seconds interval);

/// Where the expected time of `interval` of training goes; the parts add up to interval / goodput.
struct TimeShares {
  Seconds training, checkpoints, lost, restarts, planned;
};
[[nodiscard]] TimeShares time_shares(const FailureModel& model, Seconds interval);

/// sqrt(2·C·M). Young 1974, "A first order approximation to the optimum checkpoint interval".
[[nodiscard]] Seconds young_interval(const FailureModel& model);
/// Daly 2006, "A higher order estimate of the optimum checkpoint interval for restart dumps", eq. 37:
/// sqrt(2·C·M)·(1 + (1/3)·sqrt(C/2M) + (1/9)·C/2M) - C where C < 2M, else M.
[[nodiscard]] Seconds daly_interval(const FailureModel& model);
/// The interval with the highest goodput: the root of e^((t+C)/M)·(1 - t/M) = 1, by bisection; R and W drop out of it.
/// At least W - C, and at least `shortest`, which is a step.
[[nodiscard]] Seconds optimal_interval(const FailureModel& model, Seconds shortest = Seconds{0});

/// Nodes held ready so that a node that left can be replaced 99% of the time: nodes in repair are
/// Poisson (they leave at random, each for the same time), so the smallest s with P(X <= s) >= 0.99.
[[nodiscard]] double spares_for(double mean_nodes_out);

}  // namespace shardscope
