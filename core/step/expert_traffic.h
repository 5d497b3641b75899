// The all-to-all that takes tokens to their experts and back.
#pragma once

#include "core/scenario/scenario.h"
#include "core/units.h"

namespace shardscope {

/// One dispatch or one combine on one GPU.
struct ExpertExchange {
  Seconds time;
  Bytes sent;
};

/// How many copies of a token leave for other scale-up domains when it is routed to `routed` experts spread over
/// `domains` of them: routed·(1 - 1/n) when each copy travels by itself; (n-1)·(1 - (1 - 1/n)^routed) when a domain
/// gets it once and hands it on inside (DeepEP, HybridEP; DeepSeek-V3 2024, section 3.2.2).
[[nodiscard]] double copies_sent(double routed, double domains, bool once_a_domain);

/// `rows` are the bytes of all routed rows that this GPU dispatches, copies to itself included.
/// Inside one scale-up domain (ep-1)/ep of them leave the GPU.
[[nodiscard]] ExpertExchange expert_exchange(Bytes rows, const Scenario& scenario);

}  // namespace shardscope
