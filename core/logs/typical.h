// The typical step of a series: which records count, and the median of those.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/logs/log_records.h"

namespace shardscope {

/// Of a series of more than a few records the first are warm-up.
inline constexpr std::size_t warm_up_records = 2, few_records = 4;

/// A figure over the records that count.
struct TypicalFigure {
  double median = 0, p10 = 0, p90 = 0;  // of the iterations: a record that is the mean of several counts as often
};

/// Says of each record why it isn't typical:
/// - the first are warm-up where there are more than a few, and so are the first two after a restart;
/// - what has an evaluation or a checkpoint in its time, as long as half of the rest has none;
/// - an outlier is further from the median of what is left than five of its median absolute deviations (times 1.4826,
///   which makes that a standard deviation where the times are normal) and than a tenth of the median, where five
///   records at least are left. So single stalls and steps that were only dispatched go, a drift or two modes stay.
/// Records whose time is from a lesser source than the best one among them have none afterwards.
void mark_untypical(std::vector<LogRecord>& records);

/// Of a member of the records that count; nothing where none says it.
[[nodiscard]] std::optional<TypicalFigure> typical(const std::vector<LogRecord>& records, double LogRecord::*member);

/// By how much the step of the records that count grew over the run: the median of their last third over that of their
/// first, less 1; nothing of fewer than twelve.
[[nodiscard]] std::optional<double> step_growth(const std::vector<LogRecord>& records);

/// What outliers take beyond the typical step, as a share of the time of all iterations that count or are outliers;
/// nothing where none counts.
[[nodiscard]] std::optional<double> stalled_share(const std::vector<LogRecord>& records);

}  // namespace shardscope
