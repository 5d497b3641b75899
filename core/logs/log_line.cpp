#include "core/logs/log_line.h"

#include <algorithm>
#include <chrono>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/base/units.h"

namespace shardscope {

namespace {

constexpr char escape = '\x1b';

/// Behind the escape sequence that begins there (ECMA-48, 5.4: parameters to '?', then a final byte from '@').
std::size_t behind_escape(std::string_view line, std::size_t at) {
  if (++at < line.size() && line[at] != '[') return at + 1;
  for (++at; at < line.size(); ++at)
    if (line[at] >= '@' && line[at] <= '~') return at + 1;
  return line.size();
}

std::optional<int> digits_at(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return std::nullopt;
  int value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (!is_digit(text[i])) return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

bool stands(std::string_view text, std::size_t at, std::string_view one_of) {
  return at < text.size() && one_of.find(text[at]) != std::string_view::npos;
}

/// "16:18:44", perhaps with a fraction behind a point or a comma.
std::optional<double> time_at(std::string_view text, std::size_t at) {
  const auto hours = digits_at(text, at, 2), minutes = digits_at(text, at + 3, 2), seconds = digits_at(text, at + 6, 2);
  if (!hours || !minutes || !seconds || text[at + 2] != ':' || text[at + 5] != ':') return std::nullopt;
  double value = *hours * seconds_per_hour + *minutes * seconds_per_minute + *seconds, unit = 0.1;
  if (stands(text, at + 8, ".,"))
    for (std::size_t i = at + 9; i < text.size() && is_digit(text[i]) && unit > 1e-10; ++i, unit /= 10)
      value += (text[i] - '0') * unit;
  return value;
}

double days_until(int year, int month, int day) {
  using namespace std::chrono;
  const sys_days date = std::chrono::year{year} / month / day;
  return static_cast<double>(date.time_since_epoch().count());
}

/// A date that begins there and the time behind it.
std::optional<double> date_at(std::string_view text, std::size_t at) {
  const auto of = [&](int year, int month, int day, std::size_t time) -> std::optional<double> {
    if (month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
    const auto seconds = time_at(text, time);
    return seconds ? std::optional(days_until(year, month, day) * seconds_per_day + *seconds) : std::nullopt;
  };
  const auto year = digits_at(text, at, 4);
  if (year && stands(text, at + 4, "-/") && stands(text, at + 7, "-/") && stands(text, at + 10, " T_\t")) {
    const auto month = digits_at(text, at + 5, 2), day = digits_at(text, at + 8, 2);
    return month && day ? of(*year, *month, *day, at + 11) : std::nullopt;
  }
  if (const auto date = digits_at(text, at, 8); date && stands(text, at + 8, " "))  // 20251023 12:39:12
    return of(*date / 10'000, *date / 100 % 100, *date % 100, at + 9);
  const auto month = digits_at(text, at, 2), day = digits_at(text, at + 3, 2), last = digits_at(text, at + 6, 4);
  if (month && day && last && stands(text, at + 2, "/") && stands(text, at + 5, "/") && stands(text, at + 10, " "))
    return of(*last, *month, *day, at + 11);
  const bool glog = at > 0 && stands(text, at - 1, "IWEF") && (at == 1 || !is_name(text[at - 2]));
  if (const auto date = digits_at(text, at, 4); date && glog && stands(text, at + 4, " "))
    return of(1970, *date / 100, *date % 100, at + 5);
  return std::nullopt;
}

/// A name of a host or a rank before ": ", as srun, pdsh and deepspeed's launcher put it.
std::string_view before_colon(std::string_view text) {
  constexpr std::size_t longest = 64;
  const std::size_t colon = text.substr(0, longest).find(": ");
  if (colon == std::string_view::npos || colon == 0) return {};
  const std::string_view name = text.substr(0, colon);
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) { return is_name(c) || c == '.' || c == '-'; });
  const bool numbered = std::any_of(name.begin(), name.end(), is_digit);
  return plain && (numbered || name == "localhost") ? name : std::string_view();
}

/// The first word in brackets that says a rank: "[default7]:", "[rank0]:", "[1,0]<stdout>:", "[rank-63/64]".
std::string_view in_brackets(std::string_view text) {
  constexpr std::size_t longest = 96;
  const std::string_view head = text.substr(0, longest);
  for (std::size_t open = head.find('['); open != std::string_view::npos; open = head.find('[', open + 1)) {
    const std::size_t close = head.find(']', open);
    if (close == std::string_view::npos) return {};
    const std::string_view name = head.substr(open + 1, close - open - 1);
    const bool mpirun = open == 0 && !name.empty() && is_digit(name[0]) && head.substr(close).starts_with("]<std");
    if (name.starts_with("rank") || name.starts_with("Rank") || name.starts_with("RANK") ||
        name.starts_with("default") || mpirun)
      return name;
  }
  return {};
}

}  // namespace

std::string_view without_colours(std::string_view line, std::string& kept) {
  std::size_t at = line.find(escape);
  if (at == std::string_view::npos) return line;
  kept.assign(line.substr(0, at));
  while (at < line.size())
    if (line[at] == escape)
      at = behind_escape(line, at);
    else
      kept += line[at++];
  return kept;
}

std::string_view stream_of(std::string_view line) {
  const std::string_view text = trimmed(line.substr(0, 160));
  const std::string_view bracketed = in_brackets(text);
  return bracketed.empty() ? before_colon(text) : bracketed;
}

std::optional<std::int64_t> rank_in(std::string_view stream) {
  const std::size_t comma = stream.find(',');  // mpirun's job, then its rank
  if (comma != std::string_view::npos) stream.remove_prefix(comma + 1);
  for (const std::string_view word : {"rank", "Rank", "RANK", "default"})
    if (stream.starts_with(word)) stream.remove_prefix(word.size());
  while (!stream.empty() && (stream[0] == ' ' || stream[0] == '-' || stream[0] == ':')) stream.remove_prefix(1);
  std::size_t end = 0;
  while (end < stream.size() && is_digit(stream[end])) ++end;
  const bool whole = end == stream.size() || stream[end] == '/';
  return end > 0 && whole ? parse_whole(stream.substr(0, end)) : std::nullopt;
}

std::optional<std::int64_t> rank_before(std::string_view line, std::size_t at) {
  const std::size_t open = line.substr(0, at).rfind("[Rank ");
  if (open == std::string_view::npos) return std::nullopt;
  const std::size_t close = line.find(']', open);
  if (close == std::string_view::npos || close > at) return std::nullopt;
  return rank_in(line.substr(open + 1, close - open - 1));
}

std::optional<double> stamp_of(std::string_view line) {
  constexpr std::size_t searched = 128;
  const std::size_t end = std::min(line.size(), searched);
  for (std::size_t at = 0; at + 13 < end; ++at) {
    if (!is_digit(line[at]) || (at > 0 && is_digit(line[at - 1]))) continue;
    if (const auto stamp = date_at(line, at)) return stamp;
  }
  return std::nullopt;
}

}  // namespace shardscope
