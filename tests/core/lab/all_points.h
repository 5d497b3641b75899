// All schedules of the lab as points, at once.
#pragma once

#include <vector>

#include "core/lab/points.h"

namespace shardscope::test {

/// In the order of ScheduleKind, the front marked.
inline std::vector<LabPoint> lab_points(const LabScenario& lab) {
  std::vector<LabPoint> points;
  for (const ScheduleKind kind : known_schedules()) points.push_back(lab_point(lab, kind));
  mark_front(points);
  return points;
}

}  // namespace shardscope::test
