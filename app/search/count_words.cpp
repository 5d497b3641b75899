// What is said of the numbers of plans that a search has counted (search_cards.h).
#include <algorithm>
#include <array>

#include "app/search/search_cards.h"
#include "core/base/rule_names.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::string plans_words(std::uint64_t count) {
  return grouped(static_cast<std::int64_t>(count));
}

/// "1,204 of 8,911 = 13.5 %"; empty of nothing.
std::string share_words(std::uint64_t count, std::uint64_t of) {
  if (of == 0) return {};
  const double share = static_cast<double>(count) / static_cast<double>(of);
  return plans_words(count) + " of " + plans_words(of) + " = " + format_percent(share).text();
}

struct CountedWords {
  const char *title, *line;
};

constexpr std::array<CountedWords, 5> counted_words = {{
    {"Plans of the space",
     "Every value that each setting may take within the ranges on the left, with every one of the others that the "
     "arithmetic of the split allows beside it. They are counted without going through them."},
    {"Plans seen", "Drawn evenly out of all plans, each evaluated whole, as the plan that is open is."},
    {"Valid plans", "They break no rule of the split. Of those seen:"},
    {"Plans that fit", "They are valid, and their fullest GPU holds no more than it has. Of those seen:"},
    {"Plans that meet every need",
     "They fit, have a time, keep what is asked for under Need, and the framework runs them where its rules count. "
     "Of those seen:"},
}};

}  // namespace

Explanation explain_count(const SearchCounts& counts, PlansCounted which) {
  const std::array<std::uint64_t, 5> numbers = {counts.plans, counts.looked_at, counts.valid, counts.fit,
                                                counts.evaluated};
  const auto place = static_cast<std::size_t>(which);
  const CountedWords& words = counted_words[place];
  Explanation tip{words.title, plans_words(numbers[place]), {words.line}};
  const std::uint64_t of = which == PlansCounted::seen ? counts.plans : counts.looked_at;
  if (which != PlansCounted::all) tip.lines.push_back(share_words(numbers[place], of));
  return tip;
}

Explanation explain_refused(const SearchCounts& counts, const std::string& rule) {
  const auto found = counts.refused.find(rule);
  const std::uint64_t count = found != counts.refused.end() ? found->second : 0;
  Explanation tip{rule, plans_words(count), {}};
  std::replace(tip.title.begin(), tip.title.end(), '-', ' ');
  tip.lines = {rule == rule_name::fits_in_memory
                   ? "So many of the plans seen are valid and hold more than a GPU has."
                   : "So many of the plans seen break this rule before any other, of the split or of the framework.",
               share_words(count, counts.looked_at)};
  return tip;
}

Explanation explain_looked_at(const SearchProgress& progress) {
  const std::uint64_t ranking = progress.best_counts.looked_at, landscape = progress.landscape_counts.looked_at;
  const std::uint64_t cells = progress.looked_at - std::min(progress.looked_at, ranking + landscape);
  return {"Plans looked at",
          plans_words(progress.looked_at),
          {plans_words(ranking) + " for the ranking + " + plans_words(cells) + " for the table of TP and PP + " +
               plans_words(landscape) + " for the landscape = " + plans_words(progress.looked_at),
           progress.proved ? "What the ranking left out takes or holds at least as much as what was found."
                           : "The search goes on with the likeliest."}};
}

}  // namespace shardscope
