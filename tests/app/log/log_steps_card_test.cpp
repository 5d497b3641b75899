#include <doctest/doctest.h>

#include <array>

#include "tests/app/log/log_window.h"
#include "tests/gui/drawn_words.h"

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

TEST_CASE("whatever the steps' scale, no number of it lies on its unit") {
  for (const char* log : {"torchtitan-colours.log", "megatron-ranks.log", "olmo-fields.log", "composer-fields.log",
                          "maxtext-dispatch.log", "nemo-pretty.log"})
    for (const char* preset : {"llama3-8b-1024-h100", "gpt2-xl-8-a100", "llama3-70b-4096-h100"}) {
      CAPTURE(log);
      CAPTURE(preset);
      WindowDriver window(preset);
      drop_files(window.explorer.session, {source_path(std::string("tests/data/logs/") + log).string()});
      window.frames(3);
      CHECK(joined_lines(overlapping_words()) == "");
    }
}
