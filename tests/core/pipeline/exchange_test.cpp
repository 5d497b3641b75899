#include "core/pipeline/exchange.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include "core/schedules/schedules.h"

using namespace shardscope;

namespace {

constexpr Contention none{1, 1};
constexpr Contention measured{1.189, 1.3};

Timeline one_f_one_b(std::int32_t ranks, std::int32_t micro_batches) {
  const Outcome<Schedule> schedule = make_schedule({ScheduleKind::one_f_one_b, ranks, 1, micro_batches});
  return simulate(value_of(schedule), {std::vector<StageTimes>(static_cast<std::size_t>(ranks),
                                                               {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}),
                                       Seconds{0}});
}

/// `count` equal buckets that are whole and needed evenly.
ChunkBuckets even_buckets(int count, double seconds) {
  ChunkBuckets chunk;
  for (int i = 0; i < count; ++i) {
    chunk.gradients.push_back({Seconds{seconds / count}, (i + 1.0) / count});
    chunk.parameters.push_back({Seconds{seconds / count}, static_cast<double>(i) / count});
  }
  return chunk;
}

struct Made {
  Timeline timeline;
  std::vector<ChunkBuckets> chunks;
  std::int32_t rank = 0;
  Contention contention;
  GradientRounds rounds = GradientRounds::once;

  [[nodiscard]] std::span<const PassRecord> lane() const { return timeline.lane(rank); }
  [[nodiscard]] std::vector<TimeRange> last() const { return last_gradient_passes(lane(), chunks.size()); }
  [[nodiscard]] std::vector<TimeRange> first() const { return first_forwards(lane(), chunks.size()); }
  [[nodiscard]] ExchangeTimes gradients(bool overlap, std::vector<ExchangeRecord>* records = nullptr) const {
    return run_gradients(lane(), chunks, last(), {overlap, rounds}, contention, records);
  }
  [[nodiscard]] ExchangeTimes parameters(bool overlap) const {
    return parameters_ahead(chunks, first(), overlap, contention);
  }
};

/// A rank of a random schedule with random buckets.
Made make(std::mt19937& random) {
  const auto pick = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  const auto real = [&](double from, double to) { return std::uniform_real_distribution<double>(from, to)(random); };
  constexpr std::array kinds = {ScheduleKind::one_f_one_b, ScheduleKind::interleaved, ScheduleKind::zb_h1,
                                ScheduleKind::gpipe, ScheduleKind::dualpipe_v};
  const ScheduleKind kind = kinds[static_cast<std::size_t>(pick(0, 4))];
  const std::int32_t ranks = pick(1, 4), chunks = kind == ScheduleKind::interleaved ? 2 : 1;
  const Outcome<Schedule> outcome = make_schedule({kind, ranks, chunks, ranks * pick(2, 4)});
  const Schedule& schedule = value_of(outcome);
  PassTimes times;
  for (std::int32_t k = 0; k < schedule.stages(); ++k)
    times.stages.push_back({Seconds{real(0.5, 2)}, Seconds{0}, Seconds{real(0.5, 2)}, Seconds{real(0.5, 2)}});
  Made made{simulate(schedule, times), {}, pick(0, ranks - 1), pick(0, 1) == 0 ? none : measured};
  if (pick(0, 3) == 0) made.rounds = pick(0, 1) == 0 ? GradientRounds::every_run : GradientRounds::every_pass;
  for (std::int32_t c = 0; c < schedule.virtual_stages; ++c) {
    ChunkBuckets& chunk = made.chunks.emplace_back();
    const int count = pick(0, 5);
    for (int i = 0; i < count; ++i) {
      chunk.gradients.push_back({Seconds{real(0, 1.5)}, real(0, 1)});
      chunk.parameters.push_back({Seconds{real(0, 1.5)}, real(0, 1)});
    }
    const auto sooner = [](const Bucket& a, const Bucket& b) { return a.share < b.share; };
    std::sort(chunk.gradients.begin(), chunk.gradients.end(), sooner);
    std::sort(chunk.parameters.begin(), chunk.parameters.end(), sooner);
  }
  return made;
}

constexpr double tiny = 1e-9;  // sums of the same numbers in another order

}  // namespace

TEST_CASE("no bucket starts before its gradients are whole, and the stream runs one at a time") {
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    const Made made = make(random);
    std::vector<ExchangeRecord> records;
    (void)made.gradients(true, &records);
    const std::vector<TimeRange> last = made.last();
    for (const ExchangeRecord& record : records) {
      const TimeRange window = last[record.chunk];
      const Bucket bucket = made.chunks[record.chunk].gradients[static_cast<std::size_t>(record.bucket)];
      CHECK(record.start >= window.start + bucket.share * (window.end - window.start) - tiny);
    }
    for (std::size_t k = 1; k < records.size(); ++k) CHECK(records[k].start >= records[k - 1].end - tiny);
  }
}

TEST_CASE("the exchange's work is conserved: every bucket once, longer only beside passes") {
  std::mt19937 random(2);
  for (int i = 0; i < 500; ++i) {
    Made made = make(random);
    made.rounds = GradientRounds::once;
    std::vector<ExchangeRecord> records;
    (void)made.gradients(true, &records);
    record_parameters(made.chunks, made.first(), made.parameters(true).exposed, true, made.contention, records);
    std::size_t buckets = 0;
    for (const ChunkBuckets& chunk : made.chunks) buckets += chunk.gradients.size() + chunk.parameters.size();
    CHECK(records.size() == buckets);
    for (const ExchangeRecord& record : records) {
      const ChunkBuckets& chunk = made.chunks[record.chunk];
      const auto& kind = record.kind == ExchangeKind::gradients ? chunk.gradients : chunk.parameters;
      const double seconds = kind[static_cast<std::size_t>(record.bucket)].time.value, ran = record.end - record.start;
      CHECK(ran >= seconds - tiny);
      CHECK(ran <= seconds * made.contention.stretch() + tiny);
    }
  }
}

TEST_CASE("what is exposed is never below zero nor above what the exchange takes, and overlap never adds to it") {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    const Made made = make(random);
    for (const auto& [with, without] : {std::pair{made.gradients(true), made.gradients(false)},
                                        std::pair{made.parameters(true), made.parameters(false)}}) {
      CHECK(with.exposed.value >= 0);
      CHECK(with.exposed.value <= with.taken.value + tiny);
      CHECK(without.exposed.value <= without.taken.value + tiny);
      CHECK(with.exposed.value <= without.exposed.value + tiny);
    }
  }
}

TEST_CASE("without overlap all gradients show behind the last pass, and all parameters before the first") {
  Made made{one_f_one_b(4, 8), {even_buckets(4, 2.0)}, 0, measured};
  CHECK(made.gradients(false).exposed.value == doctest::Approx(2));
  CHECK(made.parameters(false).exposed.value == doctest::Approx(2));
  made.rank = 3;  // waits 3 for its first micro-batch anyway
  CHECK(made.gradients(false).exposed.value == doctest::Approx(2));
  CHECK(made.parameters(false).exposed.value == 0);
}

TEST_CASE("buckets that come faster than their gradients show the last one alone, so more buckets show less") {
  double before = 3;
  for (const int count : {1, 2, 4, 8, 16}) {
    const Made made{one_f_one_b(4, 8), {even_buckets(count, 1.0)}, 0, none};
    CHECK(made.gradients(true).exposed.value == doctest::Approx(1.0 / count));
    CHECK(made.parameters(true).exposed.value == doctest::Approx(1.0 / count));
    CHECK(made.gradients(true).exposed.value < before);
    before = made.gradients(true).exposed.value;
  }
}

TEST_CASE("buckets slower than the pass show what is left of the whole when it ends") {
  // A backward of 2: the first of 10 buckets is whole after 0.2, then the stream never waits.
  const Made made{one_f_one_b(2, 4), {even_buckets(10, 5.0)}, 0, none};
  CHECK(made.gradients(true).exposed.value == doctest::Approx(0.2 + 5 - 2));
  // A forward of 1: the last bucket is needed after 0.9 and there after 5.
  CHECK(made.parameters(true).exposed.value == doctest::Approx(5 - 0.9));
}

TEST_CASE("beside passes both slow down: hiding costs the passes' loss") {
  // One bucket, whole after half of a backward of 2, of 0.5 alone.
  Made made{one_f_one_b(1, 2), {{{{Seconds{0.5}, 0.5}}, {}}}, 0, measured};
  const double beside = 0.5 * 1.3 / 1.189;  // seconds of the passes' own
  CHECK(made.gradients(true).exposed.value == doctest::Approx(0.189 * beside));
  CHECK(made.gradients(true).taken.value == doctest::Approx(0.5 * 1.3));
  made.contention = none;
  CHECK(made.gradients(true).exposed.value == 0);
}

TEST_CASE("in an idle cool-down nothing slows down") {
  // Rank 3 of four has no pass after its last; its only bucket runs there whole.
  const Made made{one_f_one_b(4, 8), {even_buckets(1, 1.0)}, 3, measured};
  CHECK(made.gradients(true).taken.value == doctest::Approx(1));
  CHECK(made.gradients(true).exposed.value == doctest::Approx(1));
}

TEST_CASE("in the gaps between passes an exchange runs at full speed and costs them nothing") {
  // Rank 0 of two waits from 6 to 7 between its two backward passes.
  Made made{one_f_one_b(2, 2), {even_buckets(1, 1.0)}, 0, measured, GradientRounds::every_pass};
  CHECK(made.gradients(true).taken.value == doctest::Approx(2));
  CHECK(made.gradients(true).exposed.value == doctest::Approx(1));
  made.chunks = {even_buckets(1, 1.5)};  // half a second of the first runs on beside the second pass
  CHECK(made.gradients(true).exposed.value == doctest::Approx(1.5 + 0.189 * 0.5 * 1.3 / 1.189));
}

TEST_CASE("parameters that set off as far ahead as asked are there when each forward needs them") {
  std::mt19937 random(4);
  for (int i = 0; i < 500; ++i) {
    Made made = make(random);
    made.contention = none;
    const std::vector<TimeRange> first = made.first();
    std::vector<ExchangeRecord> records;
    record_parameters(made.chunks, first, made.parameters(true).exposed, true, none, records);
    for (const ExchangeRecord& record : records) {
      const TimeRange window = first[record.chunk];
      const Bucket bucket = made.chunks[record.chunk].parameters[static_cast<std::size_t>(record.bucket)];
      CHECK(record.end <= window.start + bucket.share * (window.end - window.start) + tiny);
    }
  }
}

TEST_CASE("where every pass exchanges, what the passes can't keep up with shows at the end") {
  Made made{one_f_one_b(1, 6), {even_buckets(4, 0.8)}, 0, none};
  const double once = made.gradients(true).exposed.value;
  made.rounds = GradientRounds::every_pass;
  CHECK(made.gradients(true).exposed.value == doctest::Approx(once));  // each done before the next
  made.chunks = {even_buckets(4, 4.0)};                                // longer than forward and backward together
  // The first of a pass's four buckets is whole half a second into its backward; from then on the stream never waits.
  CHECK(made.gradients(true).exposed.value == doctest::Approx(1 + 0.5 + 6 * 4.0 - 6 * 3));
}

TEST_CASE("where the exchange is all that takes time, it takes as long as its rounds, whatever the passes' lengths") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> length(0.3, 3);
  for (int i = 0; i < 2000; ++i) {
    const std::int32_t micro_batches = 1 + i % 7;
    const Outcome<Schedule> schedule = make_schedule({ScheduleKind::one_f_one_b, 1, 1, micro_batches});
    Made made{simulate(value_of(schedule),
                       {{{Seconds{length(random)}, Seconds{0}, Seconds{length(random)}, Seconds{0}}}, Seconds{0}}),
              {even_buckets(3, 100.0 + length(random))},
              0,
              i % 2 == 0 ? none : Contention{1, 1 + length(random)},
              GradientRounds::every_pass};
    const double round = made.chunks[0].gradients[0].time.value * 3;
    CHECK(made.gradients(true).taken.value >= round * micro_batches - 1e-6);
  }
}

TEST_CASE("every pass but the last exchanges once more, though another holder's window or an end pass ends later") {
  for (const ScheduleKind kind : {ScheduleKind::one_f_one_b, ScheduleKind::dualpipe_v}) {
    const Outcome<Schedule> schedule = make_schedule({kind, 2, 1, 4});
    const Timeline timeline =
        simulate(value_of(schedule), {std::vector<StageTimes>(static_cast<std::size_t>(value_of(schedule).stages()),
                                                              {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}),
                                      Seconds{0}});
    const std::span<const PassRecord> lane = timeline.lane(0);
    std::vector<ChunkBuckets> chunks(static_cast<std::size_t>(timeline.virtual_stages), even_buckets(1, 100.0));
    std::vector<TimeRange> last = last_gradient_passes(lane, chunks.size());
    const Seconds own = run_gradients(lane, chunks, last, {true, GradientRounds::every_pass}, none, nullptr).taken;
    CHECK(own.value == doctest::Approx(100.0 * 4 * static_cast<double>(chunks.size())));
    for (TimeRange& window : last) window.end += 0.5;
    CHECK(run_gradients(lane, chunks, last, {true, GradientRounds::every_pass}, none, nullptr).taken.value ==
          doctest::Approx(own.value));
  }
}

TEST_CASE("a chunk exchanges once, after each run of its passes, or after each pass") {
  struct Row {
    ScheduleRequest request;
    double runs, passes;
  };
  const Row rows[] = {
      {{ScheduleKind::one_f_one_b, 2, 1, 6}, 1, 6},  // no other chunk's pass comes between
      {{ScheduleKind::gpipe, 2, 1, 6}, 1, 6},
      {{ScheduleKind::interleaved, 2, 2, 6}, 3, 6},  // rounds of as many micro-batches as ranks
      {{ScheduleKind::interleaved, 4, 3, 8}, 2, 8},
      {{ScheduleKind::interleaved, 4, 3, 4}, 1, 4},
  };
  for (const Row& row : rows) {
    const Outcome<Schedule> outcome = make_schedule(row.request);
    const Schedule& schedule = value_of(outcome);
    const Timeline timeline =
        simulate(schedule, {std::vector<StageTimes>(static_cast<std::size_t>(schedule.stages()),
                                                    {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}),
                            Seconds{0}});
    const auto chunks = static_cast<std::size_t>(timeline.virtual_stages);
    for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
      CHECK(rounds_of_chunks(timeline.lane(rank), chunks, GradientRounds::once) == std::vector<double>(chunks, 1));
      CHECK(rounds_of_chunks(timeline.lane(rank), chunks, GradientRounds::every_run) ==
            std::vector<double>(chunks, row.runs));
      CHECK(rounds_of_chunks(timeline.lane(rank), chunks, GradientRounds::every_pass) ==
            std::vector<double>(chunks, row.passes));
    }
  }
  CHECK(rounds_of_chunks({}, 2, GradientRounds::every_pass) == std::vector<double>{1, 1});
}

TEST_CASE("more rounds never take less, and all of them take the stream's time") {
  std::mt19937 random(6);
  for (int i = 0; i < 2000; ++i) {
    Made made = make(random);
    double before = 0;
    for (const GradientRounds rounds : {GradientRounds::once, GradientRounds::every_run, GradientRounds::every_pass}) {
      made.rounds = rounds;
      const ExchangeTimes times = made.gradients(true);
      double alone = 0;
      const std::vector<double> counts = rounds_of_chunks(made.lane(), made.chunks.size(), rounds);
      for (std::size_t c = 0; c < counts.size(); ++c)
        for (const Bucket& bucket : made.chunks[c].gradients) alone += counts[c] * bucket.time.value;
      CHECK(times.taken.value >= alone - tiny);
      CHECK(alone >= before - tiny);
      before = alone;
    }
  }
}

TEST_CASE("the last pass that makes gradients and the first forward are found chunk by chunk") {
  const Outcome<Schedule> schedule = make_schedule({ScheduleKind::interleaved, 2, 2, 4});
  const Timeline timeline = simulate(
      value_of(schedule), {std::vector<StageTimes>(4, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}), Seconds{0}});
  const std::span<const PassRecord> lane = timeline.lane(0);
  const std::vector<TimeRange> last = last_gradient_passes(lane, 2), first = first_forwards(lane, 2);
  CHECK(last[0].end == lane.back().end);  // the first chunk's backward comes last
  CHECK(last[1].end < last[0].end);
  CHECK(first[0].start == 0);
  CHECK(first[1].start > first[0].start);
  CHECK(last_gradient_passes({}, 2)[1].end == 0);
}
