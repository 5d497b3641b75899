#include "core/base/problem.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/rule_names.h"

namespace shardscope {

namespace {

/// Length of the UTF-8 character that begins here, or 0 where the bytes are none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80       ? 1
                             : byte(0) >> 5 == 6  ? 2
                             : byte(0) >> 4 == 14 ? 3
                             : byte(0) >> 3 == 30 ? 4
                                                  : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  // Overlong forms, halves of surrogate pairs, beyond the last code point (RFC 3629, section 4).
  const unsigned second = length > 1 ? byte(1) : 0;
  const bool wrong = (length == 2 && byte(0) < 0xC2) || (byte(0) == 0xE0 && second < 0xA0) ||
                     (byte(0) == 0xED && second >= 0xA0) || (byte(0) == 0xF0 && second < 0x90) ||
                     (byte(0) == 0xF4 && second >= 0x90) || byte(0) > 0xF4;
  return wrong ? 0 : length;
}

/// At most so many characters, control characters and bytes that aren't UTF-8 replaced.
std::string printable(std::string_view value, std::size_t characters_max) {
  std::string text;
  for (std::size_t characters = 0; !value.empty(); ++characters) {
    if (characters == characters_max) return text + "…";
    const std::size_t length = character_length(value);
    const auto first = static_cast<unsigned char>(value[0]);
    const bool control =
        first < 0x20 || first == 0x7F || (length == 2 && first == 0xC2 && static_cast<unsigned char>(value[1]) < 0xA0);
    text += length == 0 || control ? "?" : std::string(value.substr(0, length));
    value.remove_prefix(std::max<std::size_t>(1, length));
  }
  return text;
}

}  // namespace

std::string full_rule(const Problem& problem) {
  return problem.framework.empty() ? problem.rule : problem.framework + ":" + problem.rule;
}

std::string words_of(const TextPlace& place) {
  std::string words = place.file;
  const auto add = [&](const std::string& more) {
    if (!more.empty()) words += (words.empty() ? "" : ", ") + more;
  };
  if (place.line > 0) add("line " + std::to_string(place.line));
  add(place.name);
  return words;
}

std::string where_words(const Problem& problem) {
  if (problem.places.empty()) return problem.path;
  std::string words;
  const std::size_t said = std::min<std::size_t>(problem.places.size(), limits::places_said_max);
  for (std::size_t i = 0; i < said; ++i) words += (i == 0 ? "" : "; ") + words_of(problem.places[i]);
  if (said < problem.places.size()) words += "; and " + std::to_string(problem.places.size() - said) + " more";
  return words;
}

std::string words_of(const Problem& problem) {
  const Remedy& remedy = problem.remedy;
  if (remedy.words.empty()) return problem.message;
  return problem.message + "; " + (remedy.flag.empty() ? std::string() : remedy.flag + " or ") + remedy.words;
}

std::string line_of(const Problem& problem, std::string_view file) {
  std::string line;
  const std::string where = where_words(problem), message = words_of(problem);
  if (!file.empty()) line += printable(file, file.size()) + ": ";
  if (!where.empty()) line += printable(where, where.size()) + ": ";
  return line + printable(message, message.size());
}

namespace {

/// Whether nothing of what is computed hangs on it: it may be folded where there are many.
bool is_aside(const Problem& problem) {
  return problem.severity == Severity::hint &&
         (problem.rule == rule_name::unknown_flag || problem.rule == rule_name::assumed_branch);
}

}  // namespace

std::vector<std::string> problem_lines(std::span<const Problem> problems, std::string_view file) {
  std::vector<const Problem*> ordered;
  for (const Problem& problem : problems) ordered.push_back(&problem);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const Problem* a, const Problem* b) { return a->severity < b->severity; });
  const auto lines_max = static_cast<std::size_t>(limits::problems_shown_max);
  const bool too_many = ordered.size() > lines_max;
  if (too_many)
    std::stable_partition(ordered.begin(), ordered.end(), [](const Problem* each) { return !is_aside(*each); });
  std::vector<std::string> lines;
  for (const Problem* problem : ordered) {
    // Of notes all stay on which something hangs, within reason.
    const bool stays = problem->severity == Severity::hint && !is_aside(*problem) && lines.size() < 3 * lines_max;
    if (too_many && lines.size() + 1 >= lines_max && !stays) break;
    lines.push_back(line_of(*problem, file));
  }
  if (lines.size() < ordered.size()) {
    const bool hints = ordered[lines.size()]->severity == Severity::hint;  // the worst of the rest
    lines.push_back((file.empty() ? "" : printable(file, file.size()) + ": ") + "and " +
                    std::to_string(ordered.size() - lines.size()) + (hints ? " more notes" : " more problems"));
  }
  return lines;
}

std::string shown(std::string_view value) {
  return printable(value, limits::value_shown_max);
}

}  // namespace shardscope
