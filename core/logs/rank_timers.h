// The timers that Megatron prints by name below an iteration, with the ranks that took least and longest:
// megatron/core/timers.py, its log options minmax and max ("    forward-compute ....: (2611.34, 2930.71)", in ms).
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// Seconds of a timer in a step, on the rank that took least and the one that took longest.
struct RankSpan {
  double least = 0, most = 0;
};

class RankTimers {
 public:
  static constexpr std::size_t names_max = 64, kept_max = 4096;

  /// A line with dots behind a name, without them nothing; `dots` is where they begin. Whether it was a timer's.
  bool take(std::string_view line, std::size_t dots);
  /// The median of what each timer showed, least and most apart; the first two are warm-up where there are more than
  /// four, as of steps (typical.h). Of long logs the first 4,096.
  [[nodiscard]] std::map<std::string, RankSpan> typical() const;

 private:
  std::map<std::string, std::vector<RankSpan>, std::less<>> spans_;
};

}  // namespace shardscope
