// Groups of measured runs, over which errors are told: all, and those of one kind, GPU, quality, framework or source.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/measured/measured.h"

namespace shardscope {

/// What the runs of a group have in common. Of an origin: the first word of their source, its repository or author.
/// Tables list groups in this order.
enum class GroupBy : std::uint8_t { all, kind, gpu, quality, framework, origin, source };

struct RunGroup {
  GroupBy by = GroupBy::all;
  std::string name;      // of the kind, the GPU and so on, as the runs say it; empty of all
  bool but_low = false;  // the runs of quality low left out

  friend bool operator==(const RunGroup&, const RunGroup&) = default;
};

/// In the order of tables; all runs but those of low quality, the headline, come first.
[[nodiscard]] std::strong_ordering operator<=>(const RunGroup& a, const RunGroup& b);

/// What files and tables call a group: "all", "kind:dense", "gpu:h100-sxm", "all but low", "kind:dense but low".
[[nodiscard]] std::string group_name(const RunGroup& group);

/// Nothing of a name that no group has.
[[nodiscard]] std::optional<RunGroup> group_from(std::string_view name);

[[nodiscard]] bool is_low(const MeasuredRun& run);

/// Every group that a run belongs to; without low ones there are the same of all, kind and GPU.
[[nodiscard]] std::vector<RunGroup> groups_of(const MeasuredRun& run);
[[nodiscard]] bool is_in(const MeasuredRun& run, const RunGroup& group);

}  // namespace shardscope
