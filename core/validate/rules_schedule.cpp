// Rules on the pipeline's schedule: what it asks of the plan, and the bubble that it leaves.
#include <algorithm>

#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/software_traits.h"
#include "core/schedules/schedule_rules.h"
#include "core/validate/rules.h"
#include "core/validate/validate.h"

namespace shardscope::rule {

namespace {

double bubble_share(std::int64_t ranks, std::int64_t chunks, std::int64_t micro_batches) {
  return fill_and_drain({static_cast<double>(ranks), static_cast<double>(micro_batches), static_cast<double>(chunks)});
}

/// The most virtual stages up to 4 over which the layers divide; 1 where none do.
std::int64_t chunks_to_try(const Scenario& s) {
  for (std::int64_t v = 4; v > 1; --v)
    if (s.model.num_hidden_layers >= 1 &&
        s.model.num_hidden_layers % saturating_product({at_least_one(s.plan.pp), v}) == 0)
      return v;
  return 1;
}

/// What the plan's schedule itself refuses, of one name.
void add_of_schedule(const Scenario& s, std::string_view name, Problems& problems) {
  for (const Problem& problem : problems_of_counts(schedule_request(s.plan), sequences_of_round(s.plan)))
    if (problem.rule == name) add(problems, problem.path, problem.message);
}

}  // namespace

void virtual_stages_used(const Scenario& s, Problems& problems) {
  add_of_schedule(s, schedule_rule::virtual_stages, problems);
  const std::int64_t chunks = s.plan.virtual_stages;
  if (ways_of(s.plan).takes_chunks() && chunks > 1 && s.plan.pp <= 1)
    add(problems, "plan.virtual_stages",
        counted(chunks, "virtual stage", "virtual stages") +
            " without a pipeline (PP 1) have no bubble to cut, they only reorder passes; use 1");
}

void schedule_takes_counts(const Scenario& s, Problems& problems) {
  add_of_schedule(s, schedule_rule::counts, problems);
}

void micro_batches_interleave(const Scenario& s, Problems& problems) {
  add_of_schedule(s, schedule_rule::whole_rounds, problems);
}

/// What ZeRO-2 or 3 costs beside a pipeline; nothing where it has its use.
std::string_view cost_of(GradientRounds rounds) {
  switch (rounds) {
    case GradientRounds::once:
      return "keeps all gradients whole until a stage's last pass, as ZeRO 1 does";
    case GradientRounds::every_run:
      return {};
    case GradientRounds::every_pass:
      break;
  }
  return "exchanges gradients for every micro-batch; ZeRO 1 does once";
}

void sharding_beside_pipeline(const Scenario& s, Problems& problems) {
  if (!shards_gradients(s.plan) || s.plan.pp < 2) return;
  const bool in_passes = shards_weights(s.plan);
  const GradientRounds rounds = in_passes ? GradientRounds::every_pass : gradient_rounds(s.plan, s.software);
  const std::string_view cost = cost_of(rounds);
  if (cost.empty()) return;
  add(problems, "plan.zero", "ZeRO " + std::to_string(zero_of(s.plan)) + " beside a pipeline " + std::string(cost));
}

void slow_rank_exists(const Scenario& s, Problems& problems) {
  if (!s.run.slow_rank || *s.run.slow_rank < at_least_one(s.plan.pp)) return;
  const std::string last = std::to_string(at_least_one(s.plan.pp) - 1);
  add(problems, "run.slow_rank",
      std::to_string(*s.run.slow_rank) + " isn't a pipeline rank: PP " + std::to_string(s.plan.pp) + " has " +
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
        "rank " + std::to_string(*s.run.slow_rank) +
            " is as fast as the others; say with run.slow_factor how much slower");
}

void bubble_large(const Scenario& s, Problems& problems) {
  const Plan& plan = s.plan;
  if (plan.pp < 2 || !ways_of(plan).fills_once()) return;
  const std::int64_t rounds = micro_batches_of(plan);
  const std::int64_t chunks = ways_of(plan).takes_chunks() ? at_least_one(plan.virtual_stages) : 1;
  const double bubble = bubble_share(plan.pp, chunks, rounds);
  if (rounds >= plan.pp && bubble < small_bubble_max) return;
  std::string message = with_commas(rounds) + (rounds == 1 ? " micro-batch" : " micro-batches") + " over " +
                        std::to_string(plan.pp) + " pipeline ranks: equal stages would idle " + whole_percent(bubble) +
                        " of the pipeline";
  const std::int64_t more = chunks_to_try(s);
  const bool can_interleave = chunks == 1 && more > 1 && rounds % plan.pp == 0;
  if (can_interleave)
    message +=
        "; with " + std::to_string(more) + " virtual stages " + whole_percent(bubble_share(plan.pp, more, rounds));
  const std::int64_t plenty = saturating_product({4, plan.pp});
  if (rounds < plenty)
    message += "; with " + with_commas(plenty) + " micro-batches (global batch " +
               with_commas(saturating_product({plenty, sequences_of_round(plan)})) + ") " +
               whole_percent(bubble_share(plan.pp, chunks, plenty));
  add(problems, "plan.global_batch", message);
}

}  // namespace shardscope::rule
