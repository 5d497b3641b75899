// What is said of a report, in the order in which a reader asks: does it fit, how fast, where do the bytes and the
// seconds go, what is wrong.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/output/page.h"
#include "core/changes/memory_savings.h"
#include "core/report/report.h"

namespace shardscope {

/// A report and what its scenario was called on the command line.
struct NamedReport {
  std::string source;  // "gpt4-25k-a100", "my.json", "-"
  Report report;
};

/// The scenario's own name, else the source.
[[nodiscard]] std::string title_of(const NamedReport& named);

/// "Fits: 63.5 GB of 79.1 GB on the fullest GPU (stage 0), 15.6 GB to spare."; "Tight: …" under 5%.
[[nodiscard]] std::string headline_of(const Report& report);

/// `changes`: what is worth a change, best first (core/changes/worthwhile.h).
[[nodiscard]] Page report_page(const NamedReport& named, std::span<const MemorySaving> changes = {});

/// Several reports side by side: a column each for a few, a row each for many.
[[nodiscard]] Page comparison_page(std::span<const NamedReport> reports);

/// As many rows of a long stage table are shown; the peak's is always among them.
inline constexpr int stage_rows_max = 16;
/// Up to as many scenarios stand side by side as columns.
inline constexpr int columns_max = 4;

/// Which rows of `count` are shown, ascending: all, or the first and last ones and `always`.
[[nodiscard]] std::vector<int> shown_rows(int count, int always);

}  // namespace shardscope
