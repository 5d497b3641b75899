#include "core/measured/run_group.h"

#include <tuple>

namespace shardscope {

namespace {

/// A source's first word: the repository, the first author, the paper. What its documents have in common.
std::string origin_of(const std::string& source) {
  return source.substr(0, source.find_first_of(" ,;"));
}

/// What the run says of it; empty where it says nothing.
std::string said_by(const MeasuredRun& run, GroupBy by) {
  switch (by) {
    case GroupBy::all:
      return {};
    case GroupBy::kind:
      return std::string(name_of(run.kind));
    case GroupBy::gpu:
      return run.gpu;
    case GroupBy::quality:
      return std::string(name_of(run.quality));
    case GroupBy::framework:
      return run.framework;
    case GroupBy::origin:
      return origin_of(run.source);
    case GroupBy::source:
      return run.source;
  }
  return {};
}

constexpr std::string_view without_low = " but low";

constexpr GroupBy every_by[] = {GroupBy::all,       GroupBy::kind,   GroupBy::gpu,   GroupBy::quality,
                                GroupBy::framework, GroupBy::origin, GroupBy::source};

std::string_view prefix_of(GroupBy by) {
  switch (by) {
    case GroupBy::all:
      return "all";
    case GroupBy::kind:
      return "kind:";
    case GroupBy::gpu:
      return "gpu:";
    case GroupBy::quality:
      return "quality:";
    case GroupBy::framework:
      return "framework:";
    case GroupBy::origin:
      return "origin:";
    case GroupBy::source:
      return "source:";
  }
  return "";
}

}  // namespace

std::strong_ordering operator<=>(const RunGroup& a, const RunGroup& b) {
  const auto place = [](const RunGroup& group) {
    const bool headline = group.by == GroupBy::all && group.but_low;
    return std::tuple(!headline, group.by, std::string_view(group.name), group.but_low);
  };
  const auto left = place(a), right = place(b);  // older standard libraries know no <=> between texts
  return left < right   ? std::strong_ordering::less
         : right < left ? std::strong_ordering::greater
                        : std::strong_ordering::equal;
}

std::string group_name(const RunGroup& group) {
  return std::string(prefix_of(group.by)) + group.name + std::string(group.but_low ? without_low : "");
}

std::optional<RunGroup> group_from(std::string_view name) {
  const bool but_low = name.ends_with(without_low);
  if (but_low) name.remove_suffix(without_low.size());
  for (const GroupBy by : every_by) {
    const std::string_view prefix = prefix_of(by);
    if (name.starts_with(prefix) && (by == GroupBy::all) == (name == prefix))
      return RunGroup{by, std::string(name.substr(prefix.size())), but_low};
  }
  return std::nullopt;
}

bool is_low(const MeasuredRun& run) {
  return run.quality == RunQuality::low;
}

std::vector<RunGroup> groups_of(const MeasuredRun& run) {
  std::vector<RunGroup> groups;
  for (const GroupBy by : every_by) {
    const std::string name = said_by(run, by);
    if (by != GroupBy::all && name.empty()) continue;
    groups.push_back({by, name, false});
    if (by <= GroupBy::gpu && !is_low(run)) groups.push_back({by, name, true});
  }
  return groups;
}

bool is_in(const MeasuredRun& run, const RunGroup& group) {
  return said_by(run, group.by) == group.name && !(group.but_low && is_low(run));
}

}  // namespace shardscope
