#include "app/explorer/fuzzy_match.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/characters.h"

namespace shardscope {

namespace {

constexpr int none_yet = -1'000'000, word_start = 10, in_a_row = 6, each_letter = 2, passed_over = 1;

bool begins_word(std::string_view name, std::size_t at) {
  return at == 0 || (is_letter_or_digit(name[at]) && !is_letter_or_digit(name[at - 1]));
}

}  // namespace

std::optional<int> fuzzy_match(std::string_view typed, std::string_view name) {
  std::string letters;
  for (const char c : typed)
    if (c != ' ') letters += lower(c);
  // best[i]: the best score of the letters so far whose last stands at name[i].
  std::vector<int> best(name.size(), none_yet);
  for (std::size_t letter = 0; letter < letters.size(); ++letter) {
    std::vector<int> next(name.size(), none_yet);
    int before = letter == 0 ? 0 : none_yet;  // the best that ends anywhere to the left, less what was passed over
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (lower(name[i]) == letters[letter]) {
        const int start = begins_word(name, i) ? word_start : 0;
        int from = before;
        if (letter > 0 && i > 0 && best[i - 1] > none_yet) from = std::max(from, best[i - 1] + in_a_row);
        if (from > none_yet) next[i] = from + each_letter + start;
      }
      if (letter > 0) before = std::max(before > none_yet ? before - passed_over : none_yet, best[i]);
    }
    best = std::move(next);
  }
  if (letters.empty()) return 0;
  int most = none_yet;
  for (const int score : best) most = std::max(most, score);
  if (most == none_yet) return std::nullopt;
  return most - static_cast<int>(name.size()) / 8;  // of two that fit alike the shorter
}

}  // namespace shardscope
