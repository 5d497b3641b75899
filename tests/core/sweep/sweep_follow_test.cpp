#include "core/sweep/sweep_follow.h"

#include <doctest/doctest.h>

#include "core/scenario/plan_counts.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const Scenario& before_sweep() {
  return *real_presets().scenario("llama3-70b-4096-h100");
}

Scenario with_gpus(std::int64_t gpus) {
  Scenario scenario = before_sweep();
  scenario.cluster.gpus = gpus;
  return scenario;
}

}  // namespace

TEST_CASE("alone nothing follows, with the same GPUs the replicas do") {
  Scenario varied = before_sweep();
  varied.plan.tp *= 2;
  CHECK(after_varying(before_sweep(), varied, SweepFollow::alone) == varied);
  const Scenario followed = after_varying(before_sweep(), varied, SweepFollow::gpus);
  CHECK(followed.cluster.gpus == before_sweep().cluster.gpus);
  CHECK(replicas_as_said(followed) * 2 == replicas_as_said(before_sweep()));
}

TEST_CASE("with the same batch a larger cluster has more replicas, and each a smaller share") {
  const Scenario followed =
      after_varying(before_sweep(), with_gpus(2 * before_sweep().cluster.gpus), SweepFollow::batch);
  CHECK(followed.cluster.gpus == 2 * before_sweep().cluster.gpus);
  CHECK(followed.plan.global_batch == before_sweep().plan.global_batch);
  CHECK(replicas_as_said(followed) == 2 * replicas_as_said(before_sweep()));
}

TEST_CASE("with the same share the batch grows as the replicas do, and replicas set by hand bring their GPUs") {
  const Scenario followed =
      after_varying(before_sweep(), with_gpus(4 * before_sweep().cluster.gpus), SweepFollow::share);
  CHECK(replicas_as_said(followed) == 4 * replicas_as_said(before_sweep()));
  CHECK(followed.plan.global_batch == 4 * before_sweep().plan.global_batch);
  Scenario varied = before_sweep();
  varied.plan.dp = replicas_as_said(before_sweep()) / 2;
  const Scenario fewer = after_varying(before_sweep(), varied, SweepFollow::share);
  CHECK(fewer.cluster.gpus * 2 == before_sweep().cluster.gpus);
  CHECK(fewer.plan.global_batch * 2 == before_sweep().plan.global_batch);
}

TEST_CASE("a batch that is varied itself is as it was set") {
  Scenario varied = with_gpus(2 * before_sweep().cluster.gpus);
  varied.plan.global_batch = 8 * before_sweep().plan.global_batch;
  CHECK(after_varying(before_sweep(), varied, SweepFollow::share).plan.global_batch == varied.plan.global_batch);
}
