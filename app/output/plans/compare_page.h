// Two plans side by side: a sentence on which is faster and what it comes from, what differs, where the seconds and
// bytes go in both, and what each setting brings on the way from the first to the second.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/output/page.h"
#include "core/compare/plan_path.h"

namespace shardscope {

/// What explains the difference, in two parts that read on as one.
struct DifferenceWords {
  std::string head;  // "B's step is 5.92 s shorter (12.4 %)"
  std::string rest;  // ": 8.1 s less of recomputation, 2.2 s more of [...]. Its fullest GPU holds 6.3 GB more."
  Seconds step;      // by how much b's is longer; 0 where they are equal or one isn't known

  [[nodiscard]] std::string text() const { return head + rest; }
};
/// Of two valid reports; `letter` is what the second is called.
[[nodiscard]] DifferenceWords difference_words(const Report& a, const Report& b, std::string_view letter = "B");

/// Of two valid reports, called A and B; `names` stand in the title.
[[nodiscard]] Page compare_page(const std::string& title, const Report& a, const Report& b,
                                std::span<const FieldDifference> differences, std::span<const PathStep> path);

}  // namespace shardscope
