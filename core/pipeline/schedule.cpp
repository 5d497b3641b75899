#include "core/pipeline/schedule.h"

#include <algorithm>
#include <string>

#include "core/pipeline/breadth_first.h"
#include "core/pipeline/gpipe.h"
#include "core/pipeline/interleaved.h"
#include "core/pipeline/one_f_one_b.h"
#include "core/pipeline/schedule_rules.h"
#include "core/pipeline/zb_h1.h"
#include "core/pipeline/zb_h2.h"

namespace shardscope {

namespace {

using Orders = std::vector<std::vector<Pass>>;

bool is_known(ScheduleKind kind) {
  const std::vector<ScheduleKind> known = known_schedules();
  return std::find(known.begin(), known.end(), kind) != known.end();
}

std::string known_names() {
  std::string names;
  for (const ScheduleKind kind : known_schedules()) names += (names.empty() ? "" : ", ") + std::string(json_name(kind));
  return names;
}

/// Of the schedules that are written down rank by rank.
std::vector<Pass> order_of_rank(const ScheduleRequest& request, std::int32_t rank) {
  const std::int32_t ranks = request.ranks, micro_batches = request.micro_batches;
  switch (request.kind) {
    case ScheduleKind::gpipe:
      return gpipe_order(micro_batches);
    case ScheduleKind::interleaved:
      return interleaved_order(rank, ranks, request.virtual_stages, micro_batches);
    case ScheduleKind::breadth_first:
      return breadth_first_order(request.virtual_stages, micro_batches);
    case ScheduleKind::zb_h1:
      return zb_h1_order(rank, ranks, micro_batches);
    case ScheduleKind::zb_h2:
      return zb_h2_order(rank, ranks, micro_batches);
    default:
      return one_f_one_b_order(rank, ranks, micro_batches);
  }
}

Orders orders_of(const ScheduleRequest& request) {
  Orders orders;
  orders.reserve(static_cast<std::size_t>(request.ranks));
  for (std::int32_t rank = 0; rank < request.ranks; ++rank) orders.push_back(order_of_rank(request, rank));
  return orders;
}

}  // namespace

bool splits_backward(ScheduleKind kind) {
  switch (kind) {
    case ScheduleKind::gpipe:
    case ScheduleKind::one_f_one_b:
    case ScheduleKind::interleaved:
    case ScheduleKind::breadth_first:
    case ScheduleKind::one_f_one_b_v:
      return false;
    default:
      return true;
  }
}

std::vector<ScheduleKind> known_schedules() {
  return {ScheduleKind::gpipe,         ScheduleKind::one_f_one_b, ScheduleKind::interleaved,
          ScheduleKind::breadth_first, ScheduleKind::zb_h1,       ScheduleKind::zb_h2};
}

Outcome<Schedule> make_schedule(const ScheduleRequest& request) {
  if (!is_known(request.kind))
    return std::vector<Problem>{{Severity::error, "plan.schedule",
                                 std::string(json_name(request.kind)) + " isn't implemented; try " + known_names(),
                                 "schedule-implemented"}};
  std::vector<Problem> problems = problems_of_request(request);
  if (!problems.empty()) return problems;
  Schedule schedule;
  schedule.kind = request.kind;
  schedule.ranks = request.ranks;
  schedule.virtual_stages = static_cast<std::int32_t>(chunks_a_rank(request.kind, request.virtual_stages));
  schedule.micro_batches = request.micro_batches;
  schedule.order = orders_of(request);
  return schedule;
}

Outcome<Schedule> make_schedule(ScheduleKind kind, std::int32_t ranks, std::int32_t virtual_stages,
                                std::int32_t micro_batches) {
  return make_schedule({kind, ranks, virtual_stages, micro_batches, nullptr, std::nullopt});
}

}  // namespace shardscope
