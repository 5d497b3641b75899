#include "core/pipeline/schedule.h"

#include <algorithm>
#include <limits>
#include <string>

#include "core/limits.h"
#include "core/pipeline/gpipe.h"
#include "core/pipeline/interleaved.h"
#include "core/pipeline/one_f_one_b.h"

namespace shardscope {

namespace {

std::string name_of(ScheduleKind kind) {
  return std::string(json_name(kind));
}

Problem wrong(std::string path, std::string message, std::string rule) {
  return {Severity::error, std::move(path), std::move(message), std::move(rule)};
}

bool is_known(ScheduleKind kind) {
  const std::vector<ScheduleKind> known = known_schedules();
  return std::find(known.begin(), known.end(), kind) != known.end();
}

std::string known_names() {
  std::string names;
  for (const ScheduleKind kind : known_schedules()) names += (names.empty() ? "" : ", ") + name_of(kind);
  return names;
}

std::vector<Problem> problems_of_size(std::int32_t ranks, std::int32_t virtual_stages, std::int32_t micro_batches) {
  std::vector<Problem> problems;
  const auto from_one = [&](const char* path, const char* what, std::int32_t count) {
    if (count < 1)
      problems.push_back(wrong(path,
                               "a schedule needs at least 1 " + std::string(what) + ", not " + std::to_string(count),
                               "schedule-counts-from-one"));
  };
  from_one("plan.pp", "pipeline rank", ranks);
  from_one("plan.virtual_stages", "virtual stage", virtual_stages);
  from_one("plan.global_batch", "micro-batch", micro_batches);
  if (virtual_stages > std::numeric_limits<std::uint16_t>::max())
    problems.push_back(wrong("plan.virtual_stages",
                             std::to_string(virtual_stages) + " virtual stages are more than 65535",
                             "virtual-stages-max"));
  if (!problems.empty()) return problems;
  // Stages first: the product of all three may not fit in 64 bits.
  const std::int64_t stages = std::int64_t{ranks} * virtual_stages;
  if (stages > limits::passes_max / 2 / micro_batches)
    problems.push_back(wrong("plan.schedule",
                             std::to_string(stages) + " stages x " + std::to_string(micro_batches) +
                                 " micro-batches x 2 passes are more than passes_max = " +
                                 std::to_string(limits::passes_max) + "; such a step isn't simulated",
                             "passes-max"));
  return problems;
}

std::vector<Problem> problems_of_shape(ScheduleKind kind, std::int32_t ranks, std::int32_t virtual_stages,
                                       std::int32_t micro_batches) {
  std::vector<Problem> problems;
  if (kind != ScheduleKind::interleaved) {
    if (virtual_stages != 1)
      problems.push_back(wrong("plan.virtual_stages",
                               name_of(kind) + " has 1 virtual stage a rank, not " + std::to_string(virtual_stages) +
                                   "; interleaved takes more",
                               "schedule-virtual-stages"));
    return problems;
  }
  if (virtual_stages < 2)
    problems.push_back(
        wrong("plan.virtual_stages", "interleaved wants at least 2 virtual stages, not 1", "schedule-virtual-stages"));
  if (micro_batches % ranks != 0) {
    const std::int64_t below = micro_batches - micro_batches % ranks;
    problems.push_back(wrong("plan.schedule",
                             "interleaved wants micro-batches divisible by pp: " + std::to_string(micro_batches) +
                                 " micro-batches over " + std::to_string(ranks) + " ranks; try " +
                                 (below > 0 ? std::to_string(below) + " or " : "") + std::to_string(below + ranks),
                             "interleaved-micro-batches-divisible"));
  }
  return problems;
}

std::vector<Pass> order_of(ScheduleKind kind, std::int32_t rank, std::int32_t ranks, std::int32_t virtual_stages,
                           std::int32_t micro_batches) {
  if (kind == ScheduleKind::gpipe) return gpipe_order(micro_batches);
  if (kind == ScheduleKind::one_f_one_b) return one_f_one_b_order(rank, ranks, micro_batches);
  return interleaved_order(rank, ranks, virtual_stages, micro_batches);
}

}  // namespace

std::vector<ScheduleKind> known_schedules() {
  return {ScheduleKind::gpipe, ScheduleKind::one_f_one_b, ScheduleKind::interleaved};
}

Outcome<Schedule> make_schedule(ScheduleKind kind, std::int32_t ranks, std::int32_t virtual_stages,
                                std::int32_t micro_batches) {
  if (!is_known(kind))
    return std::vector<Problem>{
        wrong("plan.schedule", name_of(kind) + " isn't implemented; try " + known_names(), "schedule-implemented")};
  std::vector<Problem> problems = problems_of_size(ranks, virtual_stages, micro_batches);
  if (problems.empty()) problems = problems_of_shape(kind, ranks, virtual_stages, micro_batches);
  if (!problems.empty()) return problems;
  Schedule schedule;
  schedule.kind = kind;
  schedule.ranks = ranks;
  schedule.virtual_stages = virtual_stages;
  schedule.micro_batches = micro_batches;
  schedule.order.reserve(static_cast<std::size_t>(ranks));
  for (std::int32_t rank = 0; rank < ranks; ++rank)
    schedule.order.push_back(order_of(kind, rank, ranks, virtual_stages, micro_batches));
  return schedule;
}

}  // namespace shardscope
