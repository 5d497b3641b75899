// Traffic of different kinds that meets on one link: a long exchange (gradients, or ZeRO-3's gathers) runs beside
// passes that have traffic of their own on the same links. The link serves the flows that it carries at a moment alike,
// as fair queueing does and congestion control aims for (Demers, Keshav and Shenker 1989, "Analysis and Simulation of a
// Fair Queueing Algorithm"; Zhu et al. 2015, "Congestion Control for Large-Scale RDMA Deployments", DCQCN): of two
// each has half. Pipeline transfers slow the exchange; that it slows them in turn is left out.
#pragma once

#include "core/pipeline/exchange.h"
#include "core/scenario/scenario.h"
#include "core/traffic/pass_cost.h"

namespace shardscope {

/// Whether weights are gathered for each pass: ZeRO-3 with replicas.
[[nodiscard]] bool gathers_in_passes(const Plan& plan);

/// Of a GPU that computes and exchanges at once.
[[nodiscard]] constexpr Contention exchange_contention(const Constants& constants) {
  return {constants.contention_passes, constants.contention_exchange};
}

/// Kinds of traffic that an exchange meets on the links that set its pace.
struct LinksShared {
  bool tp = false, cp = false, ep = false, pp = false;
  bool gathers = false;  // ZeRO-3's own, where replicas of shards exchange beside them
  double share = 1;      // of the exchange's time, by its messages: on such links, else on the fibre between sites
  Contention alone = exchange_contention(shipped_constants);  // with the kernels, where no traffic is met
  double share_of_a_busy_link = shipped_constants.share_of_a_busy_link;
};

/// Whose traffic has its pace set by the same links as the plan's gradients, and as its ZeRO-3 gathers: the fibre
/// between sites, the network cards, or those within a scale-up domain.
[[nodiscard]] LinksShared links_shared_with_gradients(const Scenario& scenario);
[[nodiscard]] LinksShared links_shared_with_gathers(const Scenario& scenario);

/// By how much passes and an exchange beside them slow down: kernels as exchange_contention says, traffic by the shares
/// of the passes' time in which their own, shown or hidden, is on the exchange's links. `passes` are those of one
/// micro-batch on a rank, `transfers` the seconds that its pipeline sends take. The link loses nothing by being shared,
/// so that an exchange beside passes never costs more than after them.
[[nodiscard]] Contention contention_beside(const StageCost& passes, Seconds transfers, const LinksShared& shared);

}  // namespace shardscope
