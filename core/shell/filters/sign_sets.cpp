#include "core/shell/filters/sign_sets.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace shardscope {

std::optional<SignSet> signs_called(std::string_view name) {
  using Ranges = std::string_view;  // pairs of a first and a last sign
  constexpr std::pair<std::string_view, Ranges> classes[] = {
      {"lower", "az"},     {"upper", "AZ"},      {"alpha", "azAZ"},     {"digit", "09"},
      {"alnum", "azAZ09"}, {"xdigit", "09afAF"}, {"blank", "  \t\t"},   {"space", "  \t\r"},
      {"graph", "!~"},     {"print", " ~"},      {"punct", "!/:@[`{~"}, {"cntrl", Ranges("\0\x1f\x7f\x7f", 4)}};
  const auto found =
      std::find_if(std::begin(classes), std::end(classes), [&](const auto& each) { return each.first == name; });
  if (found == std::end(classes)) return std::nullopt;
  SignSet signs;
  for (std::size_t i = 0; i + 1 < found->second.size(); i += 2)
    for (std::size_t sign = place_of_sign(found->second[i]); sign <= place_of_sign(found->second[i + 1]); ++sign)
      signs.set(sign);
  return signs;
}

std::optional<BracketedSigns> bracketed_at(std::string_view text, std::size_t at, bool glob) {
  BracketedSigns found;
  const std::size_t open = at++;
  const auto is_at = [&](char sign) { return at < text.size() && text[at] == sign; };
  const bool turned = is_at('^') || (glob && is_at('!'));
  if (turned) ++at;
  for (const std::size_t first = at; at < text.size() && (text[at] != ']' || at == first);) {
    if (is_at('[') && at + 1 < text.size() && std::string_view(":=.").find(text[at + 1]) != std::string_view::npos) {
      const std::size_t end = text.find(":]", at + 2);
      const auto named = text[at + 1] == ':' && end != std::string_view::npos
                             ? signs_called(text.substr(at + 2, end - at - 2))
                             : std::nullopt;
      if (!named) return std::nullopt;
      found.signs |= *named;
      at = end + 2;
      continue;
    }
    const auto next = [&] {
      if (glob && is_at('\\') && at + 1 < text.size()) ++at;
      return place_of_sign(text[at++]);
    };
    const std::size_t begin = next();
    const bool range = at + 1 < text.size() && is_at('-') && text[at + 1] != ']';
    if (range) ++at;
    const std::size_t end = range ? next() : begin;
    for (std::size_t sign = begin; sign <= end; ++sign) found.signs.set(sign);
  }
  if (at >= text.size() || at == open + 1) return std::nullopt;
  if (turned) found.signs.flip();
  found.end = at + 1;
  return found;
}

}  // namespace shardscope
