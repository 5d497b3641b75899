// A line of a log without what a terminal or a launcher put around it: colours; whose rank it is; when it was written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shardscope {

/// Without escape sequences (ECMA-48's CSI and the like); `kept` holds the text where any was taken out.
[[nodiscard]] std::string_view without_colours(std::string_view line, std::string& kept);

/// What says whose line it is, as a launcher writes it: "55" of "55: " (srun -l), "default7" (torchrun), "rank0",
/// "localhost", "1,0" (mpirun), "rank-63/64"; empty where nothing does.
[[nodiscard]] std::string_view stream_of(std::string_view line);

/// The rank that a stream's name or a "[Rank 7]" before `at` says.
[[nodiscard]] std::optional<std::int64_t> rank_in(std::string_view stream);
[[nodiscard]] std::optional<std::int64_t> rank_before(std::string_view line, std::size_t at);

/// Seconds of the first date with a time in the line's first part, whatever its zone, since 1970; of glog's
/// "I0814 16:18:44.07", which has no year, since the year's begin. Only differences mean something.
[[nodiscard]] std::optional<double> stamp_of(std::string_view line);

}  // namespace shardscope
