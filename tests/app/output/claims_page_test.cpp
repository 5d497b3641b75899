#include "app/output/claims_page.h"

#include <doctest/doctest.h>

#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("the page has a section a source, a row a claim, and their count in words") {
  const std::vector<CheckedClaim> claims = check_claims(shipped_presets().claims, shipped_presets());
  const Page page = claims_page(claims);
  REQUIRE(page.sections.size() == 5);
  std::size_t rows = 0;
  for (const Section& section : page.sections) rows += section.table.rows.size();
  CHECK(rows == claims.size());
  CHECK(page.sections.front().lines.front().starts_with("43 claims: "));
  const std::string text = text_of(page);
  CHECK(text.find("34 years at 40% MFU") != std::string::npos);
  CHECK(text.find("impossible") != std::string::npos);
  CHECK(text.find("The verdict is that of the plan megatron-22b-8-a100 with plan.sequence_parallel=false, beside") !=
        std::string::npos);  // tensor parallelism's whole plan
}

TEST_CASE("why is told in clauses, and by whose figure the verdict is as a sentence of its own at the end") {
  const Page page = claims_page(check_claims(shipped_presets().claims, shipped_presets()));
  int sentences = 0;
  for (const Section& section : page.sections)
    for (const std::vector<std::string>& row : section.table.rows) {
      const std::string& why = row.back();
      CAPTURE(why);
      CHECK(why.find("; The ") == std::string::npos);
      CHECK(why.find("..") == std::string::npos);
      const std::size_t verdict = why.find("The verdict ");
      if (verdict == std::string::npos) continue;
      ++sentences;
      CHECK((verdict == 0 || why.substr(verdict - 2, 2) == ". "));
      CHECK(why.ends_with('.'));
    }
  CHECK(sentences > 3);
}
