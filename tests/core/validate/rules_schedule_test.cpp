#include "core/schedules/schedules.h"
#include "tests/core/validate/rule_cases.h"

using namespace shardscope;
using tests::Breach;

namespace {

const Breach schedule_breaches[] = {
    {"schedule-virtual-stages", Severity::warning,
     [](Scenario& s) { s.plan.schedule = ScheduleKind::one_f_one_b, s.plan.virtual_stages = 5; }, "plan.virtual_stages",
     "1f1b has 1 virtual stage per rank, not 5; use interleaved, or 1"},
    {"schedule-virtual-stages", Severity::warning, [](Scenario& s) { s.plan.schedule = ScheduleKind::interleaved; },
     "plan.virtual_stages", "interleaved wants at least 2 virtual stages, not 1; or use 1f1b"},
    {"schedule-virtual-stages", Severity::warning, [](Scenario& s) { s.plan.pp = 1, s.plan.virtual_stages = 3; },
     "plan.virtual_stages",
     "3 virtual stages without a pipeline (PP 1) have no bubble to cut, they only reorder passes; use 1"},
    {"interleaved-micro-batches-divisible", Severity::warning,
     [](Scenario& s) { s.plan.virtual_stages = 5, s.plan.global_batch = 16 * 60; }, "plan.schedule",
     "interleaved wants micro-batches divisible by PP: 60 over 8 ranks; global batch: try 896 or 1024"},
    {"schedule-virtual-stages", Severity::warning,
     [](Scenario& s) { s.plan.schedule = ScheduleKind::zb_v, s.plan.virtual_stages = 3; }, "plan.virtual_stages",
     "zb-v has 2 virtual stages per rank, the arms of its V, not 3; use interleaved, or 2"},
    {"schedule-counts", Severity::warning,
     [](Scenario& s) { s.plan.schedule = ScheduleKind::dualpipe, s.plan.global_batch = 16 * 8; }, "plan.schedule",
     "dualpipe wants at least 2 micro-batches per rank: 8 micro-batches over 8 ranks; global batch: try 256 or more"},
    {"schedule-counts", Severity::warning,
     [](Scenario& s) { s.plan.schedule = ScheduleKind::zb_auto, s.plan.schedule_memory_limit = 0.5; },
     "plan.schedule_memory_limit", "zb-auto can't run within 0.5 micro-batch-chunks per rank; give at least 1"},
    {"slow-rank-exists", Severity::error, [](Scenario& s) { s.run.slow_rank = 8; }, "run.slow_rank",
     "8 isn't a pipeline rank: PP 8 has ranks 0 to 7"},
    {"slow-rank-named", Severity::hint, [](Scenario& s) { s.run.slow_factor = 1.2; }, "run.slow_factor",
     "no rank is slow, so the factor slows nobody; set run.slow_rank"},
    {"slow-rank-named", Severity::hint, [](Scenario& s) { s.run.slow_rank = 1; }, "run.slow_rank",
     "rank 1 is as fast as the others; say with run.slow_factor how much slower"},
    {"run-is-trained", Severity::hint,
     [](Scenario& s) {
       s.plan.schedule = ScheduleKind::forward_only;
       s.run.tokens = 1e12;
     },
     "plan.schedule", "forward-only runs no backward pass: it doesn't train, so the run has no days and no cost"},
    {"sharding-beside-pipeline", Severity::warning, [](Scenario& s) { s.plan.zero = 3; }, "plan.zero",
     "ZeRO 3 beside a pipeline exchanges gradients for every micro-batch; ZeRO 1 does once"},
    {"sharding-beside-pipeline", Severity::warning,
     [](Scenario& s) {
       s.plan.zero = 2, s.software = {Framework::megatron_core, 2025};
     },
     "plan.zero", "ZeRO 2 beside a pipeline exchanges gradients for every micro-batch; ZeRO 1 does once"},
    {"sharding-beside-pipeline", Severity::warning,
     [](Scenario& s) {
       s.plan.zero = 2, s.software = {Framework::own, 2024.3};
     },
     "plan.zero", "ZeRO 2 beside a pipeline keeps all gradients whole until a stage's last pass, as ZeRO 1 does"},
    {"sharding-beside-pipeline", Severity::warning,
     [](Scenario& s) {
       s.plan.zero = 2, s.software = {Framework::torchtitan, 2025};
     },
     "plan.zero", "ZeRO 2 beside a pipeline keeps all gradients whole until a stage's last pass, as ZeRO 1 does"},
    // 7 / (16 + 7) = 30%, 7 / (3·16 + 7) = 13%, 7 / (32 + 7) = 18%
    {"bubble-large", Severity::hint, [](Scenario& s) { s.plan.global_batch = 16 * 16; }, "plan.global_batch",
     "16 micro-batches over 8 pipeline ranks: equal stages would idle 30% of the pipeline; with 3 virtual stages 13%; "
     "with 32 micro-batches "
     "(global batch 512) 18%"},
    // 7 / (1 + 7) = 88%; interleaving wants as many micro-batches as ranks
    {"bubble-large", Severity::hint, [](Scenario& s) { s.plan.global_batch = 16; }, "plan.global_batch",
     "1 micro-batch over 8 pipeline ranks: equal stages would idle 88% of the pipeline; with 32 micro-batches (global "
     "batch 512) 18%"},
    // 7 / (5·4 + 7) = 26%, 7 / (5·32 + 7) = 4%
    {"bubble-large", Severity::hint, [](Scenario& s) { s.plan.virtual_stages = 5, s.plan.global_batch = 64; },
     "plan.global_batch",
     "4 micro-batches over 8 pipeline ranks: equal stages would idle 26% of the pipeline; with 32 micro-batches "
     "(global batch 512) 4%"},
};

}  // namespace

TEST_CASE("a schedule that can't do what is asked is said with what could") {
  for (const Breach& breach : schedule_breaches) tests::check_breach(breach, tests::sound_scenario());
}

TEST_CASE("a plan that no rule warns of is one that its schedule takes") {
  for (const ScheduleKind kind : {ScheduleKind::gpipe, ScheduleKind::one_f_one_b, ScheduleKind::interleaved})
    for (const std::int64_t virtual_stages : {1, 2, 3})
      for (const std::int64_t rounds : {4, 8, 12, 16}) {
        CAPTURE(json_name(kind));
        CAPTURE(virtual_stages);
        CAPTURE(rounds);
        Scenario s = tests::sound_scenario();
        s.plan.schedule = kind, s.plan.virtual_stages = virtual_stages, s.plan.global_batch = 16 * rounds;
        const bool warned = !tests::problems_by("schedule-virtual-stages", s).empty() ||
                            !tests::problems_by("interleaved-micro-batches-divisible", s).empty();
        const bool taken =
            succeeded(make_schedule({kind, 8, static_cast<int>(virtual_stages), static_cast<int>(rounds)}));
        CHECK(warned != taken);
      }
}
