// What may be behind a run that differs from its prediction: a name, words to confirm and mend it, and the change of
// the scenario that expresses it. Another one is a line here and its way in hypotheses.cpp. Flags in these words are
// Megatron's, for a person who looks there: nothing is read by them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/diagnosis/signs.h"

namespace shardscope {

struct CauseWords {
  std::string_view name;     // as JSON has it
  std::string_view what;     // as people say it
  std::string_view confirm;  // a command, a flag, a counter
  std::string_view mend;
};

// clang-format off
#define SHARDSCOPE_CAUSE(entry) \
  entry(slow_rank, "slow-rank", "A slow GPU or node", \
        "nvidia-smi -q -d PERFORMANCE,CLOCK on every node; Megatron's --log-straggler, or " \
        "--timing-log-level 2: forward-compute differs between ranks", \
        "leave that node out") \
  entry(half_network, "half-network", "Half of the network", \
        "ib_write_bw or nccl-tests' all_reduce_perf between pairs of nodes; NCCL_DEBUG=INFO lists the cards it uses", \
        "bring the missing links or rails back") \
  entry(no_overlap, "no-overlap", "Traffic that doesn't overlap", \
        "a profile of one step: collectives beside kernels; CUDA_DEVICE_MAX_CONNECTIONS; the log's overlap flags", \
        "turn the overlap on that the plan has") \
  entry(recompute_on, "recompute-on", "Recomputation is on", \
        "--recompute-granularity or activation checkpointing in the log's arguments", \
        "recompute no more than the plan does") \
  entry(recompute_off, "recompute-off", "Recomputation is off", \
        "--recompute-granularity or activation checkpointing in the log's arguments", \
        "nothing: it is faster, as long as it fits") \
  entry(unbalanced_experts, "unbalanced-experts", "Experts out of balance", \
        "tokens per expert, or the load balancing loss above 1; memory that differs between ranks", \
        "a stronger balancing loss or bias, or a capacity factor") \
  entry(unfused_attention, "unfused-attention", "Attention without flash kernels", \
        "NVTE_DEBUG=1 NVTE_DEBUG_LEVEL=2 prints Transformer Engine's choice; softmax kernels in a profile", \
        "install and choose flash or cuDNN attention") \
  entry(slow_host, "slow-host", "Hosts too slow to launch kernels", \
        "gaps between kernels in a profile; CUDA_LAUNCH_BLOCKING, a profiler or a debugger left on; CPUs not bound", \
        "CUDA graphs, binding each process to its cores, fused kernels") \
  entry(data_loading, "data-loading", "Waits for data", \
        "the batch-generator timer, or a run on mock data (--mock-data)", \
        "more loader workers, or data on a nearer disk") \
  entry(fragmentation, "growing-fragmentation", "Fragmentation that grows", \
        "num_alloc_retries of torch.cuda.memory_stats() and reserved against allocated over the run", \
        "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True, or less memory") \
  entry(gpu_clock, "gpu-clock", "Another GPU clock", \
        "nvidia-smi --query-gpu=clocks.sm,power.draw,clocks_throttle_reasons.active --format=csv", \
        "the power limit and the clocks that the GPU is sold with")
// clang-format on
SHARDSCOPE_TABLE(Cause, CauseWords, SHARDSCOPE_CAUSE)

/// By how much a sign lies elsewhere than the changed scenario alone puts it, and how much further it strays.
struct SignShift {
  Sign sign = Sign::step;
  double by = 0, stray = 0;
};

/// A scenario in which the cause is at work, as strong as stated.
struct Altered {
  double strength = 0;  // a factor, a share, or 1 where there are no degrees
  Scenario scenario;
  double waiting = 0;  // seconds of a step that wait for what no scenario has, over the rest
  std::vector<SignShift> shifts = {};
};

/// Every strength of a cause that is tried on the report's plan; none where it can't be at work there.
[[nodiscard]] std::vector<Altered> alterations(Cause cause, const Report& report);

}  // namespace shardscope
