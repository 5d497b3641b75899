#include "core/problem.h"

#include <algorithm>

#include "core/limits.h"

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
  return length;
}

}  // namespace

std::string line_of(const Problem& problem, std::string_view file) {
  std::string line;
  if (!file.empty()) line += std::string(file) + ": ";
  if (!problem.path.empty()) line += problem.path + ": ";
  return line + problem.message;
}

std::vector<std::string> lines_of(std::span<const Problem> problems, std::string_view file) {
  std::vector<const Problem*> ordered;
  for (const Problem& problem : problems) ordered.push_back(&problem);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const Problem* a, const Problem* b) { return a->severity < b->severity; });
  const auto lines_max = static_cast<std::size_t>(limits::problems_shown_max);
  const bool too_many = ordered.size() > lines_max;
  std::vector<std::string> lines;
  for (const Problem* problem : ordered) {
    if (too_many && lines.size() + 1 == lines_max) break;
    lines.push_back(line_of(*problem, file));
  }
  if (too_many) lines.push_back("and " + std::to_string(ordered.size() - lines.size()) + " more problems");
  return lines;
}

std::string shown(std::string_view value) {
  std::string text;
  std::size_t characters = 0;
  while (!value.empty()) {
    if (++characters > limits::value_shown_max) return text + "…";
    const std::size_t length = character_length(value);
    const bool printable =
        length > 1 || (length == 1 && static_cast<unsigned char>(value[0]) >= 0x20 && value[0] != 0x7F);
    text += printable ? std::string(value.substr(0, length)) : "?";
    value.remove_prefix(std::max<std::size_t>(1, length));
  }
  return text;
}

}  // namespace shardscope
