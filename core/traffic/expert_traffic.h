// The exchange that takes tokens to their experts and back.
#pragma once

#include "core/base/units.h"
#include "core/cluster/collectives.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Of `domains` that the experts are spread over evenly, those that a token may go to on the mean, where it may go to
/// model.topk_group of model.n_group groups of experts (DeepSeek-AI 2024, "DeepSeek-V2", section 2.2.2: device-limited
/// routing; "DeepSeek-V3", section 2.1.2: node-limited). A group over several domains opens all of them; a domain with
/// several groups is open where one of the chosen lies in it, all choices being as likely.
[[nodiscard]] double domains_open(double domains, const Model& model);

/// How many of `places` a token reaches that is routed to `routed` experts, each as likely in one as in another:
/// n·(1 - (1 - 1/n)^routed).
[[nodiscard]] double places_reached(double routed, double places);

/// How many copies of a token leave for other scale-up domains where each of `domains` gets it once and hands it on
/// inside (DeepEP, HybridEP; DeepSeek-V3 2024, section 3.2.2), and of which `open` may get it, each as likely to be the
/// token's own as any: open·(1 - (1 - 1/open)^routed)·(1 - 1/n).
[[nodiscard]] double copies_once_per_domain(double routed, double domains, double open);

/// One dispatch or one combine on one GPU. `rows` are the bytes of all routed rows that it dispatches, copies to itself
/// included; `tokens` those of each of its tokens once.
/// All-to-all: every row by itself. All-gather: all tokens of the group to each of its GPUs, and back by a
/// reduce-scatter of as many bytes. Once a domain: over the network to each domain that has experts of the token, to
/// the GPU there at the sender's place, which hands it on over the scale-up link to each GPU that has such experts; the
/// longer of both legs, as DeepEP runs them side by side in pieces. Its kernels handle what stays on a GPU too, and
/// DeepEP's README counts it in the rate that they reach of the link (153 to 158 GB/s of 160 on H800).
[[nodiscard]] CollectiveCost expert_exchange(Bytes rows, Bytes tokens, const Scenario& scenario);

}  // namespace shardscope
