#include "core/traffic/tensor_branches.h"

#include <doctest/doctest.h>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

BranchPlace place_of(const Block& block, const Model& model, OperationName name) {
  const std::vector<BranchPlace> places = branch_places(block, model);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (block.operations[i].name == name) return places[i];
  FAIL("there is no " << name_of(name));
  return {};
}

}  // namespace

TEST_CASE("a branch's last product is the one whose output leaves, those before it are what its gather feeds") {
  Scenario scenario = gpt3_on(8, 1, 1);
  for (const bool parallel : {false, true}) {
    scenario.model.use_parallel_residual = parallel;
    const Block block = make_block(BlockKind::dense_layer, scenario.model, scenario.plan);
    const auto place = [&](OperationName name) { return place_of(block, scenario.model, name); };
    CHECK(place(OperationName::q_k_v_projection).part == BranchPart::inward);
    CHECK(place(OperationName::output_projection).part == BranchPart::outward);
    CHECK(place(OperationName::up_projection).part == BranchPart::inward);
    CHECK(place(OperationName::down_projection).part == BranchPart::outward);
    CHECK(place(OperationName::down_projection).branch == (parallel ? 0 : 1));
    CHECK(place(OperationName::attention).part == BranchPart::none);
  }
}

TEST_CASE("what goes into a branch and what leaves it are two collectives each way, whatever hides them") {
  for (const bool chunks : {false, true})
    for (const bool slices : {false, true}) {
      Scenario scenario = gpt3_on(8, 1, 1);
      scenario.plan.overlap.tp = chunks, scenario.plan.sequence_parallel = slices;
      for (const BranchWays& ways : {forward_ways(scenario), backward_ways(scenario)})
        CHECK(ways[0].collectives + ways[1].collectives == 2);
      CHECK((forward_ways(scenario)[0].beside == BranchPart::inward) == (chunks && slices));
    }
}

TEST_CASE("of a product in eight chunks seven run beside its traffic") {
  CHECK(chunked_share(gpt3_on(8, 1, 1).plan) == doctest::Approx(7.0 / 8));
}
