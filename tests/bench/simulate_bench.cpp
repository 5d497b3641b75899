// What a pass costs: finding the order, walking it exactly, and a plain walk over an array of the same passes in the
// same run, which writes as much and waits for nothing.
#include <cstdio>
#include <cstdlib>

#include "core/base/kept_memory.h"
#include "core/pipeline/timeline.h"
#include "core/schedules/schedules.h"
#include "tests/bench/plain_walk.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

struct Row {
  ScheduleKind kind;
  std::int32_t ranks, virtual_stages, micro_batches;
};

PassTimes times_of(const Schedule& schedule) {
  PassTimes times;
  times.stages.assign(static_cast<std::size_t>(schedule.stages()), {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{0.8}});
  times.transfer = Seconds{0.01};
  return times;
}

double kept = 0;  // keeps the work from being left out

void measure(const Row& row, bool with_jitter) {
  ScheduleRequest request{row.kind, row.ranks, row.virtual_stages, row.micro_batches};
  Outcome<Schedule> made = make_schedule(request);
  if (!succeeded(made)) {
    std::fprintf(stderr, "%s\n", line_of(problems_of(made).front(), "").c_str());
    std::exit(1);
  }
  const PassTimes times = times_of(value_of(made));
  request.times = &times;
  if (row.kind == ScheduleKind::zb_auto) request.memory_limit = row.ranks;
  made = make_schedule(request);
  const Schedule& schedule = value_of(made);
  double passes = 0;
  for (const std::vector<Pass>& order : schedule.order) passes += static_cast<double>(order.size());
  Stragglers stragglers;
  if (with_jitter) stragglers.jitter = 0.05;
  const auto a_pass = [&](const Timing& timing) { return timing.median * 1e9 / passes; };
  const double order =
      a_pass(time_of([&] { kept += static_cast<double>(value_of(make_schedule(request)).order[0].size()); }));
  const double walk = a_pass(time_of([&] { kept += simulate(schedule, times, stragglers).makespan.value; }));
  const double plain = a_pass(time_of([&] { kept += plain_walk(schedule); }));
  const bool searched = ways_of(row.kind).searched();
  std::printf("%-14s %4d x %4d %9.0f passes  order %7.1f  simulate %6.1f  plain walk %5.1f ns per pass  ratio %4.1f",
              std::string(json_name(row.kind)).c_str(), row.ranks, row.micro_batches, passes, order, walk, plain,
              walk / plain);
  if (with_jitter)
    std::printf("  with jitter\n");
  else
    std::printf("  aim %d ns%s\n", searched ? 40 : 10, searched ? ", search included" : "");
}

}  // namespace

int main() {
  keep_freed_memory();
  for (const Row& row : {Row{ScheduleKind::one_f_one_b, 64, 1, 1024}, Row{ScheduleKind::gpipe, 64, 1, 1024},
                         Row{ScheduleKind::interleaved, 64, 4, 1024}, Row{ScheduleKind::zb_h1, 128, 1, 4096},
                         Row{ScheduleKind::zb_h2, 128, 1, 4096}, Row{ScheduleKind::v_half, 64, 2, 1024},
                         Row{ScheduleKind::dualpipe, 64, 1, 1024}, Row{ScheduleKind::zb_auto, 64, 1, 1024},
                         Row{ScheduleKind::zb_auto, 128, 1, 4096}, Row{ScheduleKind::zb_v, 64, 2, 1024}})
    measure(row, false);
  measure({ScheduleKind::zb_h1, 128, 1, 4096}, true);
  return kept > 0 ? 0 : 1;
}
