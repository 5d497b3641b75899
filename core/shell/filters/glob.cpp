#include "core/shell/filters/glob.h"

#include "core/shell/filters/expression_fit.h"
#include "core/shell/filters/sign_sets.h"

namespace shardscope {

namespace {

/// Whether it has @(a|b) or its like, as extglob has it.
bool has_groups(std::string_view pattern) {
  for (std::size_t at = 1; at < pattern.size(); ++at)
    if (pattern[at] == '(' && std::string_view("@?*+!").find(pattern[at - 1]) != std::string_view::npos) return true;
  return false;
}

/// The pattern as an extended expression; without ! groups, which none can say.
std::string expression_of(std::string_view pattern) {
  std::string all;
  std::string behind;  // the sign behind each group that is open
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const char c = pattern[at];
    const bool opens = at + 1 < pattern.size() && pattern[at + 1] == '(';
    if (opens && std::string_view("@?*+").find(c) != std::string_view::npos)
      all += '(', behind += c, ++at;
    else if (c == ')' && !behind.empty())
      all += behind.back() == '@' ? std::string(")") : std::string{')', behind.back()}, behind.pop_back();
    else if (c == '|' && !behind.empty())
      all += c;
    else if (c == '*' || c == '?')
      all += c == '*' ? ".*" : ".";
    else if (const auto members = c == '[' ? bracketed_at(pattern, at, true) : std::nullopt) {
      const bool turned = pattern[at + 1] == '!';
      all += turned ? "[^" : "[";
      all += pattern.substr(at + (turned ? 2 : 1), members->end - at - (turned ? 2 : 1));
      at = members->end - 1;
    } else if (c == '\\' && at + 1 < pattern.size())
      all += literal_expression(pattern.substr(++at, 1));
    else
      all += literal_expression(pattern.substr(at, 1));
  }
  return "^(" + all + ")$";
}

}  // namespace

std::optional<bool> matches_pattern(std::string_view text, std::string_view pattern) {
  if (has_groups(pattern)) {
    const bool turned = pattern.starts_with("!(") && pattern.find(')') == pattern.size() - 1;
    if (pattern.find("!(", turned ? 1 : 0) != std::string_view::npos) return std::nullopt;
    const std::string expression = expression_of(turned ? "@" + std::string(pattern.substr(1)) : std::string(pattern));
    const std::optional<bool> fits = fits_expression(text, expression);
    return fits ? std::optional(*fits != turned) : std::nullopt;
  }
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
