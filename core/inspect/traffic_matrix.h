// Who talks to whom: the bytes that ranks send each other in a step, added up in a grid of cells, so that a million
// ranks cost no more than a thousand.
#pragma once

#include <cstdint>
#include <vector>

#include "core/report/report.h"

namespace shardscope {

/// Ranks [first, first + count).
struct RankRange {
  std::int64_t first = 0, count = 0;

  bool operator==(const RankRange&) const = default;
};

struct TrafficMatrix {
  RankRange senders, receivers;
  std::int64_t rows = 0, columns = 0;  // cells; each has an even part of the ranks, at least one
  std::vector<BytesByKind> cells;      // rows · columns, row by row

  [[nodiscard]] const BytesByKind& at(std::int64_t row, std::int64_t column) const {
    return cells[static_cast<std::size_t>(row * columns + column)];
  }
  /// The ranks of a row and of a column.
  [[nodiscard]] RankRange senders_of(std::int64_t row) const;
  [[nodiscard]] RankRange receivers_of(std::int64_t column) const;
};

/// One rank's messages in a step, as the report counts its bytes: a ring's go to the next of its group, hierarchical
/// ones at each level to the like place beside, by halving and doubling to those 1, 2, 4, ... parts away; tokens that
/// go once per domain to the like places of other domains and on to all of the own one; all-to-alls' and those of
/// algorithms without a fixed neighbour evenly to all of it, a pipeline's to the stages before and after. The critical
/// stage's algorithms hold for all; the bytes are each stage's own.
struct Message {
  GroupKind kind = GroupKind::tp;
  std::int64_t to = 0;
  Bytes bytes;
};
/// Of a large group 16 receivers stand for all, chosen evenly; `messages` is emptied first.
void messages_of(const Report& report, const RankMapping& mapping, std::int64_t rank, std::vector<Message>& messages);

inline constexpr std::int64_t ranks_asked_per_row = 128;

/// At most `cells_max` rows and columns. A row of more than `ranks_asked` ranks is counted by so many of them, spread
/// over it without a period, and scaled up; so the cost is rows · ranks_asked whatever the cluster.
[[nodiscard]] TrafficMatrix traffic_matrix(const Report& report, const RankMapping& mapping, RankRange senders,
                                           RankRange receivers, std::int64_t cells_max,
                                           std::int64_t ranks_asked = ranks_asked_per_row);

}  // namespace shardscope
