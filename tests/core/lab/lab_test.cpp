#include "core/lab/lab.h"

#include <doctest/doctest.h>

#include <array>

#include "core/lab/points.h"

using namespace shardscope;

namespace {

LabRun run_of(const LabScenario& lab, ScheduleKind kind) {
  Outcome<LabRun> run = lab_run(lab, kind);
  REQUIRE(succeeded(run));
  return std::move(std::get<LabRun>(run));
}

}  // namespace

TEST_CASE("eight ranks of two chunks: the known ends, bubbles and peaks of interleaved 1F1B, 1F1B and ZB-V") {
  const LabScenario lab;
  const LabRun interleaved = run_of(lab, ScheduleKind::interleaved);
  CHECK(interleaved.makespan() == 117);
  CHECK(interleaved.bubble() == doctest::Approx(21.0 / 117));  // (p-1)/v of the pass, over all
  CHECK(interleaved.peak_rank() == 0);
  CHECK(interleaved.peak_chunks[0] == 23);
  CHECK_FALSE(interleaved.same_peak_everywhere());
  const LabRun zb_v = run_of(lab, ScheduleKind::zb_v);
  CHECK(zb_v.makespan() == 103);
  CHECK(zb_v.same_peak_everywhere());
  CHECK(zb_v.peak_chunks[5] == 16);
  CHECK(zb_v.peak_micro_batches() == 8);
  // One chunk per rank, passes twice as long: (m + p - 1) rounds of 2·3 units.
  const LabRun plain = run_of(lab, ScheduleKind::one_f_one_b);
  CHECK(plain.pass_scale == 2);
  CHECK(plain.makespan() == (16 + 8 - 1) * 6);
  CHECK(plain.peak_micro_batches() == 8);
}

TEST_CASE("every schedule does the same work on every rank, whatever it cuts the model into") {
  for (const std::int32_t chunks : {1, 2, 4}) {
    const LabScenario lab{4, 16, chunks, 0.7, 1.1, 0.6, 0.25};
    const double work = lab.micro_batches * chunks * (lab.forward + lab.backward_input + lab.backward_weight);
    for (const ScheduleKind kind : known_schedules()) {
      const Outcome<LabRun> run = lab_run(lab, kind);
      CAPTURE(label_of(kind));
      CAPTURE(chunks);
      if (kind == ScheduleKind::interleaved && chunks == 1) {
        CHECK_FALSE(succeeded(run));
        continue;
      }
      REQUIRE(succeeded(run));
      double busy = 0;
      for (const Seconds of_rank : value_of(run).timeline.busy) busy += of_rank.value;
      const double forwards = lab.micro_batches * chunks * lab.forward;
      CHECK(busy == doctest::Approx(lab.ranks * (ways_of(kind).runs_backward ? work : forwards)));
    }
  }
}

TEST_CASE("the memory limit is 1F1B's unless it is set, and binds the schedules that search") {
  LabScenario lab;
  CHECK(lab.limit() == 16);
  CHECK(lab.limit_in_micro_batches() == 8);
  lab.ranks = 4;
  CHECK(lab.limit() == 8);
  CHECK(run_of(lab, ScheduleKind::zb_auto).peak_micro_batches() <= 4);
  CHECK(run_of(lab, ScheduleKind::zb_v).peak_micro_batches() <= 4);
  const double roomy = run_of(lab, ScheduleKind::zb_auto).makespan();
  lab.memory_limit = 4;
  CHECK(run_of(lab, ScheduleKind::zb_auto).peak_micro_batches() <= 2);
  CHECK(run_of(lab, ScheduleKind::zb_auto).makespan() > roomy);
  const Outcome<LabRun> refused = lab_run(lab, ScheduleKind::zb_v);
  REQUIRE_FALSE(succeeded(refused));
  CHECK(lab_problem_words(problems_of(refused)).find("at least 8") != std::string::npos);
}

TEST_CASE("a rank's memory strip peaks at its peak and ends empty") {
  const LabScenario lab;
  for (const ScheduleKind kind : known_schedules()) {
    CAPTURE(label_of(kind));
    const LabRun run = run_of(lab, kind);
    CHECK(run.held.peak == doctest::Approx(run.peak_micro_batches()));
    for (std::int32_t rank = 0; rank < lab.ranks; ++rank) {
      std::array<float, 1> most = {};
      held_columns(run.timeline, run.held, rank, {0, run.makespan()}, most);
      CHECK(most[0] == doctest::Approx(run.peak_chunks[static_cast<std::size_t>(rank)] * run.micro_batches_per_chunk));
      CHECK(held_at(run.timeline, run.held, rank, run.makespan()) == doctest::Approx(0));
    }
  }
}

TEST_CASE("a schedule that can't run with the values says so in words") {
  LabScenario lab;
  lab.ranks = 7;
  const Outcome<LabRun> odd = lab_run(lab, ScheduleKind::chimera);
  REQUIRE_FALSE(succeeded(odd));
  CHECK(lab_problem_words(problems_of(odd)).find("even number of pipeline ranks, not 7") != std::string::npos);
}
