// Reports with timelines of several schedules, for the tests of what exports them.
#pragma once

#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

namespace shardscope::tests {

/// GPT-3's shape over 4 pipeline ranks and 16 micro-batches, with data parallelism, a slow rank and jitter.
inline Report report_of(ScheduleKind kind, std::int64_t virtual_stages = 1) {
  Scenario scenario = gpt3_on(8, 4, 2);
  scenario.name = "A <step> & \"its\" trace";
  scenario.plan.schedule = kind;
  scenario.plan.virtual_stages = virtual_stages;
  scenario.run.slow_rank = 2;
  scenario.run.slow_factor = 1.1;
  scenario.run.jitter = 0.03;
  Report report = evaluate(scenario);
  REQUIRE(report.timeline.has_value());
  return report;
}

inline std::vector<Report> reports_of_schedules() {
  std::vector<Report> reports;
  for (const auto& [kind, chunks] : std::vector<std::pair<ScheduleKind, std::int64_t>>{{ScheduleKind::gpipe, 1},
                                                                                       {ScheduleKind::one_f_one_b, 1},
                                                                                       {ScheduleKind::interleaved, 3},
                                                                                       {ScheduleKind::zb_h1, 1},
                                                                                       {ScheduleKind::zb_v, 2},
                                                                                       {ScheduleKind::dualpipe, 1},
                                                                                       {ScheduleKind::dualpipe_v, 2},
                                                                                       {ScheduleKind::chimera, 1}})
    reports.push_back(report_of(kind, chunks));
  return reports;
}

}  // namespace shardscope::tests
