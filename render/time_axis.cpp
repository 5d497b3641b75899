#include "render/time_axis.h"

#include "render/chart.h"
#include "render/format.h"

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

}  // namespace

std::vector<TimeTick> time_ticks(TimeRange range, int ticks_max, TimeUnit of) {
  std::vector<TimeTick> labelled;
  if (!(range.length() > 0)) return labelled;
  const TickUnit unit = of == TimeUnit::units ? TickUnit{"", 1} : unit_for(range.length() / (ticks_max - 1));
  const std::string ending = *unit.name == '\0' ? "" : std::string(" ") + unit.name;
  const Ticks ticks = nice_ticks(range.start / unit.seconds, range.end / unit.seconds, ticks_max);
  for (const double at : ticks.values()) labelled.push_back({at * unit.seconds, fixed(at, ticks.decimals) + ending});
  return labelled;
}

}  // namespace shardscope
