#include "core/base/edits.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

namespace shardscope {

std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U), last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

namespace {

/// A bit for each letter that is in it. Of letters that only one of two words has, an edit takes or brings one at most.
std::uint64_t letters_of(std::string_view word) {
  std::uint64_t letters = 0;
  for (const char c : word) letters |= std::uint64_t{1} << (static_cast<unsigned char>(c) % 64);
  return letters;
}

}  // namespace

bool within_edits(std::string_view a, std::string_view b, std::size_t most) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > most) return false;
  const std::uint64_t of_a = letters_of(a), of_b = letters_of(b);
  const int fewest = std::max(std::popcount(of_a & ~of_b), std::popcount(of_b & ~of_a));
  return static_cast<std::size_t>(fewest) <= most && edits_between(a, b) <= most;
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates, bool however_far) {
  constexpr std::size_t length_max = 64;  // a longer word is no slip of a key
  if (word.size() > length_max) return {};
  std::string best;
  constexpr std::size_t any = 1000;  // beyond the longest name
  // As many edits as a slip may have, and one.
  std::size_t best_edits = however_far ? any : 1 + std::max<std::size_t>(2, word.size() / 3);
  for (const std::string& candidate : candidates) {
    const std::size_t edits = edits_between(word, candidate);
    if (edits < best_edits) best_edits = edits, best = candidate;
  }
  return best;
}

}  // namespace shardscope
