// Progress bars as tqdm draws them: " 25%|██▌  | 1/4 [03:45<11:15, 225.28s/it]". A log has many (files that are read,
// weights, evaluations within training); the one that ran longest is the training.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/logs/log_records.h"

namespace shardscope {

struct ProgressBar {
  std::string_view name;  // "Train:", within the line; empty for most
  double done = 0, total = 0, elapsed_seconds = 0;

  bool operator==(const ProgressBar&) const = default;
};

/// The bar whose rate ("s/it", "it/s") stands at `at`; nothing where it is none.
[[nodiscard]] std::optional<ProgressBar> bar_at(std::string_view line, std::size_t at);

/// Steps from the bars of a log. Elapsed times are whole seconds, so that a record spans at least resolved_seconds: it
/// is the mean over that span.
class ProgressBars {
 public:
  static constexpr double resolved_seconds = 20;

  /// `mark`: what took place since the last bar beside steps. A bar that another rank draws too counts once.
  void add(const ProgressBar& bar, Skipped mark);
  /// Of the bar that ran longest, which must have run for some time; empty where none has.
  [[nodiscard]] LogRecords longest() const;

 private:
  struct Series {
    std::string name;
    double total = 0;
    LogRecords records;
    double done = 0, elapsed = 0;  // where the last record ended
    double last_done = 0, last_elapsed = 0;
    double longest = 0;
    Skipped mark = Skipped::counted;
  };
  Series& series_of(const ProgressBar& bar);

  std::vector<Series> series_;  // of a bounded number of bars, one a name and total
};

}  // namespace shardscope
