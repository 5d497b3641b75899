#include "core/launch/differing_fields.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// Paths of the parts that differ between the small plan and it with settings.
std::string differing(const std::vector<Setting>& settings, const std::vector<Setting>& before = {}) {
  const Scenario one = with_defaults(launched_of(small_scenario, before)).scenario;
  const Scenario other = with_defaults(launched_of(small_scenario, settings)).scenario;
  std::string paths;
  for (const Field* field : differing_fields(one, other))
    if (const Field* part = differing_part(*field, one, other)) paths += std::string(part->path) + " ";
  return paths;
}

}  // namespace

TEST_CASE("a plan and what is read back differ in fields or in their parts, and in nothing where they mean the same") {
  CHECK(differing({}).empty());
  CHECK(differing({"plan.zero=2"}) == "plan.zero ");
  CHECK(differing({"plan.optimizer=muon"}) == "plan.optimizer ");
  CHECK(differing({"plan.recompute=full"}) == "plan.recompute ");
  CHECK(differing({"plan.recompute=full", "plan.recompute.layers=1"}, {"plan.recompute=full"}) ==
        "plan.recompute.layers ");
  CHECK(differing({"plan.recompute=full", "plan.recompute.modules=[\"mlp\"]"}, {"plan.recompute=full"}).empty());
  CHECK(differing({"plan.precision=fp8-cs"}, {"plan.precision=fp8"}).empty());
}
