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
