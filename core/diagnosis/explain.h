// Hypotheses ranked by how well each explains all that a log shows.
#pragma once

#include <vector>

#include "core/diagnosis/hypotheses.h"

namespace shardscope {

struct WeighedCause {
  Cause cause = Cause::slow_rank;
  double likelihood = 0;      // of this among all causes and none at all, which together are 1
  bool likely = false;        // more so than all else together, and no sign is left unexplained, of a run that strays
  bool explains_all = false;  // with it every sign lies where it could be met once in a hundred
  double strength = 0;        // of the cause where it explains most
  Seconds step;               // predicted with the cause at work
  std::optional<Bytes> allocated;
  Seconds saved;  // of the measured step, were it mended; negative where mending makes it longer
};

/// The most likely first; none of a log without a step, or where the report has no time.
/// Bayes' rule: the prior of no cause at all is 0.7, the rest is shared evenly among the causes that can be at work in
/// this plan and the strengths tried; each sign strays from where a cause puts it by Student's t with 5 degrees of
/// freedom, scaled as expected_signs() says: the public runs' errors have such tails (median 4%, 90th percentile 13%).
/// Signs count as independent. Nothing is likely where every sign lies where four of five would, and no
/// cause that leaves a sign where one in a hundred would lie.
[[nodiscard]] std::vector<WeighedCause> explain(const MeasuredLog& log, const Report& report);

}  // namespace shardscope
