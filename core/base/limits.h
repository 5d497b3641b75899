// The largest scenario that the program takes, with the reason of each maximum. Input above one gets a Problem that
// names it. What a reader of texts takes stands beside that reader: core/shell, core/expressions, core/launch_text.
#pragma once

#include <cstddef>
#include <cstdint>

namespace shardscope::limits {

inline constexpr std::int64_t gpus_max = std::int64_t{1} << 20;             // what the rack diagram promises to draw
inline constexpr std::int64_t sequence_length_max = std::int64_t{1} << 30;  // the interface's own bound
inline constexpr std::int64_t layers_max = 10'000;                // ten times the deepest transformer published
inline constexpr std::int64_t width_max = std::int64_t{1} << 24;  // hidden, intermediate and vocabulary sizes
inline constexpr std::int64_t experts_max = 65'536;
inline constexpr std::int64_t global_batch_max = std::int64_t{1} << 24;  // sequences per step
inline constexpr std::int64_t passes_max = 16'000'000;  // simulated passes per step; above it no timeline
inline constexpr std::int64_t balanced_stages_times_blocks_max = 250'000;  // the balance's dynamic program: a second
inline constexpr std::size_t scenario_file_bytes_max = 16u << 20;  // a scenario is a few KB; a config.json some 10
inline constexpr int json_depth_max = 64;
inline constexpr std::int64_t json_values_max = 1'000'000;          // in one document; keeps it under some 200 MB
inline constexpr std::size_t measured_runs_max = 20'000;            // with the next line keeps `validate` bounded
inline constexpr std::size_t measured_model_bytes_max = 16u << 10;  // each run reads its model anew
inline constexpr std::size_t problems_collected_max = 100;          // then reading stops looking for more
inline constexpr int problems_shown_max = 8;                        // lines on stderr
inline constexpr std::size_t places_said_max = 40;                  // of one problem, in its line
inline constexpr std::size_t value_shown_max = 80;                  // characters of a bad value that a message repeats

// A pass record takes 24 bytes: a full timeline stays under 1 GiB.
static_assert(passes_max * 24 < (std::int64_t{1} << 30));

}  // namespace shardscope::limits
