#include "core/logs/log_records.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a series of any length keeps a bounded number of records, evenly spread") {
  LogRecords records;
  constexpr std::uint64_t added = 3 * LogRecords::kept_max + 5;
  for (std::uint64_t i = 0; i < added; ++i) {
    LogRecord record;
    record.iteration = static_cast<double>(i);
    records.add(record);
  }
  CHECK(records.count() == added);
  CHECK(records.kept().size() <= LogRecords::kept_max);
  CHECK(records.stride() == 4);
  for (std::size_t i = 0; i < records.kept().size(); ++i)
    REQUIRE(records.kept()[i].iteration == static_cast<double>(i * records.stride()));
  CHECK(records.kept().size() == (added + 3) / 4);
}
