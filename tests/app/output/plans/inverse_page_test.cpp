#include "app/output/plans/inverse_page.h"

#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

InverseAnswer answered(InverseQuestion question, std::vector<SearchNeed> needs = {}) {
  SearchRequest search = small_request({"plan.tp=8", "plan.cp=1", "plan.pp=1,2", "plan.zero=3", "plan.schedule=1f1b",
                                        "plan.virtual_stages=1", "plan.micro_batch=1,2"});
  search.needs = std::move(needs);
  InverseRun run = begin_inverse(inverse_request(question, search, {*real_presets().gpu("h100-sxm")}));
  while (!run.known.done) continue_inverse(run, 2);
  return std::move(run.known);
}

}  // namespace

TEST_CASE("an answer is said with its unit, its plan and what else was tried") {
  const char* units[] = {"GPUs", "$", "tokens per sequence", "per micro-batch", "parameters"};
  for (std::size_t i = 0; i < count_of<InverseQuestion>; ++i) {
    const InverseAnswer known = answered(static_cast<InverseQuestion>(i));
    REQUIRE(known.best.has_value());
    const std::string words = answer_words(known, *known.answer());
    CAPTURE(words);
    CHECK(words.find(units[i]) != std::string::npos);
    const std::string text = text_of(inverse_page(known, searched_scenario(), 1));
    CHECK(text.find(words) != std::string::npos);
    CHECK(text.find("TP 8") != std::string::npos);
    CHECK(text.find("plans looked at") != std::string::npos);
  }
}

TEST_CASE("where nothing keeps the needs that is said") {
  const InverseAnswer known = answered(InverseQuestion::longest_sequence, {{SearchGoal::memory, true, 1}});
  CHECK_FALSE(known.best.has_value());
  CHECK(text_of(inverse_page(known, searched_scenario(), 1)).find("Nothing that was tried") != std::string::npos);
}
