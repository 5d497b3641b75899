#include "core/logs/beside.h"

#include <cmath>

#include "core/memory/memory_range.h"

namespace shardscope {

namespace {

BesideRow row_of(BesideFigure figure, const std::optional<double>& measured, const std::optional<double>& predicted) {
  BesideRow row{figure, measured, predicted, {}, {}};
  if (measured && predicted && *predicted > 0) row.difference = *measured / *predicted - 1;
  return row;
}

/// Times lie in the step's own range, rates in its reciprocal.
void set_time_range(BesideRow& row, const TimeReport& time, bool rate) {
  if (!row.predicted || !(time.step.value > 0)) return;
  const double low = time.range.low / time.step, high = time.range.high / time.step;
  row.range = rate ? FigureRange{*row.predicted / high, *row.predicted / low}
                   : FigureRange{*row.predicted * low, *row.predicted * high};
}

void set_memory_range(BesideRow& row) {
  if (!row.predicted) return;
  const bool allocated = row.figure == BesideFigure::allocated_bytes;
  const BytesRange range =
      memory_range(Bytes{*row.predicted}, allocated ? MemorySeen::allocated : MemorySeen::reserved);
  row.range = FigureRange{range.low.value, range.high.value};
}

}  // namespace

std::optional<BesidePrediction> beside_prediction(const MeasuredLog& log, const Report& report) {
  if (!report.valid) return std::nullopt;
  BesidePrediction beside;
  beside.fits = report.fits;
  beside.convention = log.convention.value_or(report.scenario.flops_convention);
  const MeasuredFigures allocated = figures_of(report, MemoryKind::allocated);
  const MeasuredFigures reserved = figures_of(report, MemoryKind::reserved);
  const auto figure = [](const MeasuredFigures& figures, MeasuredField field) { return figures[index_of(field)]; };
  std::optional<double> flops;
  if (report.throughput)
    flops = report.throughput->by_convention[index_of(beside.convention)].model_flops_per_gpu.value;
  beside.rows = {
      row_of(BesideFigure::step_seconds, log.step_seconds ? std::optional(log.step_seconds->median) : std::nullopt,
             figure(allocated, MeasuredField::step_seconds)),
      row_of(BesideFigure::tokens_per_second_per_gpu, log.tokens_rate_per_gpu,
             figure(allocated, MeasuredField::tokens_per_second_per_gpu)),
      row_of(BesideFigure::model_flops_per_gpu_per_second, log.flops_rate_per_gpu, flops),
      row_of(BesideFigure::allocated_bytes, log.allocated_bytes, figure(allocated, MeasuredField::peak_memory_bytes)),
      row_of(BesideFigure::reserved_bytes, log.reserved_bytes, figure(reserved, MeasuredField::peak_memory_bytes))};
  for (BesideRow& row : beside.rows)
    if (row.figure >= BesideFigure::allocated_bytes)
      set_memory_range(row);
    else if (report.time)
      set_time_range(row, *report.time, row.figure != BesideFigure::step_seconds);
  return beside;
}

}  // namespace shardscope
