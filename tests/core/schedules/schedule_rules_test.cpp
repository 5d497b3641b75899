#include "core/schedules/schedule_rules.h"

#include "tests/core/pipeline/cases.h"

using namespace shardscope;

namespace {

std::string message_of(const ScheduleRequest& request) {
  const std::vector<Problem> problems = problems_of_request(request);
  return problems.size() == 1 ? problems.front().message : std::to_string(problems.size()) + " problems";
}

}  // namespace

TEST_CASE("mirrored schedules want even counts, and name those next to an odd one") {
  CHECK(message_of({ScheduleKind::chimera, 3, 1, 8}) ==
        "chimera wants an even number of pipeline ranks, not 3; try 2 or 4");
  CHECK(message_of({ScheduleKind::chimera, 4, 1, 5}) ==
        "chimera wants an even number of micro-batches, half for each direction, not 5; try 4 or 6");
  CHECK(message_of({ScheduleKind::dualpipe, 4, 1, 9}) ==
        "dualpipe wants an even number of micro-batches, half for each direction, not 9; try 8 or 10");
  CHECK(problems_of_request({ScheduleKind::dualpipe, 4, 1, 8}).empty());
}

TEST_CASE("DualPipe and DualPipeV want two micro-batches per rank") {
  CHECK(message_of({ScheduleKind::dualpipe, 4, 1, 6}) ==
        "dualpipe wants at least 2 micro-batches per rank: 6 micro-batches over 4 ranks; try 8 or more");
  CHECK(message_of({ScheduleKind::dualpipe_v, 3, 2, 5}) ==
        "dualpipe-v wants at least 2 micro-batches per rank: 5 micro-batches over 3 ranks; try 6 or more");
}

TEST_CASE("V schedules take their two chunks by either count, and no third") {
  CHECK(problems_of_request({ScheduleKind::v_half, 4, 1, 5}).empty());
  CHECK(problems_of_request({ScheduleKind::v_half, 4, 2, 5}).empty());
  CHECK(message_of({ScheduleKind::v_half, 4, 3, 5}) ==
        "v-half has 2 virtual stages per rank, the arms of its V, not 3; use interleaved, or 2");
}

TEST_CASE("of a plan the batch is said that would do, and a mirrored schedule has one virtual stage") {
  const auto said = [](const ScheduleRequest& request, std::int64_t sequences) {
    return problems_of_counts(request, sequences).front().message;
  };
  CHECK(said({ScheduleKind::interleaved, 4, 2, 10}, 16) ==
        "interleaved wants micro-batches divisible by PP: 10 over 4 ranks; global batch: try 128 or 192");
  CHECK(said({ScheduleKind::dualpipe, 4, 1, 9}, 16).ends_with("not 9; global batch: try 128 or 160"));
  CHECK(said({ScheduleKind::dualpipe, 4, 2, 8}, 0) ==
        "dualpipe has 1 virtual stage per rank, not 2; use interleaved, or 1");
}

TEST_CASE("a memory limit in which no micro-batch fits is refused with the least that would do") {
  CHECK(message_of({ScheduleKind::zb_auto, 4, 1, 8, nullptr, 0.5}) ==
        "zb-auto can't run within 0.5 micro-batch-chunks per rank; give at least 1");
  CHECK(message_of({ScheduleKind::zb_v, 4, 2, 8, nullptr, 1}) ==
        "zb-v can't run within 1 micro-batch-chunks per rank; give at least 8, or use v-half or v-min");
  CHECK(problems_of_request({ScheduleKind::one_f_one_b, 4, 1, 8, nullptr, 0.5}).empty());
}

TEST_CASE("the counts of micro-batches that a schedule is said to take are those that its rules pass") {
  for (const ScheduleKind kind : known_schedules())
    for (const std::int32_t ranks : {2, 4, 6}) {
      const ScheduleWays& ways = ways_of(kind);
      const BatchCounts counts = batch_counts(ways, ranks);
      CAPTURE(json_name(kind));
      CAPTURE(ranks);
      for (std::int32_t count = 1; count <= 30; ++count) {
        CAPTURE(count);
        CHECK(counts.takes(count) == problems_of_request({kind, ranks, ways.counts.chunks_min, count}).empty());
        CHECK(counts.takes(counts.from(count)));
      }
    }
}
