#include "core/pipeline/exchange.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shardscope {

namespace {

/// A communication stream: one collective after the other, slower beside the lane's passes and at full speed in the
/// gaps between them. Its clock is the passes' own: a second in which both run counts as one, and what the passes lose
/// is added at the end.
struct Stream {
  std::span<const PassRecord> lane;
  double stretch = 1;            // of a collective beside passes
  double free = 0;               // when the collective before has ended
  double beside = 0, alone = 0;  // seconds with a pass beside it, and without
  std::size_t next = 0;          // no pass before this one ends later than the stream is free

  TimeRange run(double ready, double seconds) {
    const double start = std::max(free, ready);
    free = start;
    double left = seconds;
    while (next < lane.size() && lane[next].end <= free) ++next;
    for (; left > 0 && next < lane.size(); ++next) {
      const PassRecord& pass = lane[next];
      const double gap = std::clamp(pass.start - free, 0.0, left);
      free += gap, alone += gap, left -= gap;
      const double of_pass = std::max(0.0, pass.end - free), wanted = left * stretch;
      if (wanted < of_pass) {
        free += wanted, beside += wanted;
        return {start, free};
      }
      free = std::max(free, pass.end), beside += of_pass;  // no sum, which could end a hair before the pass does
      left = std::max(0.0, left - of_pass / stretch);
    }
    free += left, alone += left;
    return {start, free};
  }
};

double sum_of(const std::vector<Bucket>& buckets) {
  double sum = 0;
  for (const Bucket& bucket : buckets) sum += bucket.time.value;
  return sum;
}

/// The places in a lane of the passes after which a chunk exchanges before its last time, in the lane's order.
std::vector<std::size_t> earlier_exchanges(std::span<const PassRecord> lane, std::size_t chunks,
                                           GradientRounds rounds) {
  std::vector<std::size_t> places;
  if (rounds == GradientRounds::once) return places;
  // From the end, by place: the window of a chunk's last exchange may be another holder's, or end with an end pass.
  std::vector<bool> exchanged(chunks, false);
  std::size_t next = chunks;  // whose gradients the pass behind makes
  for (std::size_t i = lane.size(); i-- > 0;) {
    if (!makes_gradients(lane[i].pass.kind)) continue;
    const std::size_t chunk = lane[i].pass.chunk;
    const bool run_ends = rounds == GradientRounds::every_pass || chunk != next;
    if (exchanged[chunk] && run_ends) places.push_back(i);
    exchanged[chunk] = true, next = chunk;
  }
  std::reverse(places.begin(), places.end());
  return places;
}

/// All exchanges but the last of each chunk, in bulk: a chunk's first bucket sets off when it is whole, the last one
/// not before the pass has ended.
void run_earlier_passes(Stream& stream, std::span<const ChunkBuckets> chunks, GradientRounds rounds) {
  std::vector<double> sums;
  for (const ChunkBuckets& chunk : chunks) sums.push_back(sum_of(chunk.gradients));
  for (const std::size_t place : earlier_exchanges(stream.lane, chunks.size(), rounds)) {
    const PassRecord& record = stream.lane[place];
    const std::size_t c = record.pass.chunk;
    if (chunks[c].gradients.empty()) continue;
    const Bucket &first = chunks[c].gradients.front(), &last_bucket = chunks[c].gradients.back();
    const double ready = record.start + first.share * (record.end - record.start);
    stream.run(ready, sums[c] - last_bucket.time.value);
    stream.run(record.end, last_bucket.time.value);
  }
}

/// Chunks in the order in which their windows begin; of a single one it takes no memory.
class ByStart {
 public:
  explicit ByStart(std::span<const TimeRange> windows) : size_(windows.size()) {
    if (size_ <= 1) return;
    several_.resize(size_);
    std::iota(several_.begin(), several_.end(), std::size_t{0});
    std::stable_sort(several_.begin(), several_.end(),
                     [&](std::size_t a, std::size_t b) { return windows[a].start < windows[b].start; });
  }
  [[nodiscard]] const std::size_t* begin() const { return several_.empty() ? &single_ : several_.data(); }
  [[nodiscard]] const std::size_t* end() const { return begin() + size_; }

 private:
  std::size_t size_, single_ = 0;
  std::vector<std::size_t> several_;
};

/// The end passes that may run right before and right after a chunk's pass.
struct Beside {
  PassKind before, after;
};

/// The lane's pass `at`, with the end passes of its chunk beside it.
TimeRange with_ends(std::span<const PassRecord> lane, std::size_t at, Beside ends) {
  const auto is = [&](std::size_t i, PassKind kind) {
    return i < lane.size() && lane[i].pass.kind == kind && lane[i].pass.chunk == lane[at].pass.chunk;
  };
  return {lane[at > 0 && is(at - 1, ends.before) ? at - 1 : at].start, lane[is(at + 1, ends.after) ? at + 1 : at].end};
}

enum class Side : std::uint8_t { first, last };

/// Of each chunk the first or the last of its passes that count.
std::vector<TimeRange> outermost(std::span<const PassRecord> lane, std::size_t chunks, Side side,
                                 bool (*counts)(PassKind), Beside ends) {
  const bool first = side == Side::first;
  const double none = lane.empty() ? 0 : first ? lane.front().start : lane.back().end;
  constexpr TimeRange not_found = {1, 0};
  std::vector<TimeRange> ranges(chunks, not_found);
  std::size_t missing = chunks;
  for (std::size_t i = 0; i < lane.size() && missing > 0; ++i) {
    const std::size_t at = first ? i : lane.size() - 1 - i, c = lane[at].pass.chunk;
    if (!counts(lane[at].pass.kind) || ranges[c] != not_found) continue;
    ranges[c] = with_ends(lane, at, ends);
    --missing;
  }
  if (missing > 0) std::replace(ranges.begin(), ranges.end(), not_found, TimeRange{none, none});
  return ranges;
}

}  // namespace

std::vector<TimeRange> last_gradient_passes(std::span<const PassRecord> lane, std::size_t chunks) {
  return outermost(lane, chunks, Side::last, makes_gradients, {PassKind::loss_backward, PassKind::embedding_backward});
}

std::vector<TimeRange> first_forwards(std::span<const PassRecord> lane, std::size_t chunks) {
  return outermost(lane, chunks, Side::first, takes_activations, {PassKind::embedding, PassKind::loss});
}

ExchangeTimes run_gradients(std::span<const PassRecord> lane, std::span<const ChunkBuckets> chunks,
                            std::span<const TimeRange> last, GradientExchange how, const Contention& contention,
                            std::vector<ExchangeRecord>* records) {
  const double end = lane.empty() ? 0 : lane.back().end;
  Stream stream{lane, contention.stretch(), how.overlap ? 0 : end};
  if (how.rounds != GradientRounds::once) run_earlier_passes(stream, chunks, how.rounds);
  for (const std::size_t c : ByStart(last)) {
    std::int32_t number = 0;
    for (const Bucket& bucket : chunks[c].gradients) {
      const TimeRange run = stream.run(last[c].start + bucket.share * last[c].length(), bucket.time.value);
      if (records != nullptr)
        records->push_back({run.start, run.end, ExchangeKind::gradients, static_cast<std::uint16_t>(c), number});
      ++number;
    }
  }
  const double lost = (contention.passes - 1) * stream.beside;
  return {Seconds{stream.beside + lost + stream.alone}, Seconds{std::max(0.0, stream.free - end) + lost}};
}

std::vector<double> rounds_of_chunks(std::span<const PassRecord> lane, std::size_t chunks, GradientRounds rounds) {
  std::vector<double> counts(chunks, 1);
  for (const std::size_t place : earlier_exchanges(lane, chunks, rounds)) ++counts[lane[place].pass.chunk];
  return counts;
}

ExchangeTimes parameters_ahead(std::span<const ChunkBuckets> chunks, std::span<const TimeRange> first, bool overlap,
                               const Contention& contention) {
  double all = 0;
  for (const ChunkBuckets& chunk : chunks) all += sum_of(chunk.parameters);
  if (all <= 0) return {};
  const ByStart order(first);
  const double begin = first[*order.begin()].start;  // of the rank's own passes
  // Until then a second gathers a second's worth; beside passes less.
  const auto least_ahead = [&](double gathered, double needed) {
    return gathered - begin - (needed - begin) / contention.stretch();
  };
  double ahead = 0, gathered = 0;
  if (!overlap) {
    ahead = std::max(0.0, all - begin);
    return {Seconds{all}, Seconds{ahead}};
  }
  for (const std::size_t c : order)
    for (const Bucket& bucket : chunks[c].parameters) {
      gathered += bucket.time.value;
      ahead = std::max(ahead, least_ahead(gathered, first[c].start + bucket.share * first[c].length()));
    }
  ahead = std::min(ahead, std::max(0.0, all - begin));
  const double beside = std::max(0.0, all - begin - ahead) * contention.stretch();
  const double lost = (contention.passes - 1) * beside;
  const double alone = std::min(all, begin + ahead);
  const double worst = std::max(0.0, all - begin);  // nothing hidden but under the wait for other ranks
  return {Seconds{alone + beside + lost}, Seconds{std::min(ahead + lost, worst)}};
}

void record_parameters(std::span<const ChunkBuckets> chunks, std::span<const TimeRange> first, Seconds ahead,
                       bool overlap, const Contention& contention, std::vector<ExchangeRecord>& records) {
  double at = -ahead.value;
  if (first.empty()) return;
  const ByStart order(first);
  const double begin = first[*order.begin()].start;
  const double stretch = overlap ? contention.stretch() : 1;
  for (const std::size_t c : order) {
    std::int32_t number = 0;
    for (const Bucket& bucket : chunks[c].parameters) {
      const double before = std::clamp(begin - at, 0.0, bucket.time.value);
      const double end = at + before + (bucket.time.value - before) * stretch;
      records.push_back({at, end, ExchangeKind::parameters, static_cast<std::uint16_t>(c), number++});
      at = end;
    }
  }
}

}  // namespace shardscope
