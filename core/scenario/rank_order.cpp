#include "core/scenario/rank_order.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::array<std::string_view, group_kinds> names = {"tp", "cp", "ep", "dp", "pp"};

GroupKind dimension_of(AcrossSites across) {
  switch (across) {
    case AcrossSites::dp:
      return GroupKind::dp;
    case AcrossSites::pp:
      return GroupKind::pp;
    case AcrossSites::cp:
      return GroupKind::cp;
    case AcrossSites::tp:
      return GroupKind::tp;
  }
  return GroupKind::dp;
}

}  // namespace

std::optional<RankOrder> parse_rank_order(std::string_view text) {
  RankOrder order = {};
  std::array<bool, group_kinds> seen = {};
  for (std::size_t i = 0; i < group_kinds; ++i) {
    const std::size_t end = std::min(text.find('-'), text.size());
    const auto name = std::find(names.begin(), names.end(), text.substr(0, end));
    if (name == names.end()) return std::nullopt;
    const auto which = static_cast<std::size_t>(name - names.begin());
    if (seen[which]) return std::nullopt;
    seen[which] = true;
    order[i] = static_cast<GroupKind>(which);
    const bool last = i + 1 == group_kinds;
    if (last != (end == text.size())) return std::nullopt;
    text.remove_prefix(last ? end : end + 1);
  }
  return order;
}

std::string text_of(const RankOrder& order) {
  std::string text;
  for (const GroupKind kind : order) {
    if (!text.empty()) text += '-';
    text += names[static_cast<std::size_t>(kind)];
  }
  return text;
}

RankOrder rank_order_of(const Plan& plan) {
  return plan.rank_order ? parse_rank_order(*plan.rank_order).value_or(megatron_order) : megatron_order;
}

RankOrder rank_order_of(const Plan& plan, const Cluster& cluster) {
  RankOrder order = rank_order_of(plan);
  if (cluster.sites.number <= 1) return order;
  const auto at = std::find(order.begin(), order.end(), dimension_of(plan.across_sites));
  std::rotate(at, at + 1, order.end());
  return order;
}

}  // namespace shardscope
