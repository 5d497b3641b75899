#include "render/time_axis.h"

#include <algorithm>
#include <cmath>

#include "render/format.h"

namespace shardscope {

namespace {

// The smallest of 1, 2 and 5 times a power of ten that isn't below `least`.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (power * factor >= least * (1 - 1e-9)) return power * factor;
  return power * 10;
}

struct TickUnit {
  const char* name;
  double seconds;
};

// By the step, so that it is a number of some tenths at least; minutes and hours would break the multiples of ten.
TickUnit unit_for(double step) {
  if (step >= 0.05) return {"s", 1};
  if (step >= 5e-5) return {"ms", 1e-3};
  if (step >= 5e-8) return {"µs", 1e-6};
  return {"ns", 1e-9};
}

}  // namespace

std::vector<TimeTick> time_ticks(TimeRange range, int ticks_max) {
  std::vector<TimeTick> ticks;
  if (!(range.length() > 0) || ticks_max < 2) return ticks;
  const double step = round_step(range.length() / (ticks_max - 1));
  const TickUnit unit = unit_for(step);
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step / unit.seconds) + 1e-9)));
  const double slack = 1e-9 * range.length();
  const double first = std::ceil((range.start - slack) / step);
  for (int i = 0; i < ticks_max; ++i) {
    const double seconds = (first + i) * step;
    if (seconds > range.end + slack) break;
    ticks.push_back({seconds, fixed(seconds / unit.seconds, decimals) + " " + unit.name});
  }
  return ticks;
}

}  // namespace shardscope
