// What crosses the fibre between sites in a step, beside what the groups' own collectives count: a pipeline's transfers
// where stages lie in different sites, and the exchange after steps that each site made by itself.
#pragma once

#include <vector>

#include "core/base/units.h"
#include "core/cluster/group_span.h"
#include "core/scenario/scenario.h"
#include "core/schedules/schedules.h"
#include "core/transformer/parameters.h"

namespace shardscope {

/// Transfers between pipeline ranks, [sender · pp + receiver], where some cross between sites; empty where none does.
/// Of a pipeline on the most sites. Over the fibre all that cross a border send at once and share the link; `within` is
/// a transfer inside a site.
[[nodiscard]] std::vector<Seconds> transfers_across_sites(const Scenario& scenario, Seconds within, Bytes slice);

/// What the sends of the pipeline rank that is longest at it take in a step, one after the other: activations on and
/// gradients back; the most of all ranks.
[[nodiscard]] Seconds busiest_sends(const Plan& plan, const PassTimes& times, double micro_batches);

/// DiLoCo's outer step (Douillard et al. 2023, "DiLoCo", algorithm 1): after local_steps steps the sites average what
/// their parameters have moved. A ring among sites, each GPU with its part of the rank's parameters: 2(n-1)/n of them
/// through the site's link, and 2(n-1) times its latency. Nothing goes on meanwhile. Zero where sites exchange every
/// step, as the gradients' group does it then.
struct OuterExchange {
  Seconds time;      // of one exchange
  Seconds per_step;  // time / local_steps
};
[[nodiscard]] OuterExchange outer_exchange(const Scenario& scenario, const std::vector<ShardedCount>& ranks);

/// The hop over the fibre of a group that crosses between sites: its share of the link and the latency.
struct FibreShare {
  double sites = 1;
  BytesPerSecond rate;  // of all members of the group in a site together
  Seconds latency;
};
[[nodiscard]] FibreShare fibre_share(const GroupSpan& group, const Cluster& cluster);

}  // namespace shardscope
