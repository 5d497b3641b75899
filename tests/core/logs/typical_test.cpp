#include "core/logs/typical.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace shardscope;

namespace {

std::vector<LogRecord> records_of(std::initializer_list<double> seconds) {
  std::vector<LogRecord> records;
  for (const double each : seconds) {
    LogRecord record;
    record.step_seconds = each;
    record.source = StepSource::stated;
    records.push_back(record);
  }
  return records;
}

double median_of(std::vector<LogRecord> records) {
  mark_untypical(records);
  const auto figure = typical(records, &LogRecord::step_seconds);
  return figure ? figure->median : -1;
}

std::ptrdiff_t count_of_skipped(const std::vector<LogRecord>& records, Skipped why) {
  return std::count_if(records.begin(), records.end(), [&](const LogRecord& each) { return each.skipped == why; });
}

}  // namespace

TEST_CASE("the first two are warm-up where there are more than four") {
  CHECK(median_of(records_of({9, 8, 1, 1})) == 4.5);
  CHECK(median_of(records_of({9, 8, 1, 2, 3})) == 2);
  CHECK(median_of(records_of({7})) == 7);
  CHECK(median_of({}) == -1);
}

TEST_CASE("stalls and dispatched steps are outliers; a drift, a mode and few records are not") {
  std::vector<LogRecord> records = records_of({5, 5, 1.0, 1.01, 0.99, 1.0, 30, 1.02, 0.002, 1.0});
  mark_untypical(records);
  CHECK(count_of_skipped(records, Skipped::outlier) == 2);
  CHECK(records[6].skipped == Skipped::outlier);
  CHECK(records[8].skipped == Skipped::outlier);
  CHECK(typical(records, &LogRecord::step_seconds)->median == doctest::Approx(1.0));
  std::vector<LogRecord> modes = records_of({2, 2, 1, 1, 1, 2, 2, 2, 1, 1, 2, 2});
  mark_untypical(modes);
  CHECK(count_of_skipped(modes, Skipped::outlier) == 0);
  std::vector<LogRecord> few = records_of({1, 1, 1, 30});
  mark_untypical(few);
  CHECK(count_of_skipped(few, Skipped::outlier) == 0);
}

TEST_CASE("evaluations and checkpoints don't count while they are few") {
  std::vector<LogRecord> records = records_of({1, 1, 1, 1, 3, 1});
  records[4].skipped = Skipped::evaluation;
  CHECK(median_of(records) == 1);
  for (LogRecord& each : records) each.skipped = Skipped::checkpoint;
  CHECK(median_of(records) == 1);  // each has one: that is the typical step
}

TEST_CASE("a record that is the mean of several counts as often") {
  std::vector<LogRecord> records = records_of({1, 3, 3});
  records[0].iterations = 100;
  CHECK(median_of(records) == 1);
  records[0].iterations = 1;
  CHECK(median_of(records) == 3);
}

TEST_CASE("times of a lesser source don't mix with better ones") {
  std::vector<LogRecord> records = records_of({1, 1, 5});
  records[2].source = StepSource::samples;
  mark_untypical(records);
  CHECK(records[2].source == StepSource::none);
  CHECK(typical(records, &LogRecord::step_seconds)->p90 == 1);
}

TEST_CASE("a drift is the last third over the first, and a stall is what an outlier takes beyond the step") {
  std::vector<LogRecord> records = records_of({1, 1, 1, 1, 1.05, 1.05, 1.05, 1.05, 1.1, 1.1, 1.1, 1.1});
  REQUIRE(step_growth(records));
  CHECK(*step_growth(records) == doctest::Approx(0.1));
  CHECK_FALSE(step_growth(records_of({1, 1, 1})));
  records = records_of({9, 9, 1, 1, 1, 1, 1, 1, 1, 5});
  mark_untypical(records);
  CHECK(*stalled_share(records) == doctest::Approx(4.0 / 12));
  CHECK_FALSE(stalled_share({}));
}
