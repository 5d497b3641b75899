#include "core/inspect/traffic_matrix.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/traffic/pipeline_sends.h"

namespace shardscope {

namespace {

constexpr std::int64_t receivers_max = 16;
constexpr double golden = 0.6180339887498949;

RankRange part_of(const RankRange& whole, std::int64_t i, std::int64_t parts) {
  // In two steps: first · parts could overflow where a cluster is as large as a number can be.
  const std::int64_t each = whole.count / parts, rest = whole.count % parts;
  const auto begin = [&](std::int64_t n) { return n * each + n * rest / parts; };
  return {whole.first + begin(i), begin(i + 1) - begin(i)};
}

/// The cell that a rank falls into; the inverse of part_of().
std::int64_t cell_of(const RankRange& whole, std::int64_t rank, std::int64_t parts) {
  auto guess = static_cast<std::int64_t>(static_cast<double>(rank - whole.first) / static_cast<double>(whole.count) *
                                         static_cast<double>(parts));
  guess = std::clamp<std::int64_t>(guess, 0, parts - 1);
  while (guess > 0 && part_of(whole, guess, parts).first > rank) --guess;
  while (guess + 1 < parts && part_of(whole, guess + 1, parts).first <= rank) ++guess;
  return guess;
}

/// The i-th of `asked` numbers below `count`, spread evenly and without a period.
std::int64_t evenly_apart(std::int64_t i, std::int64_t asked, std::int64_t count) {
  if (asked >= count) return i;
  if (count <= 2 * asked) return i * count / asked;  // so few that the golden section would take one twice
  const double at = static_cast<double>(i + 1) * golden;
  return std::min(count - 1, static_cast<std::int64_t>((at - std::floor(at)) * static_cast<double>(count)));
}

/// Where the rank stands in its group.
std::int64_t place_in(const RankSet& group, std::int64_t rank) {
  std::int64_t rest = rank - group.start, place = 0;
  for (std::size_t k = group.runs; k-- > 0;) {
    const std::int64_t steps = std::min(rest / group.run[k].stride, group.run[k].count - 1);
    rest -= steps * group.run[k].stride;
    place = place * group.run[k].count + steps;
  }
  return place;
}

/// To the neighbours of the pipeline, as often as the schedule's stages send to each.
void send_along_pipeline(const Plan& plan, const RankMapping& mapping, std::int64_t rank, Bytes bytes,
                         std::vector<Message>& messages) {
  const RankSet group = group_of(mapping, GroupKind::pp, rank);
  const std::int64_t place = place_in(group, rank), size = group.size();
  const PipelineSends sends = pipeline_sends(plan, static_cast<std::size_t>(place));
  const auto send = [&](std::int64_t to, double times) {
    if (times > 0) messages.push_back({GroupKind::pp, group.member(to), bytes * (times / sends.total())});
  };
  send((place + 1) % size, sends.next);
  send((place + size - 1) % size, sends.before);
}

void send_evenly(const RankSet& group, std::int64_t rank, GroupKind kind, Bytes bytes, std::vector<Message>& messages) {
  const std::int64_t size = group.size(), place = place_in(group, rank);
  const std::int64_t asked = std::min(receivers_max, size - 1);
  for (std::int64_t i = 0; i < asked; ++i) {
    const std::int64_t other = (place + 1 + evenly_apart(i, asked, size - 1)) % size;
    messages.push_back({kind, group.member(other), bytes / static_cast<double>(asked)});
  }
}

/// At each level to the like places of the parts beside: to the next in a ring, by doubling to those 1, 2, 4, ... parts
/// away with half of the rest each.
void send_by_levels(const Communication& row, const RankSet& group, std::int64_t rank, Bytes bytes,
                    std::vector<Message>& messages) {
  const std::int64_t size = group.size(), place = place_in(group, rank);
  double shares = 0;
  for (const HopTraffic& hop : row.hops) shares += hop.share;
  for (const HopTraffic& hop : row.hops) {
    const std::int64_t parts = hop.within / hop.apart, first = place / hop.within * hop.within;
    const std::int64_t part = (place - first) / hop.apart;
    if (parts < 2 || !(hop.share > 0)) continue;
    const Bytes here = bytes * (hop.share / shares);
    const auto send = [&](std::int64_t other, double share) {
      const std::int64_t to = std::min(size - 1, place + (other - part) * hop.apart);
      if (to != place) messages.push_back({row.kind, group.member(to), here * share});
    };
    if (row.way == CollectiveWay::hierarchical || !std::has_single_bit(static_cast<std::uint64_t>(parts)))
      send((part + 1) % parts, 1);
    else
      for (std::int64_t away = 1; away < parts; away *= 2)
        send(part ^ away, static_cast<double>(parts / away / 2) / static_cast<double>(parts - 1));
  }
}

/// Over the network to the like places of other domains, and over the link to all of the own one.
void send_once_per_domain(const Communication& row, const RankSet& group, std::int64_t rank, Bytes bytes,
                          std::vector<Message>& messages) {
  const std::int64_t size = group.size(), place = place_in(group, rank);
  const Bytes within = row.reaching[index_of(Reach::node)];
  const bool link = within > Bytes{} && !row.hops.empty();  // whose hop comes first
  const std::int64_t domain = link ? std::clamp<std::int64_t>(row.hops.front().within, 1, size) : 1;
  const double near = link ? within / row.bytes_per_gpu_per_step : 0;
  const auto send = [&](std::int64_t first, std::int64_t apart, std::int64_t count, Bytes part) {
    const std::int64_t own = (place - first) / apart, others = count - 1, asked = std::min(receivers_max, others);
    for (std::int64_t i = 0; i < asked && part > Bytes{}; ++i)
      messages.push_back({row.kind, group.member(first + (own + 1 + evenly_apart(i, asked, others)) % count * apart),
                          part / static_cast<double>(asked)});
  };
  send(place / domain * domain, 1, domain, bytes * near);
  send(place % domain, domain, size / domain, bytes * (1 - near));
}

}  // namespace

RankRange TrafficMatrix::senders_of(std::int64_t row) const {
  return part_of(senders, row, rows);
}

RankRange TrafficMatrix::receivers_of(std::int64_t column) const {
  return part_of(receivers, column, columns);
}

void messages_of(const Report& report, const RankMapping& mapping, std::int64_t rank, std::vector<Message>& messages) {
  messages.clear();
  if (!report.time || rank < 0 || rank >= mapping.dense.ranks) return;
  const auto stage = static_cast<std::size_t>(mapping.dense.coordinates(rank)[index_of(GroupKind::pp)]);
  if (stage >= report.time->sent.size()) return;
  for (const Communication& row : report.communication) {
    const Bytes bytes = sent_of(*report.time, stage, row);
    const RankSet group = row.expert_rows ? expert_tensor_group_of(mapping, rank) : group_of(mapping, row.kind, rank);
    const std::int64_t size = group.size();
    if (size <= 1 || !(bytes.value > 0)) continue;
    if (row.kind == GroupKind::pp)
      send_along_pipeline(report.scenario.plan, mapping, rank, bytes, messages);
    else if (row.way == CollectiveWay::ring)
      messages.push_back({row.kind, group.member((place_in(group, rank) + 1) % size), bytes});
    else if (row.way == CollectiveWay::once_per_domain)
      send_once_per_domain(row, group, rank, bytes, messages);
    else if (row.way == CollectiveWay::hierarchical || row.way == CollectiveWay::halving_doubling)
      send_by_levels(row, group, rank, bytes, messages);
    else
      send_evenly(group, rank, row.kind, bytes, messages);
  }
}

TrafficMatrix traffic_matrix(const Report& report, const RankMapping& mapping, RankRange senders, RankRange receivers,
                             std::int64_t cells_max, std::int64_t ranks_asked) {
  const auto within = [&](RankRange range) {
    range.first = std::clamp<std::int64_t>(range.first, 0, mapping.dense.ranks - 1);
    range.count = std::clamp<std::int64_t>(range.count, 1, mapping.dense.ranks - range.first);
    return range;
  };
  TrafficMatrix matrix{within(senders), within(receivers), 0, 0, {}};
  matrix.rows = std::clamp<std::int64_t>(matrix.senders.count, 1, cells_max);
  matrix.columns = std::clamp<std::int64_t>(matrix.receivers.count, 1, cells_max);
  matrix.cells.resize(static_cast<std::size_t>(matrix.rows * matrix.columns));
  std::vector<Message> messages;
  for (std::int64_t row = 0; row < matrix.rows; ++row) {
    const RankRange ranks = matrix.senders_of(row);
    const std::int64_t asked = std::min(ranks.count, ranks_asked);
    const double weight = static_cast<double>(ranks.count) / static_cast<double>(asked);
    for (std::int64_t i = 0; i < asked; ++i) {
      messages_of(report, mapping, ranks.first + evenly_apart(i, asked, ranks.count), messages);
      for (const Message& message : messages) {
        if (message.to < matrix.receivers.first || message.to >= matrix.receivers.first + matrix.receivers.count)
          continue;
        const std::int64_t column = cell_of(matrix.receivers, message.to, matrix.columns);
        matrix.cells[static_cast<std::size_t>(row * matrix.columns + column)][index_of(message.kind)] +=
            message.bytes * weight;
      }
    }
  }
  return matrix;
}

}  // namespace shardscope
