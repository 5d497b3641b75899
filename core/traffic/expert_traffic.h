// The all-to-all that takes tokens to their experts and back.
#pragma once

#include "core/base/units.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// One dispatch or one combine on one GPU.
struct ExpertExchange {
  Seconds time;
  Bytes sent;
};

/// Of `domains` that the experts are spread over evenly, those that a token may go to on the mean, where it may go to
/// model.topk_group of model.n_group groups of experts (DeepSeek-AI 2024, "DeepSeek-V2", section 2.2.2: device-limited
/// routing; "DeepSeek-V3", section 2.1.2: node-limited). A group over several domains opens all of them; a domain with
/// several groups is open where one of the chosen lies in it, all choices being as likely.
[[nodiscard]] double domains_open(double domains, const Model& model);

/// How many copies of a token leave for other scale-up domains when it is routed to `routed` experts spread over
/// `domains` of them: routed·(1 - 1/n) when each copy travels by itself; (n-1)·(1 - (1 - 1/n)^routed) when a domain
/// gets it once and hands it on inside (DeepEP, HybridEP; DeepSeek-V3 2024, section 3.2.2). Of the domains `open` may
/// get it, each as likely to be the token's own as any: open·(1 - (1 - 1/open)^routed)·(1 - 1/n).
[[nodiscard]] double copies_sent(double routed, double domains, bool once_a_domain, double open);

/// `rows` are the bytes of all routed rows that this GPU dispatches, copies to itself included.
/// Inside one scale-up domain (ep-1)/ep of them leave the GPU.
[[nodiscard]] ExpertExchange expert_exchange(Bytes rows, const Scenario& scenario);

}  // namespace shardscope
