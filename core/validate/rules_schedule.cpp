// Rules on the pipeline's schedule: what it asks of the plan, and the bubble that it leaves.
#include <algorithm>
#include <cmath>

#include "core/base/limits.h"
#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/stage_placement.h"
#include "core/schedules/schedule_rules.h"
#include "core/validate/rules.h"

namespace shardscope::rule {

namespace {

/// The schedules whose bubble is (p-1)/(v·m+p-1) with equal stages.
bool has_closed_form(ScheduleKind kind) {
  return kind == ScheduleKind::gpipe || kind == ScheduleKind::one_f_one_b || kind == ScheduleKind::interleaved ||
         kind == ScheduleKind::breadth_first || kind == ScheduleKind::forward_only;
}

/// Idle share of a rank's time with equal stages and no transfer time; in [0, 1). Narayanan et al. 2021, sections 2.2.1
/// and 2.2.2, taken over the makespan.
double bubble_share(std::int64_t ranks, std::int64_t chunks, std::int64_t micro_batches) {
  const auto p = static_cast<double>(ranks);
  return (p - 1) / (static_cast<double>(chunks) * static_cast<double>(micro_batches) + p - 1);
}

std::string percent(double share) {
  return words_of(std::llround(share * 100)) + "%";
}

/// The most virtual stages up to 4 over which the layers divide; 1 where none do.
std::int64_t chunks_to_try(const Scenario& s) {
  for (std::int64_t v = 4; v > 1; --v)
    if (s.model.num_hidden_layers >= 1 &&
        s.model.num_hidden_layers % saturating_product({at_least_one(s.plan.pp), v}) == 0)
      return v;
  return 1;
}

}  // namespace

void virtual_stages_used(const Scenario& s, Problems& problems) {
  const ScheduleKind kind = schedule_kind(s.plan);
  const std::int64_t chunks = s.plan.virtual_stages;
  const std::string name(json_name(kind));
  const bool any = kind == ScheduleKind::interleaved || kind == ScheduleKind::breadth_first;
  const bool v = placement_of(kind) == StagePlacement::v;
  if (kind == ScheduleKind::interleaved && chunks == 1)
    add(problems, "plan.virtual_stages", "interleaved wants at least 2 virtual stages, not 1; or use 1f1b");
  else if (v && chunks > 2)
    add(problems, "plan.virtual_stages",
        name + " has 2 virtual stages a rank, the arms of its V, not " + words_of(chunks) + "; use interleaved, or 2");
  else if (!any && !v && chunks > 1)
    add(problems, "plan.virtual_stages",
        name + " has 1 virtual stage a rank, not " + words_of(chunks) + "; use interleaved, or 1");
  else if (any && chunks > 1 && s.plan.pp <= 1)
    add(problems, "plan.virtual_stages",
        counted(chunks, "virtual stage", "virtual stages") +
            " without a pipeline (PP 1) have no bubble to cut, they only reorder passes; use 1");
}

void schedule_takes_counts(const Scenario& s, Problems& problems) {
  const auto bounded = [](std::int64_t count) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(count, 1, limits::passes_max));
  };
  const ScheduleRequest request{schedule_kind(s.plan),
                                bounded(s.plan.pp),
                                bounded(s.plan.virtual_stages),
                                bounded(rounds_of_step(s.plan)),
                                nullptr,
                                s.plan.schedule_memory_limit};
  for (const Problem& problem : problems_of_request(request))
    if (problem.rule == "schedule-counts") add(problems, problem.path, problem.message);
}

void micro_batches_interleave(const Scenario& s, Problems& problems) {
  const std::int64_t pp = at_least_one(s.plan.pp), rounds = rounds_of_step(s.plan);
  if (schedule_kind(s.plan) != ScheduleKind::interleaved || rounds % pp == 0) return;
  const std::int64_t step = saturating_product({pp, sequences_of_round(s.plan)});
  add(problems, "plan.schedule",
      "interleaved wants micro-batches divisible by PP: " + words_of(rounds) + " over " + words_of(pp) +
          " ranks; global batch: " +
          try_values(multiples_near(s.plan.global_batch, step), s.plan.global_batch).substr(2));
}

void sharding_beside_pipeline(const Scenario& s, Problems& problems) {
  if (s.plan.zero.value_or(0) < 2 || s.plan.pp < 2) return;
  add(problems, "plan.zero",
      "ZeRO " + words_of(*s.plan.zero) + " beside a pipeline exchanges gradients for every micro-batch; frameworks " +
          "offer 1");
}

void slow_rank_exists(const Scenario& s, Problems& problems) {
  if (!s.run.slow_rank || *s.run.slow_rank < at_least_one(s.plan.pp)) return;
  const std::string last = words_of(at_least_one(s.plan.pp) - 1);
  add(problems, "run.slow_rank",
      words_of(*s.run.slow_rank) + " isn't a pipeline rank: PP " + words_of(s.plan.pp) + " has " +
          (s.plan.pp <= 1 ? "rank 0 alone" : "ranks 0 to " + last));
}

void run_is_trained(const Scenario& s, Problems& problems) {
  if (s.run.tokens && !runs_backward(s.plan))
    add(problems, "plan.schedule",
        "forward-only runs no backward pass: it doesn't train, so the run has no days and no cost");
}

void slow_rank_named(const Scenario& s, Problems& problems) {
  if (s.run.slow_factor != 1 && !s.run.slow_rank)
    add(problems, "run.slow_factor", "no rank is slow, so the factor slows nobody; set run.slow_rank");
  if (s.run.slow_factor == 1 && s.run.slow_rank)
    add(problems, "run.slow_rank",
        "rank " + words_of(*s.run.slow_rank) + " is as fast as the others; say with run.slow_factor how much slower");
}

void bubble_small(const Scenario& s, Problems& problems) {
  const Plan& plan = s.plan;
  if (plan.pp < 2 || !has_closed_form(schedule_kind(plan))) return;
  constexpr double large = 0.15;  // beyond it the bubble is what a plan's reader should see first
  const std::int64_t rounds = rounds_of_step(plan);
  const bool chunked =
      schedule_kind(plan) == ScheduleKind::interleaved || schedule_kind(plan) == ScheduleKind::breadth_first;
  const std::int64_t chunks = chunked ? at_least_one(plan.virtual_stages) : 1;
  const double bubble = bubble_share(plan.pp, chunks, rounds);
  if (rounds >= plan.pp && bubble < large) return;
  std::string message = with_commas(rounds) + (rounds == 1 ? " micro-batch" : " micro-batches") + " over " +
                        words_of(plan.pp) + " pipeline ranks: the bubble is some " + percent(bubble);
  const std::int64_t more = chunks_to_try(s);
  const bool can_interleave = chunks == 1 && more > 1 && rounds % plan.pp == 0;
  if (can_interleave)
    message += "; with " + words_of(more) + " virtual stages " + percent(bubble_share(plan.pp, more, rounds));
  const std::int64_t plenty = saturating_product({4, plan.pp});
  if (rounds < plenty)
    message += "; with " + with_commas(plenty) + " micro-batches (global batch " +
               with_commas(saturating_product({plenty, sequences_of_round(plan)})) + ") " +
               percent(bubble_share(plan.pp, chunks, plenty));
  add(problems, "plan.global_batch", message);
}

}  // namespace shardscope::rule
