#include "core/frameworks/releases.h"

#include <algorithm>
#include <limits>

namespace shardscope {

namespace {

bool has_any(const std::vector<std::string>& flags, std::span<const std::string> given, std::string& which) {
  for (const std::string& flag : given)
    if (std::find(flags.begin(), flags.end(), flag) != flags.end()) return which = flag, true;
  return false;
}

double year_of(const LaunchFramework& framework, std::string_view name) {
  for (const FrameworkRelease& each : framework.releases)
    if (each.name == name) return each.year;
  return 0;
}

}  // namespace

ReleaseRange releases_of(const LaunchFramework& framework, std::span<const std::string> flags) {
  const double own = framework.extends.empty() ? std::numeric_limits<double>::infinity() : framework.software.year;
  ReleaseRange range{own, own, {}, {}};
  if (framework.repository != framework.releases_repository) return range;  // a fork may keep what the tool dropped
  double from = 0, before = 0;  // before: as far as the last that has them all
  for (const FrameworkRelease& each : framework.releases) {
    std::string flag;
    if (has_any(each.first, flags, flag)) from = each.year, before = range.last.empty() ? from : before;
    if (range.last.empty() && has_any(each.last, flags, flag)) range = {0, each.year, each.name, flag};
  }
  if (range.last.empty()) return framework.extends.empty() ? ReleaseRange{from, own, {}, {}} : range;
  if (from > range.to) return {before, from, {}, {}};  // of a fork: nobody knows which it left
  range.from = from;
  return range;
}

bool mixes_releases(const LaunchFramework& framework, std::span<const std::string> flags) {
  double from = 0, to = std::numeric_limits<double>::infinity();
  std::string flag;
  for (const FrameworkRelease& each : framework.releases) {
    if (has_any(each.first, flags, flag)) from = std::max(from, each.year);
    if (has_any(each.last, flags, flag)) to = std::min(to, each.year);
  }
  return from > to;
}

RuleReach reach_of(const FrameworkRule& rule, const ReleaseRange& range, const LaunchFramework& framework) {
  const double since = year_of(framework, rule.since);
  const double until = rule.until.empty() ? std::numeric_limits<double>::infinity() : year_of(framework, rule.until);
  if (since > range.to || until < range.to) return RuleReach::none;
  return since > range.from ? RuleReach::some : RuleReach::all;
}

namespace {

/// The key that a command line's option stands for: "parallelism.tp" of "--parallelism.tp".
std::string_view key_of(const LaunchFramework& framework, std::string_view flag) {
  const bool option = !framework.optional.empty() && flag.starts_with(framework.optional);
  return option ? flag.substr(framework.optional.size()) : flag;
}

/// Whether the text writes the framework's options with dashes within, as "--micro-batch-size"; a launcher's are none.
bool writes_dashes(const LaunchFramework& framework, std::span<const std::string> flags) {
  return std::any_of(flags.begin(), flags.end(), [&](const std::string& flag) {
    return flag.starts_with("--") && flag.find('-', 2) != std::string::npos &&
           (framework.flag(flag) != nullptr || framework.ignores(flag));
  });
}

/// How many flags fit a pattern; `shared`: also one that other tools' programs have.
std::ptrdiff_t count_fitting(const LaunchFramework& framework, std::span<const std::string> flags, bool shared) {
  const bool dashed = writes_dashes(framework, flags);
  return std::count_if(flags.begin(), flags.end(), [&](const std::string& flag) {
    const std::string_view key = key_of(framework, flag);
    const std::string with = with_dashes(flag);
    return std::any_of(framework.told_by.begin(), framework.told_by.end(), [&](std::string_view pattern) {
      if (pattern.starts_with('?') && !shared) return false;
      if (pattern.starts_with('?')) pattern.remove_prefix(1);
      if (dashed && !with_dashes(pattern).empty()) return false;
      return fits(key, pattern) || (!with.empty() && fits(with, pattern));
    });
  });
}

}  // namespace

std::string with_dashes(std::string_view name) {
  if (!name.starts_with("--") || name.find('_') == std::string_view::npos) return {};
  std::string dashed(name);
  std::replace(dashed.begin(), dashed.end(), '_', '-');
  return dashed;
}

bool writes_underscores(const LaunchFramework& framework, std::span<const std::string> flags) {
  return !writes_dashes(framework, flags) && std::any_of(flags.begin(), flags.end(), [&](const std::string& flag) {
    return flag.find('_') != std::string::npos && framework.flag(flag) != nullptr;
  });
}

std::ptrdiff_t count_telling(const LaunchFramework& framework, std::span<const std::string> flags) {
  return count_fitting(framework, flags, true);
}

std::ptrdiff_t count_telling_alone(const LaunchFramework& framework, std::span<const std::string> flags) {
  return count_fitting(framework, flags, false);
}

bool tells(const LaunchFramework& framework, std::span<const std::string> flags) {
  return count_telling(framework, flags) > 0;
}

bool is_told_off(const LaunchFramework& framework, std::span<const std::string> flags) {
  return std::any_of(framework.told_by.begin(), framework.told_by.end(), [&](const std::string& word) {
    return word.starts_with('!') && std::find(flags.begin(), flags.end(), word.substr(1)) != flags.end();
  });
}

}  // namespace shardscope
