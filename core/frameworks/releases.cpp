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

}  // namespace shardscope
