#include "core/logs/progress_bars.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/characters.h"
#include "core/base/trimmed.h"
#include "core/logs/log_numbers.h"

namespace shardscope {

namespace {

constexpr std::size_t bars_max = 64;  // different ones that are kept; a further one takes the shortest one's place

/// The whole number that ends before `end`, and where it begins.
std::optional<double> count_before(std::string_view text, std::size_t& end) {
  std::size_t begin = end;
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  if (begin == end || end - begin > 15) return std::nullopt;
  double value = 0;
  for (std::size_t i = begin; i < end; ++i) value = value * 10 + (text[i] - '0');
  end = begin;
  return value;
}

/// What stands before a bar's own drawing: "Train:" of "Train:  18%|".
std::string_view name_of(std::string_view line, std::size_t end) {
  constexpr std::size_t longest = 48;
  const std::size_t drawing = line.substr(0, end).rfind("%|");
  if (drawing == std::string_view::npos) return {};
  std::size_t at = drawing;
  while (at > 0 && (is_digit(line[at - 1]) || line[at - 1] == ' ')) --at;
  std::size_t begin = at;
  while (begin > 0 && at - begin < longest && (is_name(line[begin - 1]) || line[begin - 1] == ' ' || begin == at))
    --begin;
  // Numbers change from step to step ("1|149|Loss: 0.91:"), and make no other bar.
  const std::string_view name = trimmed(line.substr(begin, at - begin));
  return std::any_of(name.begin(), name.end(), is_digit) ? std::string_view() : name;
}

}  // namespace

std::optional<ProgressBar> bar_at(std::string_view line, std::size_t at) {
  constexpr std::size_t drawn_max = 400;  // bytes of a bar, whose blocks take three each
  const std::size_t from = at > drawn_max ? at - drawn_max : 0;
  const std::size_t open = line.substr(0, at).rfind('[');
  if (open == std::string_view::npos || open < from || open < 4 || line[open - 1] != ' ') return std::nullopt;
  const std::size_t less = line.find('<', open);
  if (less == std::string_view::npos || less > at) return std::nullopt;
  const auto elapsed = clock_seconds(line.substr(open + 1, less - open - 1));
  std::size_t end = open - 1;
  const auto total = count_before(line, end);
  if (!elapsed || !total || end == 0 || line[--end] != '/') return std::nullopt;
  const auto done = count_before(line, end);
  if (!done || *done > *total) return std::nullopt;
  return ProgressBar{name_of(line, end), *done, *total, *elapsed};
}

ProgressBars::Series& ProgressBars::series_of(const ProgressBar& bar) {
  for (Series& each : series_)
    if (each.total == bar.total && each.name == bar.name) return each;
  if (series_.size() == bars_max) {
    const auto shorter = [](const Series& a, const Series& b) { return a.longest < b.longest; };
    series_.erase(std::min_element(series_.begin(), series_.end(), shorter));
  }
  Series fresh;
  fresh.name = bar.name, fresh.total = bar.total;
  series_.push_back(std::move(fresh));
  return series_.back();
}

void ProgressBars::add(const ProgressBar& bar, Skipped mark) {
  Series& series = series_of(bar);
  if (mark != Skipped::counted)
    for (Series& each : series_) each.mark = mark;  // which of them it interrupted is told by the longest
  if (bar.done < series.last_done || bar.elapsed_seconds < series.last_elapsed) {  // begun anew, or another rank's
    if (bar.elapsed_seconds <= series.longest) return;
    series.done = bar.done, series.elapsed = bar.elapsed_seconds;
  }
  series.last_done = bar.done, series.last_elapsed = bar.elapsed_seconds;
  series.longest = std::max(series.longest, bar.elapsed_seconds);
  const double steps = bar.done - series.done, seconds = bar.elapsed_seconds - series.elapsed;
  if (!(steps >= 1) || seconds < resolved_seconds) return;
  LogRecord record;
  record.iteration = bar.done;
  record.step_seconds = seconds / steps;
  record.iterations = static_cast<std::uint32_t>(std::min(steps, 1e6));
  record.source = StepSource::clock;
  record.skipped = series.mark;
  series.records.add(record);
  series.mark = Skipped::counted;
  series.done = bar.done, series.elapsed = bar.elapsed_seconds;
}

LogRecords ProgressBars::longest() const {
  const auto longer = [](const Series& a, const Series& b) { return a.longest < b.longest; };
  const auto found = std::max_element(series_.begin(), series_.end(), longer);
  return found == series_.end() ? LogRecords{} : found->records;
}

}  // namespace shardscope
