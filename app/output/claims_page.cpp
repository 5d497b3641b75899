#include "app/output/claims_page.h"

#include <array>

#include "render/explain/claim_words.h"

namespace shardscope {

Page claims_page(const std::vector<CheckedClaim>& claims) {
  Page page{"What was claimed, and what is computed from the same inputs", {}};
  for (const CheckedClaim& checked : claims) {
    const bool next = page.sections.empty() || page.sections.back().heading != checked.claim.source;
    if (next)
      page.sections.push_back(
          {checked.claim.source, {}, {{"Verdict", "Claim", "Claimed", "Computed", "Why"}, {}, "lllll"}});
    std::string why = checked.computed.arithmetic;
    if (!checked.claim.note.empty()) why += (why.empty() ? "" : "; ") + checked.claim.note;
    if (checked.simulated && !checked.claim.decided_by_simulation)
      why += (why.empty() ? "" : "; ") + plan_words(checked.claim) + " comes to " + simulated_words(checked);
    if (const std::string decided = decided_words(checked); !decided.empty())  // a sentence of its own
      why += (why.empty() ? "" : why.back() == '.' ? " " : ". ") + decided;
    page.sections.back().table.rows.push_back(
        {agreement_words(checked), checked.claim.claim, claimed_words(checked), computed_words(checked), why});
  }
  std::array<int, count_of<ClaimStanding>> counts = {};
  for (const CheckedClaim& checked : claims) ++counts[index_of(standing_of(checked))];
  const auto count = [&](ClaimStanding standing) { return std::to_string(counts[index_of(standing)]); };
  Section sum{"", {}, {}};
  sum.lines.push_back(std::to_string(claims.size()) + " claims: " + count(ClaimStanding::agrees) + " agree, " +
                      count(ClaimStanding::in_part) + " agree by one of two figures alone, " +
                      count(ClaimStanding::differs) + " differ, " + count(ClaimStanding::impossible) +
                      " are impossible, " + count(ClaimStanding::unknown) + " can't be computed from what is said.");
  page.sections.insert(page.sections.begin(), std::move(sum));
  return page;
}

}  // namespace shardscope
