#include "core/frameworks/derived/least_gpus.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("the fewest GPUs that a plan runs on") {
  struct Row {
    const char* what;
    LeastGpus plan;
    std::int64_t gpus;
  };
  const Row rows[] = {
      {"one replica", {.replica = 6}, 6},
      {"experts over more than a replica", {.replica = 2, .multiples = {16}}, 16},
      {"experts that no replica holds whole", {.replica = 6, .multiples = {4}}, 24},
      {"above a node whole ones", {.replica = 12}, 24},
      {"whole nodes would not share the batch", {.replica = 12, .micro_batches = 3}, 12},
      {"a node of four", {.replica = 6, .node = 4}, 12},
      {"a node that is started whole", {.replica = 2, .node = 8}, 8},
      {"a batch that nothing shares", {.replica = 2, .multiples = {4}, .micro_batches = 1}, 4},
      {"more than there are", {.replica = 1'000'000, .multiples = {999'983}}, 999'983'000'000},
      {"no counts at all", {.replica = -1, .multiples = {0}, .node = -3}, 1},
  };
  for (const Row& row : rows) CHECK_MESSAGE(least_gpus(row.plan) == row.gpus, row.what);
}

TEST_CASE("whatever the plan, the count is whole replicas") {
  for (std::int64_t replica = 1; replica <= 40; ++replica)
    for (const std::int64_t experts : {1, 2, 6, 8})
      for (const std::int64_t batch : {0, 1, 12, 64}) {
        const std::int64_t gpus = least_gpus({replica, {experts}, batch, 0});
        CHECK(gpus % replica == 0);
        CHECK(gpus % experts == 0);
      }
}
