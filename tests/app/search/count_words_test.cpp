#include <doctest/doctest.h>

#include "app/search/search_cards.h"
#include "core/base/rule_names.h"

using namespace shardscope;

namespace {

SearchCounts some_counts() {
  SearchCounts counts;
  counts.plans = 4000, counts.looked_at = 1000, counts.valid = 800, counts.fit = 200, counts.evaluated = 100;
  counts.refused = {{"tp-divides-heads", 200}, {std::string(rule_name::fits_in_memory), 600}};
  return counts;
}

}  // namespace

TEST_CASE("each number of plans says of how many it is") {
  const SearchCounts counts = some_counts();
  CHECK(explain_count(counts, PlansCounted::all).value == "4,000");
  CHECK(explain_count(counts, PlansCounted::all).lines.size() == 1);
  CHECK(explain_count(counts, PlansCounted::seen).lines.back() == "1,000 of 4,000 = 25.0 %");
  CHECK(explain_count(counts, PlansCounted::valid).lines.back() == "800 of 1,000 = 80.0 %");
  CHECK(explain_count(counts, PlansCounted::fit).lines.back() == "200 of 1,000 = 20.0 %");
  CHECK(explain_count(counts, PlansCounted::meeting).lines.back() == "100 of 1,000 = 10.0 %");
}

TEST_CASE("a rule says how many plans it stands against, memory that they are valid") {
  const Explanation rule = explain_refused(some_counts(), "tp-divides-heads");
  CHECK(rule.title == "tp divides heads");
  CHECK(rule.value == "200");
  CHECK(rule.lines.back() == "200 of 1,000 = 20.0 %");
  const Explanation memory = explain_refused(some_counts(), std::string(rule_name::fits_in_memory));
  CHECK(memory.lines.front().find("are valid") != std::string::npos);
}

TEST_CASE("what was looked at is the sum of what each part of the search looked at") {
  SearchProgress progress;
  progress.looked_at = 1700, progress.best_counts.looked_at = 500, progress.landscape_counts.looked_at = 1000;
  CHECK(explain_looked_at(progress).lines.front() ==
        "500 for the ranking + 200 for the table of TP and PP + 1,000 for the landscape = 1,700");
}
