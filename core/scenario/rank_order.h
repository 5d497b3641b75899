// In which order a plan's dimensions run over the ranks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/choice.h"
#include "core/scenario/parts/cluster.h"
#include "core/scenario/parts/plan.h"

namespace shardscope {

/// A dimension of the plan, and the groups along it.
#define SHARDSCOPE_GROUP_KIND(name) name(tp) name(cp) name(ep) name(dp) name(pp)
SHARDSCOPE_NAMED(GroupKind, SHARDSCOPE_GROUP_KIND)
inline constexpr std::size_t group_kinds = count_of<GroupKind>;

/// The five dimensions, the fastest first: ranks beside each other differ in it.
using RankOrder = std::array<GroupKind, group_kinds>;

/// Megatron's own, and with --use-tp-pp-dp-mapping.
inline constexpr RankOrder megatron_order = {GroupKind::tp, GroupKind::cp, GroupKind::ep, GroupKind::dp, GroupKind::pp};
inline constexpr RankOrder megatron_tp_pp_dp_order = {GroupKind::tp, GroupKind::cp, GroupKind::ep, GroupKind::pp,
                                                      GroupKind::dp};

/// "tp-cp-ep-dp-pp", each of the five once; nothing where it isn't that.
[[nodiscard]] std::optional<RankOrder> parse_rank_order(std::string_view text);
[[nodiscard]] std::string text_of(const RankOrder& order);

/// That order with the kind slowest.
[[nodiscard]] RankOrder with_slowest(RankOrder order, GroupKind kind);

/// The plan's order; Megatron's where it says none, or nothing readable.
[[nodiscard]] RankOrder rank_order_of(const Plan& plan);
/// The same on a cluster. On several sites the dimension that is to cross them runs slowest, so that as few groups as
/// possible cross.
[[nodiscard]] RankOrder rank_order_of(const Plan& plan, const Cluster& cluster);

}  // namespace shardscope
