#include "core/schedules/schedule_rules.h"

#include <algorithm>
#include <limits>
#include <string>

#include "core/base/limits.h"

namespace shardscope {

namespace {

using Problems = std::vector<Problem>;

std::string name_of(ScheduleKind kind) {
  return std::string(json_name(kind));
}

void add(Problems& problems, std::string path, std::string message, std::string rule) {
  problems.push_back({Severity::error, std::move(path), std::move(message), std::move(rule)});
}

/// What the rank's chunks are called with: the V schedules' 2 may be given as 1 too.
std::int32_t chunks_of(const ScheduleRequest& request) {
  return static_cast<std::int32_t>(chunks_a_rank(request.kind, request.virtual_stages));
}

Problems problems_of_size(const ScheduleRequest& request) {
  Problems problems;
  const auto from_one = [&](const char* path, const char* what, std::int32_t count) {
    if (count < 1)
      add(problems, path, "a schedule needs at least 1 " + std::string(what) + ", not " + std::to_string(count),
          "schedule-counts-from-one");
  };
  from_one("plan.pp", "pipeline rank", request.ranks);
  from_one("plan.virtual_stages", "virtual stage", request.virtual_stages);
  from_one("plan.global_batch", "micro-batch", request.micro_batches);
  if (request.virtual_stages > std::numeric_limits<std::uint16_t>::max())
    add(problems, "plan.virtual_stages", std::to_string(request.virtual_stages) + " virtual stages are more than 65535",
        "virtual-stages-max");
  if (!problems.empty()) return problems;
  // Stages first: the product of all three may not fit in 64 bits.
  const bool mirrored = placement_of(request.kind) == StagePlacement::mirrored;
  const std::int64_t stages = std::int64_t{request.ranks} * (mirrored ? 1 : chunks_of(request));
  const std::int64_t passes = splits_backward(request.kind) ? 3 : runs_backward(request.kind) ? 2 : 1;
  if (stages > limits::passes_max / passes / request.micro_batches)
    add(problems, "plan.schedule",
        std::to_string(stages) + " stages x " + std::to_string(request.micro_batches) + " micro-batches x " +
            std::to_string(passes) + " passes are more than the " + std::to_string(limits::passes_max) +
            " that are simulated",
        "passes-max");
  // These are found in a grid of slots, which grows with the square of the ranks.
  const bool in_slots = request.kind == ScheduleKind::v_half || request.kind == ScheduleKind::v_min ||
                        request.kind == ScheduleKind::one_f_one_b_v;
  const std::int64_t slots_of_rank = 6 * (std::int64_t{request.micro_batches} + 4 * std::int64_t{request.ranks});
  if (problems.empty() && in_slots && request.ranks > limits::passes_max / slots_of_rank)
    add(problems, "plan.schedule",
        name_of(request.kind) + " over " + std::to_string(request.ranks) + " ranks takes more slots than the " +
            std::to_string(limits::passes_max) + " that are searched",
        "passes-max");
  return problems;
}

void check_chunks(const ScheduleRequest& request, Problems& problems) {
  const std::int32_t chunks = request.virtual_stages;
  const std::string rule = "schedule-virtual-stages";
  if (request.kind == ScheduleKind::breadth_first) return;
  if (request.kind == ScheduleKind::interleaved) {
    if (chunks < 2) add(problems, "plan.virtual_stages", "interleaved wants at least 2 virtual stages, not 1", rule);
    return;
  }
  if (placement_of(request.kind) == StagePlacement::v) {
    if (chunks > 2)
      add(problems, "plan.virtual_stages",
          name_of(request.kind) + " has 2 virtual stages a rank, the arms of its V, not " + std::to_string(chunks),
          rule);
    return;
  }
  if (chunks != 1)
    add(problems, "plan.virtual_stages",
        name_of(request.kind) + " has 1 virtual stage a rank, not " + std::to_string(chunks) +
            "; interleaved and breadth-first take more",
        rule);
}

void check_even_ranks(const ScheduleRequest& request, Problems& problems) {
  if (request.ranks % 2 == 0) return;
  const std::string less = request.ranks > 1 ? std::to_string(request.ranks - 1) + " or " : "";
  add(problems, "plan.pp",
      name_of(request.kind) + " wants an even number of pipeline ranks, not " + std::to_string(request.ranks) +
          "; try " + less + std::to_string(request.ranks + 1),
      "schedule-counts");
}

void check_micro_batches(const ScheduleRequest& request, Problems& problems) {
  const std::int64_t ranks = request.ranks, count = request.micro_batches;
  if (request.kind == ScheduleKind::interleaved && count % ranks != 0) {
    const std::int64_t below = count - count % ranks;
    add(problems, "plan.schedule",
        "interleaved wants micro-batches divisible by pp: " + std::to_string(count) + " micro-batches over " +
            std::to_string(ranks) + " ranks; try " + (below > 0 ? std::to_string(below) + " or " : "") +
            std::to_string(below + ranks),
        "interleaved-micro-batches-divisible");
  }
  const bool dual = request.kind == ScheduleKind::dualpipe || request.kind == ScheduleKind::dualpipe_v;
  if (dual && count < 2 * ranks)
    add(problems, "plan.schedule",
        name_of(request.kind) + " wants at least 2 micro-batches a rank: " + std::to_string(count) +
            " micro-batches over " + std::to_string(ranks) + " ranks; try " + std::to_string(2 * ranks) + " or more",
        "schedule-counts");
  else if (placement_of(request.kind) == StagePlacement::mirrored && count % 2 != 0)
    add(problems, "plan.schedule",
        name_of(request.kind) + " wants an even number of micro-batches, half for each direction, not " +
            std::to_string(count) + "; try " + (count > 1 ? std::to_string(count - 1) + " or " : "") +
            std::to_string(count + 1),
        "schedule-counts");
}

/// One micro-batch; in ZB-V as many as fill its arms.
std::int32_t least_memory_limit(const ScheduleRequest& request) {
  return request.kind == ScheduleKind::zb_v ? 2 * std::min(request.ranks, request.micro_batches) : 1;
}

void check_memory_limit(const ScheduleRequest& request, Problems& problems) {
  if (!request.memory_limit) return;
  if (request.kind != ScheduleKind::zb_auto && request.kind != ScheduleKind::zb_v) return;
  const std::int32_t least = least_memory_limit(request);
  if (*request.memory_limit >= least) return;
  const auto words = [](double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
  };
  add(problems, "plan.schedule_memory_limit",
      name_of(request.kind) + " can't run within " + words(*request.memory_limit) +
          " micro-batch-chunks a rank; give at least " + std::to_string(least) +
          (request.kind == ScheduleKind::zb_v ? ", or use v-half or v-min" : ""),
      "schedule-counts");
}

}  // namespace

std::vector<Problem> problems_of_request(const ScheduleRequest& request) {
  Problems problems = problems_of_size(request);
  if (!problems.empty()) return problems;
  check_chunks(request, problems);
  if (placement_of(request.kind) == StagePlacement::mirrored) check_even_ranks(request, problems);
  check_micro_batches(request, problems);
  check_memory_limit(request, problems);
  return problems;
}

}  // namespace shardscope
