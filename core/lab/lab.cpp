#include "core/lab/lab.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

std::int32_t LabRun::peak_rank() const {
  return static_cast<std::int32_t>(std::max_element(peak_chunks.begin(), peak_chunks.end()) - peak_chunks.begin());
}

bool LabRun::same_peak_everywhere() const {
  return std::all_of(peak_chunks.begin(), peak_chunks.end(),
                     [this](std::int32_t chunks) { return chunks == peak_chunks.front(); });
}

double LabRun::peak_micro_batches() const {
  return peak_chunks[static_cast<std::size_t>(peak_rank())] * micro_batches_per_chunk;
}

LabRequest lab_request(const LabScenario& lab, ScheduleKind kind) {
  LabRequest made;
  const ScheduleWays& ways = ways_of(kind);
  // Schedules with a fixed number of chunks take their own; the others as many as the lab has.
  made.request = {kind, lab.ranks, ways.takes_chunks() ? lab.virtual_stages : 1, lab.micro_batches};
  // Of mirrored schedules a micro-batch goes through one of the rank's two chunks.
  const std::int64_t chunks_of_model = ways.chunks_of_model(made.request.virtual_stages);
  made.micro_batches_per_chunk = 1 / static_cast<double>(chunks_of_model);
  made.pass_scale = lab.virtual_stages * made.micro_batches_per_chunk;
  if (ways.searched()) made.request.memory_limit = lab.limit_in_micro_batches() / made.micro_batches_per_chunk;
  const StageTimes one{Seconds{lab.forward * made.pass_scale}, Seconds{0},
                       Seconds{lab.backward_input * made.pass_scale}, Seconds{lab.backward_weight * made.pass_scale}};
  made.times.stages.assign(static_cast<std::size_t>(lab.ranks * chunks_of_model), one);
  made.times.transfer = Seconds{lab.transfer};
  return made;
}

Outcome<LabRun> lab_run(const LabScenario& lab, ScheduleKind kind) {
  LabRequest made = lab_request(lab, kind);
  made.request.times = &made.times;
  Outcome<Schedule> schedule = make_schedule(made.request);
  if (!succeeded(schedule)) return problems_of(schedule);
  LabRun run;
  run.kind = kind;
  run.schedule = std::move(std::get<Schedule>(schedule));
  run.timeline = simulate(run.schedule, made.times, lab.stragglers);
  run.index = build_timeline_index(run.timeline, {});
  run.critical = critical_path(run.timeline, run.index);
  run.pass_scale = made.pass_scale;
  run.micro_batches_per_chunk = made.micro_batches_per_chunk;
  const std::vector<double> a_chunk(
      static_cast<std::size_t>(run.schedule.ranks) * static_cast<std::size_t>(run.schedule.virtual_stages),
      made.micro_batches_per_chunk);
  run.held = build_held_index(run.timeline, a_chunk);
  for (const double held : peak_held(run.schedule, std::vector<double>(made.times.stages.size(), 1)))
    run.peak_chunks.push_back(static_cast<std::int32_t>(std::llround(held)));
  return run;
}

}  // namespace shardscope
