#include "core/shell/filters/glob.h"

#include "core/shell/filters/sign_sets.h"

namespace shardscope {

bool matches_pattern(std::string_view text, std::string_view pattern) {
  std::size_t at = 0, sign = 0, star = std::string_view::npos, star_at = 0;
  const auto one = [&](std::size_t& next) {
    next = sign + 1;
    const bool escapes = pattern[sign] == '\\' && next < pattern.size();
    if (escapes) return pattern[next++] == text[at];
    if (pattern[sign] != '[') return pattern[sign] == '?' || pattern[sign] == text[at];
    const auto members = bracketed_at(pattern, sign, true);
    if (!members) return pattern[sign] == text[at];
    next = members->end;
    return members->signs.test(place_of_sign(text[at]));
  };
  while (at < text.size()) {
    std::size_t next = sign;
    if (sign < pattern.size() && pattern[sign] == '*') {
      star = sign++, star_at = at;
    } else if (sign < pattern.size() && one(next)) {
      ++at, sign = next;
    } else if (star != std::string_view::npos) {
      sign = star + 1, at = ++star_at;
    } else {
      return false;
    }
  }
  while (sign < pattern.size() && pattern[sign] == '*') ++sign;
  return sign == pattern.size();
}

std::string literal_pattern(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    const bool means = std::string_view("*?[").find(c) != std::string_view::npos;
    pattern += means ? std::string{'[', c, ']'} : c == '\\' ? std::string("\\\\") : std::string(1, c);
  }
  return pattern;
}

}  // namespace shardscope
