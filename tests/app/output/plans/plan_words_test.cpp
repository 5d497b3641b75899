#include "app/output/plans/plan_words.h"

#include <doctest/doctest.h>

#include "tests/real_presets.h"

using namespace shardscope;

TEST_CASE("a plan in words says its degrees, its schedule with chunks, and recomputation where there is some") {
  SearchRequest request;
  request.base = *tests::real_presets().scenario("gpt4-25k-a100");
  request.space = plan_space(request.base);
  PlanChoice choice = all_ones();
  choice[index_of(PlanAxis::tp)] = 8, choice[index_of(PlanAxis::pp)] = 12, choice[index_of(PlanAxis::dp)] = 1300;
  choice[index_of(PlanAxis::schedule)] = static_cast<std::int64_t>(ScheduleKind::interleaved);
  choice[index_of(PlanAxis::virtual_stages)] = 2;
  CHECK(choice_words(request, choice) == "TP 8, PP 12, DP 1,300, Interleaved with 2 chunks, ZeRO 1");
  choice[index_of(PlanAxis::recompute)] = 1;
  choice[index_of(PlanAxis::pp)] = 1;
  CHECK(choice_words(request, choice) == "TP 8, PP 1, DP 1,300, ZeRO 1, full recomputation");
  CHECK(axis_text(request, choice, PlanAxis::schedule) == "interleaved");
  CHECK(axis_label(request, choice, PlanAxis::recompute) == "Full");
  CHECK(axis_text(request, choice, PlanAxis::shard_group) == "all");
}

TEST_CASE("what goes further than anything measured is said with both numbers") {
  PlanEvidence evidence;
  CHECK(beyond_words(evidence).empty());
  evidence.beyond.push_back({EvidenceAxis::tensor_domains, 4, 2});
  CHECK(beyond_words(evidence) == "beyond: tensor domains 4 of 2");
}
