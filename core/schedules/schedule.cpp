#include "core/schedules/schedule.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/schedules/breadth_first.h"
#include "core/schedules/chimera.h"
#include "core/schedules/dualpipe.h"
#include "core/schedules/dualpipe_v.h"
#include "core/schedules/forward_only.h"
#include "core/schedules/gpipe.h"
#include "core/schedules/interleaved.h"
#include "core/schedules/one_f_one_b.h"
#include "core/schedules/one_f_one_b_v.h"
#include "core/schedules/schedule_rules.h"
#include "core/schedules/v_half.h"
#include "core/schedules/v_min.h"
#include "core/schedules/zb_auto.h"
#include "core/schedules/zb_h1.h"
#include "core/schedules/zb_h2.h"
#include "core/schedules/zb_v.h"

namespace shardscope {

namespace {

using Orders = std::vector<std::vector<Pass>>;

/// Of the schedules that are written down rank by rank.
std::vector<Pass> order_of_rank(const ScheduleRequest& request, std::int32_t rank) {
  const std::int32_t ranks = request.ranks, micro_batches = request.micro_batches;
  switch (request.kind) {
    case ScheduleKind::gpipe:
      return gpipe_order(micro_batches);
    case ScheduleKind::forward_only:
      return forward_only_order(micro_batches);
    case ScheduleKind::interleaved:
      return interleaved_order(rank, ranks, request.virtual_stages, micro_batches);
    case ScheduleKind::breadth_first:
      return breadth_first_order(request.virtual_stages, micro_batches);
    case ScheduleKind::zb_h1:
      return zb_h1_order(rank, ranks, micro_batches);
    case ScheduleKind::zb_h2:
      return zb_h2_order(rank, ranks, micro_batches);
    case ScheduleKind::dualpipe:
      return dualpipe_order(rank, ranks, micro_batches);
    case ScheduleKind::dualpipe_v:
      return dualpipe_v_order(rank, ranks, micro_batches);
    case ScheduleKind::chimera:
      return chimera_order(rank, ranks, micro_batches);
    default:
      return one_f_one_b_order(rank, ranks, micro_batches);
  }
}

/// What a search is given where the request says nothing: passes that take 1 each, no transfer time.
PassTimes unit_times(const ScheduleRequest& request) {
  const StageTimes unit{Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}};
  const auto chunks = static_cast<std::size_t>(chunks_a_rank(request.kind, request.virtual_stages));
  return {std::vector<StageTimes>(static_cast<std::size_t>(request.ranks) * chunks, unit), Seconds{0}};
}

Orders searched_orders(const ScheduleRequest& request) {
  const PassTimes unit = unit_times(request);
  const PassTimes& times = request.times != nullptr ? *request.times : unit;
  if (times.stages.size() != unit.stages.size())
    throw std::logic_error("make_schedule: one StageTimes a stage is wanted");
  if (request.kind == ScheduleKind::zb_v)
    return zb_v_orders(request.ranks, request.micro_batches, times, request.memory_limit.value_or(2 * request.ranks));
  ZbMemory memory;
  memory.limit = request.memory_limit.value_or(request.micro_batches);
  return zb_auto_orders(request.micro_batches, times, memory);
}

Orders orders_of(const ScheduleRequest& request) {
  const std::int32_t ranks = request.ranks, micro_batches = request.micro_batches;
  switch (request.kind) {
    case ScheduleKind::zb_auto:
    case ScheduleKind::zb_v:
      return searched_orders(request);
    case ScheduleKind::v_half:
      return v_pattern_orders(v_half_pattern(ranks), micro_batches);
    case ScheduleKind::v_min:
      return v_pattern_orders(v_min_pattern(ranks), micro_batches);
    case ScheduleKind::one_f_one_b_v:
      return one_f_one_b_v_orders(ranks, micro_batches);
    default:
      break;
  }
  Orders orders;
  orders.reserve(static_cast<std::size_t>(ranks));
  for (std::int32_t rank = 0; rank < ranks; ++rank) orders.push_back(order_of_rank(request, rank));
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
    case ScheduleKind::forward_only:
      return false;
    default:
      return true;
  }
}

std::vector<ScheduleKind> known_schedules() {
  std::vector<ScheduleKind> all;
  for (std::size_t i = 0; i < choices<ScheduleKind>().size(); ++i) all.push_back(static_cast<ScheduleKind>(i));
  return all;
}

Outcome<Schedule> make_schedule(const ScheduleRequest& request) {
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
