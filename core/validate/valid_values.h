// The values that the window's sliders offer.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.h"

namespace shardscope {

/// The values that a slider for the field offers, ascending: tp, pp, dp, cp, ep, etp, virtual_stages, sequence_length
/// (powers of two), micro_batch, global_batch (multiples of dp·micro_batch), where the other fields stay, dp follows
/// the GPUs, the batch goes to a multiple, and a list of stage layers goes when the stages change. Never empty for
/// these paths, at most 200; empty for others. The present value is there only if it is valid; where nothing is
/// (experts that fold into no split), what is valid but for that. Takes microseconds: called for every slider on every
/// frame.
[[nodiscard]] std::vector<std::int64_t> valid_values(const Scenario& scenario, std::string_view path);

}  // namespace shardscope
