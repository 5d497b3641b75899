// All schedules of the lab as points: the share of time that ranks idle against what the fullest rank holds.
#pragma once

#include <string>
#include <vector>

#include "core/lab/lab.h"

namespace shardscope {

struct LabPoint {
  ScheduleKind kind = ScheduleKind::one_f_one_b;
  std::string problem;            // why it can't run with these values; empty where it can, and the rest counts
  double makespan = 0;            // units
  double bubble = 0;              // idle share of all ranks' time
  double peak_micro_batches = 0;  // on the fullest rank, chunks counted by their share of it
  bool on_front = false;          // no other has both a smaller bubble and a smaller peak, or one smaller and one equal

  [[nodiscard]] bool runs() const { return problem.empty(); }
};

/// One schedule's point, by the same simulation as lab_run(); on_front is left to mark_front().
[[nodiscard]] LabPoint lab_point(const LabScenario& lab, ScheduleKind kind);

/// Sets on_front of every point. Of equal ones, all are on it; schedules without backward passes do other work and are
/// neither on it nor in its way.
void mark_front(std::vector<LabPoint>& points);

/// What is wrong in one sentence: the first problem, in the lab's words.
[[nodiscard]] std::string lab_problem_words(const std::vector<Problem>& problems);

}  // namespace shardscope
