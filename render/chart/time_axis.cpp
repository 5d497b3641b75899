#include "render/chart/time_axis.h"

#include <algorithm>
#include <cmath>

#include "render/chart/chart.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

struct TickUnit {
  const char* name;
  double seconds;
};

// By the distance from tick to tick, so that it is some tenths at least; minutes would break the multiples of ten.
TickUnit unit_for(double distance) {
  if (distance >= 0.05) return {"s", 1};
  if (distance >= 5e-5) return {"ms", 1e-3};
  if (distance >= 5e-8) return {"µs", 1e-6};
  return {"ns", 1e-9};
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
  const TickUnit unit = unit_for(length);
  const double shown = seconds / unit.seconds;
  const int least = std::abs(shown) < 100 ? 1 : 0;
  return fixed(shown, std::max(least, decimals_for(length * told_apart / unit.seconds))) + " " + unit.name;
}

std::string span_text(TimeRange range) {
  return "from " + moment_text(range.start, range.length()) + " to " + moment_text(range.end, range.length());
}

std::vector<TimeTick> time_ticks(TimeRange range, int ticks_max, TimeUnit of) {
  std::vector<TimeTick> labelled;
  if (!(range.length() > 0)) return labelled;
  const TickUnit unit = of == TimeUnit::units ? TickUnit{"", 1} : unit_for(range.length() / (ticks_max - 1));
  const std::string ending = *unit.name == '\0' ? "" : std::string(" ") + unit.name;
  const Ticks ticks = nice_ticks(range.start / unit.seconds, range.end / unit.seconds, ticks_max);
  for (const double at : ticks) labelled.push_back({at * unit.seconds, fixed(at, ticks.decimals) + ending});
  return labelled;
}

}  // namespace shardscope
