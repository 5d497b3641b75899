#include "core/logs/rank_timers.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "core/base/characters.h"
#include "core/base/number_lists.h"
#include "core/base/trimmed.h"
#include "core/logs/typical.h"

namespace shardscope {

namespace {

/// Milliseconds at the text's begin, which goes.
std::optional<double> milliseconds(std::string_view& text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || !std::isfinite(value) || value < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value * 1e-3;
}

/// "(2611.34, 2930.71)" or "2930.71", and nothing behind it.
std::optional<RankSpan> span_in(std::string_view text) {
  text = trimmed(text);
  const bool pair = text.starts_with('(') && text.ends_with(')');
  if (pair) text = text.substr(1, text.size() - 2);
  const std::optional<double> first = milliseconds(text);
  if (!first) return std::nullopt;
  if (!pair) return text.empty() ? std::optional(RankSpan{*first, *first}) : std::nullopt;
  if (!text.starts_with(',')) return std::nullopt;
  text.remove_prefix(1);
  const std::optional<double> second = milliseconds(text);
  if (!second || !text.empty() || *second < *first) return std::nullopt;
  return RankSpan{*first, *second};
}

}  // namespace

bool RankTimers::take(std::string_view line, std::size_t dots) {
  const std::size_t end = line.find_first_not_of('.', dots);
  if (end == std::string_view::npos || line[end] != ':') return false;
  const std::string_view before = trimmed(line.substr(0, dots));
  const std::string_view name = before.substr(before.find_last_of(" \t") + 1);
  if (name.empty() || !is_name_start(name[0])) return false;
  const std::optional<RankSpan> span = span_in(line.substr(end + 1));
  if (!span) return false;
  const auto known = spans_.find(name);
  if (known == spans_.end() && spans_.size() >= names_max) return true;
  std::vector<RankSpan>& spans = known == spans_.end() ? spans_[std::string(name)] : known->second;
  if (spans.size() < kept_max) spans.push_back(*span);
  return true;
}

std::map<std::string, RankSpan> RankTimers::typical() const {
  std::map<std::string, RankSpan> typical;
  for (const auto& [name, spans] : spans_) {
    std::vector<double> least, most;
    for (std::size_t i = spans.size() > few_records ? warm_up_records : 0; i < spans.size(); ++i)
      least.push_back(spans[i].least), most.push_back(spans[i].most);
    typical[name] = {median(std::move(least)), median(std::move(most))};
  }
  return typical;
}

}  // namespace shardscope
