#include "core/logs/typical.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope {

namespace {

using Weighted = std::vector<std::pair<double, double>>;  // values and how often each counts

/// The value below which a share of all weight lies; between two that meet there their mean, so that the median of an
/// even number is as always.
double weighted_quantile(Weighted& values, double share) {
  std::sort(values.begin(), values.end());
  double total = 0, before = 0;
  for (const auto& [value, weight] : values) total += weight;
  const double wanted = share * total;
  for (std::size_t i = 0; i < values.size(); ++i) {
    before += values[i].second;
    const bool meets = std::abs(before - wanted) <= 1e-9 * total && i + 1 < values.size();
    if (meets) return (values[i].first + values[i + 1].first) / 2;
    if (before > wanted) return values[i].first;
  }
  return values.back().first;
}

Weighted weighted(const std::vector<LogRecord>& records, double LogRecord::*member) {
  Weighted values;
  for (const LogRecord& record : records)
    if (record.skipped == Skipped::counted && std::isfinite(record.*member) && record.*member > 0)
      values.emplace_back(record.*member, record.iterations);
  return values;
}

/// Times of a lesser source stand beside better ones where a log has means over blocks too, or begins in the middle.
void keep_best_source(std::vector<LogRecord>& records) {
  StepSource best = StepSource::none;
  for (const LogRecord& record : records) best = std::min(best, record.source);
  for (LogRecord& record : records)
    if (record.source != best) record.source = StepSource::none, record.step_seconds = not_said;
}

void mark_warm_up(std::vector<LogRecord>& records, bool timed) {
  const auto says = [&](const LogRecord& record) { return !timed || record.source != StepSource::none; };
  if (static_cast<std::size_t>(std::count_if(records.begin(), records.end(), says)) <= few_records) return;
  std::size_t marked = 0;
  for (LogRecord& record : records) {
    if (marked == warm_up_records) return;
    record.skipped = Skipped::warm_up;
    if (says(record)) ++marked;
  }
}

/// Where most of what is left has one in its time, the log's intervals are no longer than that, and it is typical.
void forgive_frequent(std::vector<LogRecord>& records) {
  const auto beside_step = [](const LogRecord& record) {
    return record.skipped == Skipped::evaluation || record.skipped == Skipped::checkpoint;
  };
  const auto marked = std::count_if(records.begin(), records.end(), beside_step);
  const auto counted = std::count_if(records.begin(), records.end(),
                                     [](const LogRecord& record) { return record.skipped == Skipped::counted; });
  if (marked <= counted) return;
  for (LogRecord& record : records)
    if (beside_step(record)) record.skipped = Skipped::counted;
}

void mark_outliers(std::vector<LogRecord>& records) {
  constexpr std::size_t least = 5;
  constexpr double deviations = 5 * 1.4826, share = 0.1;
  Weighted values = weighted(records, &LogRecord::step_seconds);
  if (values.size() < least) return;
  const double median = weighted_quantile(values, 0.5);
  for (auto& [value, weight] : values) value = std::abs(value - median);
  const double allowed = std::max(deviations * weighted_quantile(values, 0.5), share * median);
  for (LogRecord& record : records)
    if (record.skipped == Skipped::counted && std::abs(record.step_seconds - median) > allowed)
      record.skipped = Skipped::outlier;
}

}  // namespace

void mark_untypical(std::vector<LogRecord>& records) {
  keep_best_source(records);
  const bool timed = std::any_of(records.begin(), records.end(),
                                 [](const LogRecord& record) { return record.source != StepSource::none; });
  mark_warm_up(records, timed);
  forgive_frequent(records);
  mark_outliers(records);
}

std::optional<TypicalFigure> typical(const std::vector<LogRecord>& records, double LogRecord::*member) {
  Weighted values = weighted(records, member);
  if (values.empty()) return std::nullopt;
  TypicalFigure figure;
  figure.median = weighted_quantile(values, 0.5);
  figure.p10 = weighted_quantile(values, 0.1);
  figure.p90 = weighted_quantile(values, 0.9);
  return figure;
}

std::optional<double> step_growth(const std::vector<LogRecord>& records) {
  constexpr std::size_t few = 12;
  std::vector<LogRecord> counted;
  for (const LogRecord& record : records)
    if (record.skipped == Skipped::counted && record.step_seconds > 0) counted.push_back(record);
  if (counted.size() < few) return std::nullopt;
  const auto third = static_cast<std::ptrdiff_t>(counted.size() / 3);
  const auto first = typical({counted.begin(), counted.begin() + third}, &LogRecord::step_seconds);
  const auto last = typical({counted.end() - third, counted.end()}, &LogRecord::step_seconds);
  return first && last ? std::optional(last->median / first->median - 1) : std::nullopt;
}

std::optional<double> stalled_share(const std::vector<LogRecord>& records) {
  const auto step = typical(records, &LogRecord::step_seconds);
  if (!step) return std::nullopt;
  double all = 0, stalled = 0;
  for (const LogRecord& record : records) {
    const bool outlier = record.skipped == Skipped::outlier;
    if ((!outlier && record.skipped != Skipped::counted) || !(record.step_seconds > 0)) continue;
    all += record.step_seconds * record.iterations;
    if (outlier) stalled += std::max(0.0, record.step_seconds - step->median) * record.iterations;
  }
  return all > 0 ? std::optional(stalled / all) : std::nullopt;
}

}  // namespace shardscope
