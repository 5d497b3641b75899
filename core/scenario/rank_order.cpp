#include "core/scenario/rank_order.h"

#include <algorithm>
#include <span>

namespace shardscope {

namespace {

// clang-format off
GroupKind dimension_across(AcrossSites across) {
  switch (across) {
#define SHARDSCOPE_DIMENSION(name, ...) case AcrossSites::name: return GroupKind::name;
    SHARDSCOPE_ACROSS_SITES(SHARDSCOPE_DIMENSION)
#undef SHARDSCOPE_DIMENSION
  }
  return GroupKind::dp;
}
// clang-format on

}  // namespace

std::optional<RankOrder> parse_rank_order(std::string_view text) {
  RankOrder order = {};
  std::array<bool, group_kinds> seen = {};
  for (std::size_t i = 0; i < group_kinds; ++i) {
    const std::size_t end = std::min(text.find('-'), text.size());
    const std::span<const std::string_view> names = table_of<GroupKind>;
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
    text += name_of(kind);
  }
  return text;
}

RankOrder with_slowest(RankOrder order, GroupKind kind) {
  const auto at = std::find(order.begin(), order.end(), kind);
  std::rotate(at, at + 1, order.end());
  return order;
}

RankOrder rank_order_of(const Plan& plan) {
  static const std::string as_most_have_it = text_of(megatron_order);
  if (!plan.rank_order || *plan.rank_order == as_most_have_it) return megatron_order;
  return parse_rank_order(*plan.rank_order).value_or(megatron_order);
}

RankOrder rank_order_of(const Plan& plan, const Cluster& cluster) {
  const RankOrder order = rank_order_of(plan);
  if (!has_sites(cluster)) return order;
  return with_slowest(order, dimension_across(plan.across_sites));
}

}  // namespace shardscope
