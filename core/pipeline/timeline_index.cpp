#include "core/pipeline/timeline_index.h"

#include <algorithm>

namespace shardscope {

namespace {

template <class Sums>
double& at(Sums& sums, BarKind kind) {
  return sums[static_cast<std::size_t>(kind)];
}

// Adds the first `elapsed` seconds of a bar to the sums.
template <class Sums>
void add_bar(Sums& sums, const LaneIndex& lane, const PassRecord& bar, double elapsed) {
  const BarKind kind = bar_kind_of(bar.pass.kind);
  const double recompute = kind == BarKind::backward ? std::min(elapsed, lane.recompute_seconds(bar)) : 0;
  if (recompute > 0) at(sums, BarKind::recompute) += recompute;
  at(sums, kind) += elapsed - recompute;
}

// The step's end as it follows the last pass: exchange that runs beside passes isn't counted twice.
StepEnd exposed_step_end(const LaneIndex& lane) {
  StepEnd step_end = lane.step_end;
  double over = lane.bars.empty() ? 0 : lane.bars.back().end;
  for (TimeRange* part : {&step_end.gradients, &step_end.optimizer, &step_end.parameters}) {
    part->start = std::max(part->start, over);
    over = part->end = std::max(part->end, part->start);
  }
  return step_end;
}

// The work of a lane before a moment. Moments asked for in ascending order cost a few steps each.
struct WorkBefore {
  const LaneIndex& lane;
  StepEnd step_end = exposed_step_end(lane);
  std::size_t bar = 0;
  TimelineIndex::PrefixRow whole = {};  // of the bars before `bar`

  // On from where they were, or from the row's sums where those are nearer.
  void move_to(std::size_t next) {
    const std::size_t row = next / TimelineIndex::bars_per_row, begin = row * TimelineIndex::bars_per_row;
    std::size_t i = bar;
    if (begin > bar) {
      whole = lane.rows[row];
      i = begin;
    }
    for (; i < next; ++i) add_bar(whole, lane, lane.bars[i], lane.bars[i].end - lane.bars[i].start);
    bar = next;
  }

  WorkSums operator()(double time) {
    move_to(unfinished_at(lane.bars, bar, time));
    WorkSums sums = {};
    std::copy(whole.begin(), whole.end(), sums.begin());
    if (bar < lane.bars.size() && lane.bars[bar].start < time)
      add_bar(sums, lane, lane.bars[bar], time - lane.bars[bar].start);
    if (time <= step_end.gradients.start) return sums;
    for (const StepEndPart& part : parts_of(step_end))
      at(sums, part.kind) = std::clamp(time, part.range.start, part.range.end) - part.range.start;
    return sums;
  }
};

// What happened between two times; idle is the rest of the time.
WorkSums between(const WorkSums& before, const WorkSums& after, double length) {
  WorkSums work = {};
  double busy = 0;
  for (std::size_t kind = 0; kind + 1 < bar_kinds; ++kind) busy += work[kind] = after[kind] - before[kind];
  at(work, BarKind::idle) = std::max(0.0, length - busy);
  return work;
}

std::span<const Seconds> recompute_of(const Timeline& timeline, std::int32_t rank) {
  const auto chunks = static_cast<std::size_t>(timeline.virtual_stages);
  return std::span(timeline.recompute).subspan(static_cast<std::size_t>(rank) * chunks, chunks);
}

// The place of a pass in a table of a lane's passes.
std::size_t slot_of(Pass pass, std::size_t chunks, std::int32_t micro_batches) {
  const std::size_t row = static_cast<std::size_t>(role_of(pass.kind)) * chunks + pass.chunk;
  return row * static_cast<std::size_t>(micro_batches) + static_cast<std::size_t>(pass.micro_batch);
}

// Every lane's table has the same size: weight passes have rows where any rank runs one on its own.
std::vector<std::uint32_t> bars_by_pass(const Timeline& timeline) {
  const auto chunks = static_cast<std::size_t>(timeline.virtual_stages);
  const bool split = std::any_of(timeline.records.begin(), timeline.records.end(), [](const PassRecord& record) {
    return role_of(record.pass.kind) == PassRole::weight;
  });
  const std::size_t lane_size = (split ? 3 : 2) * chunks * static_cast<std::size_t>(timeline.micro_batches);
  std::vector<std::uint32_t> bar_of(lane_size * static_cast<std::size_t>(timeline.ranks), TimelineIndex::no_bar);
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    const std::span<const PassRecord> bars = timeline.lane(rank);
    std::uint32_t* const of_lane = bar_of.data() + static_cast<std::size_t>(rank) * lane_size;
    for (std::size_t i = 0; i < bars.size(); ++i)
      if (!is_end(bars[i].pass.kind))
        of_lane[slot_of(bars[i].pass, chunks, timeline.micro_batches)] = static_cast<std::uint32_t>(i);
  }
  return bar_of;
}

std::vector<ColumnMix> overview_of(const Timeline& timeline, const TimelineIndex& index) {
  std::vector<ColumnMix> overview(TimelineIndex::overview_columns), lane_mix(TimelineIndex::overview_columns);
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    mix_columns(lane_index(timeline, index, rank), {0, index.step}, lane_mix);
    for (std::size_t column = 0; column < overview.size(); ++column)
      for (std::size_t kind = 0; kind < bar_kinds; ++kind)
        overview[column].share[kind] += lane_mix[column].share[kind] / static_cast<float>(timeline.ranks);
  }
  return overview;
}

}  // namespace

double LaneIndex::recompute_seconds(const PassRecord& bar) const {
  const bool backward = role_of(bar.pass.kind) == PassRole::backward && !is_end(bar.pass.kind);
  return backward ? std::min(recompute[bar.pass.chunk].value, bar.end - bar.start) : 0;
}

TimelineIndex build_timeline_index(const Timeline& timeline, std::span<const StepEnd> step_ends) {
  TimelineIndex index;
  index.step = timeline.makespan.value;
  index.step_ends.assign(step_ends.begin(), step_ends.end());
  index.step_ends.resize(static_cast<std::size_t>(timeline.ranks));
  index.rows.reserve(timeline.records.size() / TimelineIndex::bars_per_row +
                     2 * static_cast<std::size_t>(timeline.ranks));
  index.row_begin.push_back(0);
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    const LaneIndex lane{
        timeline.lane(rank), {}, recompute_of(timeline, rank), index.step_ends[static_cast<std::size_t>(rank)], {}, 0};
    TimelineIndex::PrefixRow sums = {};
    index.rows.push_back(sums);
    for (std::size_t i = 0; i < lane.bars.size(); ++i) {
      add_bar(sums, lane, lane.bars[i], lane.bars[i].end - lane.bars[i].start);
      if ((i + 1) % TimelineIndex::bars_per_row == 0) index.rows.push_back(sums);
    }
    index.row_begin.push_back(index.rows.size());
    index.step = std::max(index.step, exposed_step_end(lane).parameters.end);
  }
  index.bar_of = bars_by_pass(timeline);
  index.overview = overview_of(timeline, index);
  return index;
}

LaneIndex lane_index(const Timeline& timeline, const TimelineIndex& index, std::int32_t rank) {
  const auto r = static_cast<std::size_t>(rank);
  const std::size_t lane_size = index.bar_of.size() / static_cast<std::size_t>(timeline.ranks);
  return {timeline.lane(rank),
          std::span(index.rows).subspan(index.row_begin[r], index.row_begin[r + 1] - index.row_begin[r]),
          recompute_of(timeline, rank),
          index.step_ends[r],
          std::span(index.bar_of).subspan(r * lane_size, lane_size),
          timeline.micro_batches};
}

void mix_columns(const LaneIndex& lane, TimeRange range, std::span<ColumnMix> columns) {
  WorkBefore work_before{lane};
  const double column_seconds = range.length() / static_cast<double>(columns.size());
  WorkSums before = work_before(range.start);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const WorkSums after = work_before(range.start + static_cast<double>(i + 1) * column_seconds);
    const WorkSums work = between(before, after, column_seconds);
    double sum = 0;
    for (const double seconds : work) sum += seconds;
    const double a_second = sum > 0 ? 1 / sum : 0;
    for (std::size_t kind = 0; kind < bar_kinds; ++kind)
      columns[i].share[kind] = static_cast<float>(work[kind] * a_second);
    if (sum <= 0) columns[i].share.back() = 1;
    before = after;
  }
}

BarSpan bars_in(const LaneIndex& lane, TimeRange range) {
  const std::size_t first = unfinished_at(lane.bars, 0, range.start);
  const auto last = std::partition_point(lane.bars.begin() + static_cast<std::ptrdiff_t>(first), lane.bars.end(),
                                         [&](const PassRecord& bar) { return bar.start < range.end; });
  return {first, static_cast<std::size_t>(last - lane.bars.begin())};
}

std::size_t unfinished_at(std::span<const PassRecord> bars, std::size_t from, double time) {
  std::size_t step = 1, low = from, high = from;
  while (high < bars.size() && bars[high].end <= time) {
    low = high + 1;
    high = low + step;
    step *= 2;
  }
  high = std::min(high, bars.size());
  const auto found = std::partition_point(bars.begin() + static_cast<std::ptrdiff_t>(low),
                                          bars.begin() + static_cast<std::ptrdiff_t>(high),
                                          [time](const PassRecord& bar) { return bar.end <= time; });
  return static_cast<std::size_t>(found - bars.begin());
}

std::optional<std::size_t> find_bar(const LaneIndex& lane, Pass pass) {
  if (pass.micro_batch < 0 || pass.micro_batch >= lane.micro_batches || pass.chunk >= lane.recompute.size()) return {};
  const std::size_t slot = slot_of(pass, lane.recompute.size(), lane.micro_batches);
  if (slot >= lane.bar_of.size() || lane.bar_of[slot] == TimelineIndex::no_bar) return {};
  return lane.bar_of[slot];
}

LaneState lane_state_at(const LaneIndex& lane, double time, double step) {
  const std::size_t i = unfinished_at(lane.bars, 0, time);
  const double before = i == 0 ? 0 : lane.bars[i - 1].end;
  if (i < lane.bars.size()) {
    const PassRecord& bar = lane.bars[i];
    if (time < bar.start) return {BarKind::idle, {before, bar.start}, {}};
    BarKind kind = bar_kind_of(bar.pass.kind);
    if (kind == BarKind::backward && time < bar.start + lane.recompute_seconds(bar)) kind = BarKind::recompute;
    return {kind, {bar.start, bar.end}, i};
  }
  double over = before;
  for (const StepEndPart& part : parts_of(exposed_step_end(lane))) {
    if (time < part.range.start) return {BarKind::idle, {over, part.range.start}, {}};
    if (time < part.range.end) return {part.kind, part.range, {}};
    over = part.range.end;
  }
  return {BarKind::idle, {over, std::max(step, over)}, {}};
}

}  // namespace shardscope
