// The figures that stand for a plan wherever plans are named, listed or compared: each one's definition, the name that
// files give it and the label that tables do. How a number is written is render/text/headline_text.h's.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/base/choice.h"
#include "core/report/report.h"

namespace shardscope {

struct HeadlineEntry {
  std::string_view key;    // in JSON
  std::string_view label;  // in tables
  std::string_view brief;  // where there is less room
  std::string_view path;   // path_of()'s, below
  bool less_is_better = true;
};

/// In the order of tables. Memory: of the fullest GPU, in whole bytes. Days: with failures where those are known, by
/// days_of() (core/run/run_report.h). Bubble: bubble_share_of() (bubble.h).
// clang-format off
#define SHARDSCOPE_HEADLINE(entry) \
  entry(step, "step_seconds", "Step", "Step", "time.step_seconds") \
  entry(tokens_per_second, "tokens_per_second", "Tokens/s", "Tokens/s", "throughput.tokens_per_second", false) \
  entry(mfu, "mfu", "MFU", "MFU", "throughput.mfu", false) \
  entry(bubble, "bubble_share_of_step", "Bubble", "Bubble", "pipeline.bubble_share_of_step") \
  entry(memory, "peak_memory_bytes", "Memory per GPU", "Memory", "memory.peak_bytes") \
  entry(days, "days", "Run", "Run", "run.days") \
  entry(rental, "rental_usd", "Rental", "Rental", "run.rental_usd") \
  entry(energy, "energy_joules", "Energy", "Energy", "run.energy_joules")
SHARDSCOPE_TABLE(Headline, HeadlineEntry, SHARDSCOPE_HEADLINE)
// clang-format on

/// Absent where the report doesn't know it.
[[nodiscard]] std::optional<double> headline_figure(Headline figure, const Report& report);

/// Where it stands in a report's JSON and among derivations; the days are the calendar's where those are known.
[[nodiscard]] std::string_view path_of(Headline figure, const Report& report);

/// All of them, so that two reports can be compared after one is gone.
struct HeadlineFigures {
  std::array<std::optional<double>, count_of<Headline>> values;

  [[nodiscard]] const std::optional<double>& operator[](Headline figure) const { return values[index_of(figure)]; }
  [[nodiscard]] std::optional<double>& operator[](Headline figure) { return values[index_of(figure)]; }
  bool operator==(const HeadlineFigures&) const = default;
};
[[nodiscard]] HeadlineFigures headline_figures(const Report& report);

}  // namespace shardscope
