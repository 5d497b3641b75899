#include "core/plan_search/search_nodes.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;

namespace {

PlanSearch begun() {
  SearchRequest request;
  request.base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  request.base.cluster.gpus = 64, request.base.plan.global_batch = 64;
  request.space = plan_space(request.base);
  for (const char* axis : {"plan.tp=4,8", "plan.cp=1", "plan.micro_batch=1", "plan.recompute=none"})
    REQUIRE(hold_axis(request.space, axis).empty());
  PlanSearch search = begin_search(std::move(request));
  REQUIRE(lay_out(search));
  return search;
}

}  // namespace

TEST_CASE("a choice of costs unfolds into pipelines and these into plans, none below its node's floor") {
  PlanSearch search = begun();
  REQUIRE(search.uncosted.size() == 2);
  const NodeWork costed = work_on(search, search.uncosted.front());
  REQUIRE(costed.entry);
  search.entries.push_back(*costed.entry);
  const SearchNode node = node_of(search, costed.choice, 0);
  const NodeWork pipelines = work_on(search, node);
  REQUIRE_FALSE(pipelines.children.empty());
  std::size_t plans = 0;
  for (const SearchNode& pipeline : pipelines.children) {
    CHECK(pipeline.floor.step >= node.floor.step);
    const NodeWork unfolded = work_on(search, pipeline);
    for (const SearchNode& leaf : unfolded.children) {
      CHECK(leaf.floor.step >= pipeline.floor.step);
      CHECK(leaf.fixed == plan_axis_count);
    }
    plans += unfolded.children.size();
  }
  CHECK(plans > 20);
}

TEST_CASE("a single plan is looked at whole") {
  const PlanSearch search = begun();
  SearchNode leaf;
  leaf.fixed = static_cast<std::uint32_t>(plan_axis_count);
  leaf.choice = all_ones();
  leaf.choice[index_of(PlanAxis::tp)] = 8, leaf.choice[index_of(PlanAxis::pp)] = 8;
  leaf.choice[index_of(PlanAxis::recompute)] = 0;
  leaf.choice[index_of(PlanAxis::schedule)] = static_cast<std::int64_t>(ScheduleKind::one_f_one_b);
  const NodeWork work = work_on(search, leaf);
  const Report report = evaluate(with_choice(search.request.base, leaf.choice, search.request.space));
  REQUIRE(work.look);
  CHECK(work.look->valid == report.valid);
  CHECK(work.look->fits == report.fits);
  REQUIRE(work.look->counts() == report.fits);
  if (work.look->found) CHECK(work.look->found->step == report.time->step);
}

TEST_CASE("what doesn't fit, misses a need or is behind enough others is beaten") {
  PlanSearch search = begun();
  const Bytes room{search.request.base.cluster.gpu.capacity_bytes()};
  CHECK(is_beaten(search, SearchNode{{Seconds{}, room * 1.01, 0, 0}}));
  CHECK_FALSE(is_beaten(search, SearchNode{{Seconds{1e9}, room, 0, 0}}));
  FoundPlan found;
  found.choice = all_ones(), found.step = Seconds{2};
  search.request.top = 1, search.best = {found};
  CHECK(is_beaten(search, SearchNode{{Seconds{2.1}, {}, 0, 0}}));
  CHECK_FALSE(is_beaten(search, SearchNode{{Seconds{2}, {}, 0, 0}}));
  search.request.every = true;
  CHECK_FALSE(is_beaten(search, SearchNode{{Seconds{2.1}, room * 2, 0, 0}}));
}
