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
    if (const std::string decided = decided_words(checked); !decided.empty())
      why += (why.empty() ? "" : "; ") + decided;
    if (checked.simulated && !checked.claim.decided_by_simulation)
      why += (why.empty() ? "" : "; ") + checked.claim.scenario + " comes to " + simulated_words(checked);
    page.sections.back().table.rows.push_back(
        {verdict_words(checked), checked.claim.claim, claimed_words(checked), computed_words(checked), why});
  }
  std::array<int, 4> counts = {};
  for (const CheckedClaim& checked : claims) ++counts[static_cast<std::size_t>(checked.verdict)];
  Section sum{"", {}, {}};
  sum.lines.push_back(std::to_string(claims.size()) + " claims: " + std::to_string(counts[0]) + " agree, " +
                      std::to_string(counts[1]) + " differ, " + std::to_string(counts[2]) + " are impossible, " +
                      std::to_string(counts[3]) + " can't be computed from what is said.");
  page.sections.insert(page.sections.begin(), std::move(sum));
  return page;
}

}  // namespace shardscope
