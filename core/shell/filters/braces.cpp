#include "core/shell/filters/braces.h"

#include <algorithm>
#include <cstdint>

#include "core/base/characters.h"
#include "core/base/number_text.h"

namespace shardscope {

namespace {

constexpr std::int64_t braces_number_max = 1'000'000'000;

/// The texts that "{a,b}" or "{1..4}" stands for; none of other braces.
std::vector<std::string> texts_in_braces(std::string_view inside) {
  std::vector<std::string> texts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < inside.size(); ++at) {
    depth += inside[at] == '{' ? 1 : inside[at] == '}' ? -1 : 0;
    if (inside[at] != ',' || depth != 0) continue;
    texts.emplace_back(inside.substr(begin, at - begin));
    begin = at + 1;
  }
  if (begin > 0) return texts.emplace_back(inside.substr(begin)), texts;
  const std::size_t dots = inside.find("..");
  if (dots == std::string_view::npos) return texts;
  const std::string_view rest = inside.substr(dots + 2);
  const std::size_t more = std::min(rest.find(".."), rest.size());
  const bool letters = inside.size() == 4 && dots == 1 && is_name_start(inside[0]) && is_name_start(inside[3]);
  if (letters && inside[0] != '_' && inside[3] != '_') {
    const bool rises = inside[0] <= inside[3];
    for (char sign = inside[0];; rises ? ++sign : --sign) {
      texts.emplace_back(1, sign);
      if (sign == inside[3]) break;
    }
    return texts;
  }
  const auto first = parse_whole(inside.substr(0, dots)), last = parse_whole(rest.substr(0, more));
  const auto by = more == rest.size() ? std::optional<std::int64_t>(1) : parse_whole(rest.substr(more + 2));
  if (!first || !last || !by || *by < 1 || std::max({*first, *last, *by}) > braces_number_max) return texts;
  if (std::min(*first, *last) < -braces_number_max) return texts;
  const std::int64_t step = *first <= *last ? *by : -*by;
  for (std::int64_t number = *first; step > 0 ? number <= *last : number >= *last; number += step) {
    if (texts.size() > limits::braces_texts_max) return {};
    texts.push_back(std::to_string(number));
  }
  return texts;
}

}  // namespace

std::optional<BracesFound> first_braces(std::string_view text) {
  if (text.size() > limits::braces_bytes_max) return std::nullopt;
  for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
      depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
      if (depth != 0) continue;
      std::vector<std::string> texts = texts_in_braces(text.substr(open + 1, at - open - 1));
      if (!texts.empty()) return BracesFound{open, at + 1, std::move(texts)};
      break;
    }
  }
  return std::nullopt;
}

}  // namespace shardscope
