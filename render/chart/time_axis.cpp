#include "render/chart/time_axis.h"

#include <algorithm>
#include <cmath>

#include "core/fields/prefixes.h"
#include "render/chart/chart.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

// By the distance from tick to tick, so that it is some tenths at least; minutes would break the multiples of ten.
const Prefix& prefix_for(double distance) {
  constexpr double some_tenths = 0.05;
  return filled_prefix(distance, prefix::small, some_tenths);
}

/// Digits after the point that tell amounts of `least` apart.
int decimals_for(double least) {
  constexpr int decimals_max = 6;
  return std::clamp(static_cast<int>(std::ceil(-std::log10(least) - 1e-9)), 0, decimals_max);
}

}  // namespace

std::string moment_text(double seconds, double length) {
  if (!(length > 0) || !std::isfinite(seconds) || !std::isfinite(length))
    return format_seconds(Seconds{seconds}).text();
  constexpr double told_apart = 1.0 / 20;
  const Prefix& unit = prefix_for(length);
  const double shown = seconds / unit.size;
  const int least = std::abs(shown) < 100 ? 1 : 0;
  return fixed(shown, std::max(least, decimals_for(length * told_apart / unit.size))) + " " + std::string(unit.letter) +
         "s";
}

std::string span_text(TimeRange range) {
  return "from " + moment_text(range.start, range.length()) + " to " + moment_text(range.end, range.length());
}

std::vector<TimeTick> time_ticks(TimeRange range, int ticks_max, TimeUnit of) {
  std::vector<TimeTick> labelled;
  if (!(range.length() > 0)) return labelled;
  const bool bare = of == TimeUnit::units;
  const Prefix& unit = bare ? prefix::one : prefix_for(range.length() / (ticks_max - 1));
  const std::string ending = bare ? "" : " " + std::string(unit.letter) + "s";
  const Ticks ticks = nice_ticks(range.start / unit.size, range.end / unit.size, ticks_max);
  for (const double at : ticks) labelled.push_back({at * unit.size, fixed(at, ticks.decimals) + ending});
  return labelled;
}

}  // namespace shardscope
