#include "core/schedules/schedule_rules.h"

#include <limits>
#include <string>
#include <utility>

#include "core/base/limits.h"
#include "core/base/rule_words.h"
#include "core/base/saturating.h"

namespace shardscope {

namespace {

using Problems = std::vector<Problem>;

std::string name_of(ScheduleKind kind) {
  return std::string(json_name(kind));
}

void add(Problems& problems, std::string path, std::string message, std::string_view rule) {
  problems.push_back({Severity::error, std::move(path), std::move(message), std::string(rule)});
}

/// "; try 56 or 64", or the global batches that are as many micro-batches.
std::string try_micro_batches(std::vector<std::int64_t> counts, std::int64_t count, std::int64_t sequences) {
  if (sequences == 0) return try_values(std::move(counts), count);
  for (std::int64_t& each : counts) each = saturating_product({each, sequences});
  return "; global batch: " + try_values(std::move(counts), saturating_product({count, sequences})).substr(2);
}

void check_chunks(const ScheduleRequest& request, Problems& problems) {
  const ScheduleWays& ways = ways_of(request.kind);
  const std::int32_t chunks = request.virtual_stages;
  const auto [least, most] = std::pair(ways.counts.chunks_min, ways.counts.chunks_max);
  if (chunks >= least && chunks <= most) return;
  const std::string instead = name_of(default_schedule(chunks));
  const std::string has = ways.chunks_of_model(1) == 1 ? " has 1 virtual stage per rank, not "
                                                       : " has 2 virtual stages per rank, the arms of its V, not ";
  add(problems, "plan.virtual_stages",
      name_of(request.kind) +
          (chunks < least ? " wants at least " + std::to_string(least) + " virtual stages, not " +
                                std::to_string(chunks) + "; or use " + instead
                          : has + std::to_string(chunks) + "; use " + instead + ", or " + std::to_string(most)),
      schedule_rule::virtual_stages);
}

void check_even_ranks(const ScheduleRequest& request, Problems& problems) {
  if (!ways_of(request.kind).counts.even || request.ranks % 2 == 0) return;
  add(problems, "plan.pp",
      name_of(request.kind) + " wants an even number of pipeline ranks, not " + std::to_string(request.ranks) +
          try_values(multiples_near(request.ranks, 2), request.ranks),
      schedule_rule::counts);
}

void check_whole_rounds(const ScheduleRequest& request, std::int64_t sequences, Problems& problems) {
  const std::int64_t ranks = request.ranks, count = request.micro_batches;
  const ScheduleWays& ways = ways_of(request.kind);
  if (!ways.counts.rounds_of_ranks || count % batch_counts(ways, ranks).round == 0) return;
  add(problems, "plan.schedule",
      name_of(request.kind) + " wants micro-batches divisible by PP: " + std::to_string(count) + " over " +
          std::to_string(ranks) + " ranks" + try_micro_batches(multiples_near(count, ranks), count, sequences),
      schedule_rule::whole_rounds);
}

void check_micro_batches(const ScheduleRequest& request, std::int64_t sequences, Problems& problems) {
  const ScheduleCounts& takes = ways_of(request.kind).counts;
  const std::int64_t ranks = request.ranks, count = request.micro_batches;
  const auto [least, round] = batch_counts(ways_of(request.kind), ranks);
  if (takes.micro_batches_per_rank_min > 0 && count < least)
    add(problems, "plan.schedule",
        name_of(request.kind) + " wants at least " + std::to_string(takes.micro_batches_per_rank_min) +
            " micro-batches per rank: " + std::to_string(count) + " micro-batches over " + std::to_string(ranks) +
            " ranks" + try_micro_batches({least}, count, sequences) + " or more",
        schedule_rule::counts);
  else if (takes.even && count % round != 0)
    add(problems, "plan.schedule",
        name_of(request.kind) + " wants an even number of micro-batches, half for each direction, not " +
            std::to_string(count) + try_micro_batches(multiples_near(count, round), count, sequences),
        schedule_rule::counts);
}

void check_memory_limit(const ScheduleRequest& request, Problems& problems) {
  const ScheduleWays& ways = ways_of(request.kind);
  if (!request.memory_limit || !ways.searched() || !problems_of_size(request).empty()) return;
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
      schedule_rule::counts);
}

}  // namespace

BatchCounts batch_counts(const ScheduleWays& ways, std::int64_t ranks) {
  const ScheduleCounts& takes = ways.counts;
  const std::int64_t round = takes.rounds_of_ranks ? ranks : takes.even ? 2 : 1;
  return {BatchCounts{round, round}.from(saturating_product({takes.micro_batches_per_rank_min, ranks})), round};
}

std::vector<Problem> problems_of_size(const ScheduleRequest& request) {
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
  const std::int64_t stages = ways.stages(request.ranks, request.virtual_stages);
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

std::vector<Problem> problems_of_counts(const ScheduleRequest& request, std::int64_t sequences) {
  Problems problems;
  check_chunks(request, problems);
  check_even_ranks(request, problems);
  check_whole_rounds(request, sequences, problems);
  check_micro_batches(request, sequences, problems);
  check_memory_limit(request, problems);
  return problems;
}

std::vector<Problem> problems_of_request(const ScheduleRequest& request) {
  Problems problems = problems_of_size(request);
  return problems.empty() ? problems_of_counts(request) : problems;
}

}  // namespace shardscope
