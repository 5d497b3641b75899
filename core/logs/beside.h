// What a log measured beside what a plan's report predicts: step, tokens, FLOP/s by the log's own convention, memory by
// the log's own books.
#pragma once

#include <optional>
#include <vector>

#include "core/logs/measured_log.h"
#include "core/measured/compare.h"
#include "core/report/report.h"

namespace shardscope {

/// A figure of both.
#define SHARDSCOPE_BESIDE_FIGURE(name)                                                                          \
  name(step_seconds) name(tokens_per_second_per_gpu) name(model_flops_per_gpu_per_second) name(allocated_bytes) \
      name(reserved_bytes)
SHARDSCOPE_NAMED(BesideFigure, SHARDSCOPE_BESIDE_FIGURE)

struct BesideRow {
  BesideFigure figure = BesideFigure::step_seconds;
  std::optional<double> measured, predicted;  // SI; absent where it isn't known
  std::optional<FigureRange> range;           // of the prediction
  std::optional<double> difference;           // measured / predicted - 1
};

struct BesidePrediction {
  std::vector<BesideRow> rows;  // one a figure, in the order of BesideFigure
  bool fits = false;
  FlopsConvention convention = FlopsConvention::megatron;  // by which the predicted FLOP/s count
};

/// Of a plan that can be computed; nothing of an invalid one.
[[nodiscard]] std::optional<BesidePrediction> beside_prediction(const MeasuredLog& log, const Report& report);

}  // namespace shardscope
