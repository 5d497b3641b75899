// How often in a step a rank's gradients leave where only shards of them stay: ZeRO-2.
#pragma once

#include <cstdint>

namespace shardscope {

/// once: after each chunk's last pass, as without ZeRO-2. every_run: after each run of a chunk's passes, between which
/// the rank makes no other chunk's gradients. every_pass: of every micro-batch.
enum class GradientRounds : std::uint8_t { once, every_run, every_pass };

}  // namespace shardscope
