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
  const ScheduleWays& ways = ways_of(request.kind);
  const std::int64_t chunks = ways.chunks_a_rank(request.virtual_stages) / ways.copies_of_model();
  const std::int64_t stages = request.ranks * chunks;
  const std::int64_t passes = ways.splits_backward ? 3 : ways.runs_backward ? 2 : 1;
  if (stages > limits::passes_max / passes / request.micro_batches)
    add(problems, "plan.schedule",
        std::to_string(stages) + " stages x " + std::to_string(request.micro_batches) + " micro-batches x " +
            std::to_string(passes) + " passes are more than the " + std::to_string(limits::passes_max) +
            " that are simulated",
        "passes-max");
  const std::int64_t slots_of_rank = 6 * (std::int64_t{request.micro_batches} + 4 * std::int64_t{request.ranks});
  if (problems.empty() && ways.counts.in_slots && request.ranks > limits::passes_max / slots_of_rank)
    add(problems, "plan.schedule",
        name_of(request.kind) + " over " + std::to_string(request.ranks) + " ranks takes more slots than the " +
            std::to_string(limits::passes_max) + " that are searched",
        "passes-max");
  return problems;
}

/// "interleaved and breadth-first": those that take as many chunks as a plan says.
std::string schedules_with_chunks() {
  std::string names;
  for (const ScheduleKind kind : known_schedules())
    if (ways_of(kind).takes_chunks()) names += (names.empty() ? "" : " and ") + name_of(kind);
  return names;
}

void check_chunks(const ScheduleRequest& request, Problems& problems) {
  const ScheduleWays& ways = ways_of(request.kind);
  const std::int32_t chunks = request.virtual_stages;
  if (chunks >= ways.counts.chunks_min && chunks <= ways.counts.chunks_max) return;
  std::string message;
  if (chunks < ways.counts.chunks_min)
    message = " wants at least " + std::to_string(ways.counts.chunks_min) + " virtual stages, not ";
  else if (ways.placement == StagePlacement::v)
    message = " has 2 virtual stages per rank, the arms of its V, not ";
  else
    message = " has 1 virtual stage per rank, not ";
  message = name_of(request.kind) + message + std::to_string(chunks);
  if (ways.counts.chunks_max == 1) message += "; " + schedules_with_chunks() + " take more";
  add(problems, "plan.virtual_stages", std::move(message), "schedule-virtual-stages");
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
  const ScheduleCounts& takes = ways_of(request.kind).counts;
  const std::int64_t ranks = request.ranks, count = request.micro_batches;
  const std::int64_t least = takes.micro_batches_a_rank_min * ranks;
  if (takes.rounds_of_ranks && count % ranks != 0) {
    const std::int64_t below = count - count % ranks;
    add(problems, "plan.schedule",
        name_of(request.kind) + " wants micro-batches divisible by pp: " + std::to_string(count) +
            " micro-batches over " + std::to_string(ranks) + " ranks; try " +
            (below > 0 ? std::to_string(below) + " or " : "") + std::to_string(below + ranks),
        "interleaved-micro-batches-divisible");
  }
  if (count < least)
    add(problems, "plan.schedule",
        name_of(request.kind) + " wants at least " + std::to_string(takes.micro_batches_a_rank_min) +
            " micro-batches per rank: " + std::to_string(count) + " micro-batches over " + std::to_string(ranks) +
            " ranks; try " + std::to_string(least) + " or more",
        "schedule-counts");
  else if (takes.even && count % 2 != 0)
    add(problems, "plan.schedule",
        name_of(request.kind) + " wants an even number of micro-batches, half for each direction, not " +
            std::to_string(count) + "; try " + (count > 1 ? std::to_string(count - 1) + " or " : "") +
            std::to_string(count + 1),
        "schedule-counts");
}

void check_memory_limit(const ScheduleRequest& request, Problems& problems) {
  const ScheduleWays& ways = ways_of(request.kind);
  if (!request.memory_limit || !ways.searched()) return;
  const std::int32_t least = ways.memory_limit_min(request);
  if (*request.memory_limit >= least) return;
  const auto words = [](double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
  };
  add(problems, "plan.schedule_memory_limit",
      name_of(request.kind) + " can't run within " + words(*request.memory_limit) +
          " micro-batch-chunks per rank; give at least " + std::to_string(least) +
          std::string(ways.memory_limit_advice),
      "schedule-counts");
}

}  // namespace

std::vector<Problem> problems_of_request(const ScheduleRequest& request) {
  Problems problems = problems_of_size(request);
  if (!problems.empty()) return problems;
  check_chunks(request, problems);
  if (ways_of(request.kind).counts.even) check_even_ranks(request, problems);
  check_micro_batches(request, problems);
  check_memory_limit(request, problems);
  return problems;
}

}  // namespace shardscope
