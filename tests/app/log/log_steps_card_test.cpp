#include <doctest/doctest.h>

#include <array>

#include "tests/app/log/log_window.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("every record is marked as the figures count them") {
  LogWindow window;
  const LogDetail& detail = window.detail();
  std::array<std::uint64_t, count_of<Skipped>> seen = {};
  for (const LogRecord& record : detail.records)
    if (record.step_seconds > 0) ++seen[index_of(record.skipped)];
  CHECK(seen == detail.set.log.skipped);
}
